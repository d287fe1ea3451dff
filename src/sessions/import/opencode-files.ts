/**
 * The sessions that opencode keeps as files: `storage/session/<project>/<id>.json`, `storage/message/<session>/<id>.json` and
 * `storage/part/<message>/<id>.json`; before that, in `project/<project>/storage/session`, `info/<id>.json`,
 * `message/<session>/<id>.json` and `part/<session>/<message>/<id>.json`. Ids sort by time.
 */
import { basename, dirname, join } from "node:path";
import { countOf, type Fields, fieldsOf, folderOf, textOf } from "./fields.ts";
import { firstVersion } from "./opencode-first.ts";
import type { OpencodeSession } from "./opencode.ts";
import { objectIn } from "./source-lines.ts";
import { namesIn, theirText } from "./their-files.ts";

/** One session in a list; `updated` is in ms since 1970. */
export type StoredSession = {
  readonly id: string;
  readonly file: string;
  readonly info: Fields;
  readonly updated: number;
};

/** The sessions in the data folder, those of the older place first: some of them were moved. */
export function* storedSessions(data: string): Generator<StoredSession | null> {
  const older = join(data, "project");
  const folders = [
    ...namesIn(older).map((name) => join(older, name, "storage", "session", "info")),
    ...namesIn(join(data, "storage", "session")).map((name) => join(data, "storage", "session", name)),
  ];
  for (const folder of folders)
    for (const file of jsonFilesIn(folder)) {
      const info = infoIn(file);
      yield info === null
        ? null
        : { id: idOf(file), file, info, updated: countOf(fieldsOf(info["time"])["updated"]) ?? 0 };
    }
}

/** Whether a file is where a session's own record would be. */
export function isStoredSession(file: string): boolean {
  return file.endsWith(".json") && basename(dirname(dirname(file))) === "session";
}

/** All of a session, or its last messages; null when it is not there, or when the file is another one. */
export function* readStored(
  file: string,
  most = Number.POSITIVE_INFINITY,
): Generator<void, OpencodeSession | null> {
  const info = infoIn(file);
  if (info === null) return null;
  let unreadable = 0;
  const read = (path: string): Fields[] => {
    const value = objectOf(path);
    if (value === null) unreadable += 1;
    return value === null ? [] : [{ ...value, id: idOf(path) }];
  };
  const { messages: folder, partsOf } = placesOf(file);
  const messages: OpencodeSession["messages"][number][] = [];
  for (const path of jsonFilesIn(folder).slice(-most)) {
    yield;
    for (const message of read(path))
      messages.push(
        firstVersion(message) ?? {
          info: message,
          parts: jsonFilesIn(partsOf(textOf(message["id"]))).flatMap(read),
        },
      );
  }
  return { info, messages: messages.toSorted((one, other) => createdAt(one) - createdAt(other)), unreadable };
}

function placesOf(file: string): {
  readonly messages: string;
  readonly partsOf: (message: string) => string;
} {
  const id = idOf(file);
  const sessions = dirname(dirname(file));
  if (basename(dirname(file)) === "info")
    return {
      messages: join(sessions, "message", id),
      partsOf: (message) => join(sessions, "part", id, message),
    };
  const storage = dirname(sessions);
  return { messages: join(storage, "message", id), partsOf: (message) => join(storage, "part", message) };
}

/** The session's own record; null when it cannot be read, or when it is a whole session that was exported. */
function infoIn(file: string): Fields | null {
  const info = objectOf(file);
  if (info === null || Array.isArray(info["messages"])) return null;
  return {
    ...info,
    id: idOf(file),
    directory: folderOf(info["directory"]) ?? folderIn(placesOf(file).messages),
  };
}

/** Older records do not say where the session belonged: its answers do. */
function folderIn(messages: string): string | null {
  for (const path of jsonFilesIn(messages).slice(0, mostAsked)) {
    const { path: place, metadata } = objectOf(path) ?? {};
    const before = fieldsOf(fieldsOf(fieldsOf(metadata)["assistant"])["path"]);
    const folder = folderOf(fieldsOf(place)["cwd"]) ?? folderOf(before["cwd"]);
    if (folder !== null) return folder;
  }
  return null;
}

/** The second message of a session is an answer; some more, in case it was not given. */
const mostAsked = 8;

function createdAt({ info }: { readonly info: Fields }): number {
  return countOf(fieldsOf(info["time"])["created"]) ?? 0;
}

function idOf(file: string): string {
  return basename(file, ".json");
}

function jsonFilesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}

function objectOf(file: string): Fields | null {
  const text = theirText(file);
  return text === null ? null : objectIn(text);
}
