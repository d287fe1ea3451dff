/** What makes a user look up who is somewhere else. */
import { sanitize } from "./sanitize.ts";

/** Sounds, or marks the window, as the terminal is set up to do. */
export const bell = "\u0007";

/**
 * A notification of the desktop's, for terminals that know OSC 9; others ignore it. The text holds nothing that could end
 * the sequence, and never begins with a number, which some terminals take for another request.
 */
export function notification(text: string): string {
  const line = sanitize(text, "title").trim();
  return `\u001b]9;${/^\d/.test(line) ? `· ${line}` : line}\u001b\\`;
}
