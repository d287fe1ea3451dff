/** How a transcript ended: what the user said last, and what came back. From the end of its file: any size costs the same. */
import type { LastExchange } from "../last-exchange.ts";
import type { FoundTranscript } from "./find-transcripts.ts";
import { atOnce } from "./in-slices.ts";
import { readOpencode } from "./opencode.ts";
import { endOfOpencode, isOpencodeStore } from "./opencode-store.ts";
import { readerOf } from "./readers.ts";
import { sourceOf } from "./source-lines.ts";
import { tailOf } from "./their-files.ts";
import type { Told } from "./transcript.ts";

const tailSize = 64 * 1024;
/** One JSON text says nothing until it is read whole; bytes. */
const wholeSize = 4 * 1024 * 1024;

/**
 * Either is empty where it is not near the end. Throws what `fs` and SQLite throw; so it does for a session of a database
 * that is still only in the log beside it.
 */
export function transcriptEnd({
  tool,
  file,
  id,
}: Pick<FoundTranscript, "tool" | "file" | "id">): LastExchange {
  if (tool === "opencode" && isOpencodeStore(file))
    return exchangeIn(atOnce(readOpencode(endOfOpencode({ id, source: file }))).told);
  const tail = tailOf(file, file.endsWith(".json") ? wholeSize : tailSize);
  return exchangeIn(atOnce(readerOf(tool)(sourceOf(tail))).told);
}

function exchangeIn(told: readonly Told[]): LastExchange {
  const at = told.findLastIndex(({ type }) => type === "user");
  const user = told[at];
  const answers = told.slice(at + 1).flatMap((one) => {
    if (one.type !== "answer") return [];
    return one.parts.flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? [part.text] : []));
  });
  return { user: user?.type === "user" ? user.text : "", assistant: answers.at(-1) ?? "" };
}
