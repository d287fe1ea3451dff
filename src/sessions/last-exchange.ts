/** How a session ended: what the user said last, and what came back. From the end of its file: any size costs the same. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openToRead } from "../private-files/private-file.ts";
import { branchOf, parseLog } from "./log.ts";

/** Either is empty where it is not near the end of the file. */
export type LastExchange = { readonly user: string; readonly assistant: string };

const tailSize = 64 * 1024;

/** Throws what `fs` throws. */
export function lastExchange(file: string): LastExchange {
  const fd = openToRead(file);
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(0, size - tailSize);
    const bytes = new Uint8Array(size - start);
    const count = readSync(fd, bytes, 0, bytes.length, start);
    const branch = branchOf(parseLog(bytes.subarray(0, count)).nodes);
    const at = branch.findLastIndex(({ type }) => type === "user");
    const user = branch[at];
    const answers = branch.slice(at + 1).flatMap((entry) => {
      if (entry.type !== "assistant") return [];
      return entry.parts.flatMap((part) =>
        part.type === "text" && part.text.trim() !== "" ? [part.text] : [],
      );
    });
    return { user: user?.type === "user" ? user.text : "", assistant: answers.at(-1) ?? "" };
  } finally {
    closeSync(fd);
  }
}
