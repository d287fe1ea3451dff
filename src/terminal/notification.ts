/** What makes a user look up who is somewhere else. */
import { sanitize } from "./sanitize.ts";
import { notificationWay, type TerminalKind } from "./terminal-kind.ts";

/** Sounds, or marks the window, as the terminal is set up to do. */
export const bell = "\u0007";

/**
 * A notification of the desktop's, in the form that this terminal knows. The text holds nothing that could end the
 * sequence.
 */
export function notification(text: string, kind: TerminalKind): string {
  const line = sanitize(text, "title").trim();
  switch (notificationWay(kind)) {
    case "osc99":
      // The same name, so that a newer one takes the place of an older one; a click brings the window to the front.
      return osc(`99;i=rein:a=focus;${line}`);
    case "osc777":
      // Its fields end at semicolons.
      return osc(`777;notify;rein;${line.replaceAll(";", ",")}`);
    case "osc9":
      // A number at the beginning is another request to some terminals.
      return osc(`9;${/^\d/.test(line) ? `· ${line}` : line}`);
    case "bell":
      return bell;
  }
}

function osc(content: string): string {
  return `\u001b]${content}\u001b\\`;
}
