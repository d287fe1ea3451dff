/** A log's file name: `<yyyymmdd-hhmmss>-<id>.jsonl`, in UTC, so that names sort by age and end in the id. */
import { basename } from "node:path";
import { type Header, logFormatVersion } from "../protocol/entry.ts";
import type { ParsedLog } from "./log.ts";

const pattern = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-([a-z0-9-]+)\.jsonl$/;

export function fileNameOf({ createdAt, sessionId }: Header): string {
  const [date = "", time = ""] = createdAt.slice(0, 19).split("T");
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${sessionId}.jsonl`;
}

/** The session id in a file's name, or null for a file that is no log. */
export function idOfFile(name: string): string | null {
  return pattern.exec(name)?.[7] ?? null;
}

/** What can still be said of a log whose header is damaged. The folder it was started in is lost: `cwd` is empty. */
export function headerFromName(file: string, log: Pick<ParsedLog, "nodes">): Header {
  const [, year, month, day, hour, minute, second, id] = pattern.exec(basename(file)) ?? [];
  const firstAt = log.nodes.find((node) => node.entry !== null)?.entry?.at;
  return {
    type: "header",
    format: logFormatVersion,
    sessionId:
      id ??
      basename(file, ".jsonl")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-"),
    createdAt:
      id === undefined
        ? (firstAt ?? new Date(0).toISOString())
        : `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`,
    cwd: "",
    version: "",
  };
}
