/** How a transcript ended: what the user said last, and what came back. From the end of its file: any size costs the same. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { LastExchange } from "../last-exchange.ts";
import type { FoundTranscript } from "./find-transcripts.ts";
import { readerOf } from "./readers.ts";
import type { Told } from "./transcript.ts";

const tailSize = 64 * 1024;
/** One JSON text says nothing until it is read whole; bytes. */
const wholeSize = 4 * 1024 * 1024;

/** Either is empty where it is not near the end of the file, or where that is a database. Throws what `fs` throws. */
export function transcriptEnd({ tool, file }: Pick<FoundTranscript, "tool" | "file">): LastExchange {
  if (tool === "opencode") return { user: "", assistant: "" };
  const fd = openSync(file, "r");
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(0, size - (file.endsWith(".json") ? wholeSize : tailSize));
    const bytes = new Uint8Array(size - start);
    const reading = readerOf(tool)(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start)));
    let step = reading.next();
    while (step.done !== true) step = reading.next();
    return exchangeIn(step.value.told);
  } finally {
    closeSync(fd);
  }
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
