/**
 * Tells typing from a paste that came without brackets, by what one read holds and not by the clock alone: over a slow
 * line a guard of so many milliseconds is wrong in both directions.
 *
 * The rule, for a run of printable characters, TAB, CR and LF inside one read:
 *
 * - A line end with more text behind it in the same read is a paste: nobody types that fast. Line ends inside are
 *   newlines. Two messages that were typed ahead while the program did not read look the same and become one text of
 *   two lines: nothing is lost, and nothing is sent that the user did not mean to send.
 * - So is a run of more characters than anybody types ahead or an input method commits at once.
 * - A CR that ends a run is Enter: "hello\r" in one read is text and Enter, as an input method commits it, and so is
 *   the end of a paste.
 * - A paste may come in many reads. Until a short pause the next run goes on with it, whatever it holds, and a CR that
 *   ended the read is held: Enter if nothing follows, a newline otherwise.
 * - CRLF and LF behind text belong to a paste, since Enter sends only CR; alone, CRLF is Enter and LF is Ctrl+J.
 */
import type { InputEvent } from "./event.ts";
import { pressed } from "./key.ts";
import { plainText } from "./plain-text.ts";

/** UTF-16 units. Dictation commits sentences; a paragraph in one read was pasted. */
const longestTyped = 500;

/** Whether a paste may go on, and whether its last CR is still to be told. */
export type Burst = "none" | "open" | "enter-held";

export type Run = { readonly events: readonly InputEvent[]; readonly burst: Burst };

export const enterKey: InputEvent = { type: "key", key: pressed("enter") };
const newlineKey: InputEvent = { type: "key", key: pressed("j", { ctrl: true }) };
const tabKey: InputEvent = { type: "key", key: pressed("tab") };

/**
 * @param text printable characters, TAB, CR and LF
 * @param burst what the read before this run left open
 * @param last whether the read ends with this run
 */
export function readRun(text: string, burst: Burst, last: boolean): Run {
  const bodyEnd = endOfBody(text);
  const body = text.slice(0, bodyEnd);
  const lineEnds = text.slice(bodyEnd);
  if (burst === "none") {
    if (body === "") return { events: lineEndKeys(lineEnds), burst };
    if (body.length < longestTyped && !/[\r\n]/.test(body)) return { events: typed(body, lineEnds), burst };
  }

  const ends = lineEnds.endsWith("\r");
  const pasted = (burst === "enter-held" ? "\r" : "") + (ends ? text.slice(0, -1) : text);
  const events: InputEvent[] = [];
  if (pasted !== "")
    events.push({ type: "paste", text: plainText(pasted), continues: burst !== "none", unmarked: true });
  if (!last) return { events: ends ? [...events, enterKey] : events, burst: "none" };
  return { events, burst: ends ? "enter-held" : "open" };
}

/** The offset of the line ends that close the text. */
function endOfBody(text: string): number {
  let end = text.length;
  while (end > 0 && (text.charAt(end - 1) === "\r" || text.charAt(end - 1) === "\n")) end -= 1;
  return end;
}

function typed(body: string, lineEnds: string): InputEvent[] {
  const events = body.split(/(\t)/).flatMap((part): InputEvent[] => {
    if (part === "") return [];
    return part === "\t" ? [tabKey] : [{ type: "text", text: part }];
  });
  if (!lineEnds.includes("\n")) return [...events, ...lineEndKeys(lineEnds)];
  return [...events, { type: "paste", text: plainText(lineEnds), continues: false, unmarked: true }];
}

function lineEndKeys(lineEnds: string): InputEvent[] {
  return (lineEnds.match(/\r\n|\r|\n/g) ?? []).map((end) => (end === "\n" ? newlineKey : enterKey));
}
