/** The folders of the other programs, filled as they fill them, in a home of their own. */
import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { claudeSession, codexSession, lines } from "./fixtures.ts";
import { geminiRecord, opencodeSession, piSession } from "./other-fixtures.ts";

export interface Home extends AsyncDisposable {
  /** Absolute, real. */
  readonly home: string;
  /** The folder that all of the fixtures' sessions belong to. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function makeHome(): Promise<Home> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "rein-others-")));
  const folder = join(home, "work", "shop");
  await mkdir(folder, { recursive: true });
  return {
    home,
    folder,
    env: { HOME: home },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

/** Writes a file below the home; the fixtures' folder becomes `folder`. Returns its path. */
export async function put(home: string, folder: string, path: string, text: string): Promise<string> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text.replaceAll("/home/mara/shop", folder));
  return file;
}

/** Where Claude Code keeps the sessions of a folder. */
export function claudeFolder(folder: string): string {
  return join(".claude", "projects", folder.replaceAll(/[^A-Za-z0-9]/g, "-"));
}

/** A session of each program for the folder, opencode's as files; each was used an hour after the one before. */
export async function fillAll(home: string, folder: string): Promise<void> {
  const session = "5f0c1d2e-0000-4000-8000-000000000001";
  const gemini = join(".gemini", "tmp", createHash("sha256").update(folder).digest("hex"), "chats");
  await put(home, folder, join(claudeFolder(folder), `${session}.jsonl`), lines(...claudeSession()));
  await put(home, folder, join(claudeFolder(folder), session, "subagents", "agent-a1.jsonl"), "{}\n");
  await put(home, folder, join(claudeFolder(folder), "agent-old.jsonl"), lines(...claudeSession()));
  await put(
    home,
    folder,
    ".codex/sessions/2026/05/04/rollout-2026-05-04T11-00-00-x.jsonl",
    lines(...codexSession()),
  );
  await put(
    home,
    folder,
    join(gemini, "session-2026-05-04T12-00-c0ffee00.json"),
    JSON.stringify(geminiRecord(), null, 2),
  );
  await put(home, folder, ".pi/agent/sessions/--work-shop--/2026_pi-5.jsonl", lines(...piSession()));
  const files = [".claude", ".codex", ".gemini", ".pi"].map((name) => join(home, name));
  for (const [at, place] of files.entries())
    for (const name of await readdir(place, { recursive: true }))
      await utimes(join(place, name), usedAt(at), usedAt(at));
  const { info, messages } = opencodeSession();
  const storage = ".local/share/opencode/storage";
  await put(home, folder, join(storage, "session", "p1", "ses_4.json"), JSON.stringify(info));
  for (const message of messages) {
    const id = String(message.info["id"]);
    await put(home, folder, join(storage, "message", "ses_4", `${id}.json`), JSON.stringify(message.info));
    for (const part of message.parts)
      await put(home, folder, join(storage, "part", id, `${String(part["id"])}.json`), JSON.stringify(part));
  }
}

/** Seconds since 1970; opencode's session says of itself that it was used at 13:00 of that day. */
function usedAt(order: number): number {
  return Date.parse("2026-05-04T10:30:00.000Z") / 1000 + order * 3600;
}

/**
 * The same session of opencode in its database; `isOpen` leaves it as a running program does, with what was written last
 * in the log beside it. Returns the database, to be closed.
 */
export async function fillDatabase(home: string, folder: string, isOpen: boolean): Promise<Database | null> {
  const data = join(home, ".local/share/opencode");
  await mkdir(data, { recursive: true });
  const database = new Database(join(data, "opencode.db"));
  database.run("PRAGMA journal_mode = WAL");
  database.run(
    "CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER)",
  );
  database.run(
    "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT)",
  );
  database.run(
    "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT)",
  );
  const { info, messages } = opencodeSession();
  const time = Date.parse("2026-05-04T13:00:00.000Z");
  database.run("INSERT INTO session VALUES (?, 'p1', NULL, ?, ?, NULL, ?, ?)", [
    "ses_4",
    folder,
    String(info["title"]),
    time,
    time,
  ]);
  database.run("INSERT INTO session VALUES ('ses_5', 'p1', 'ses_4', ?, 'a helper', NULL, ?, ?)", [
    folder,
    time,
    time,
  ]);
  for (const [at, message] of messages.entries()) {
    const { id, ...data } = message.info;
    database.run("INSERT INTO message VALUES (?, 'ses_4', ?, ?, ?)", [
      String(id),
      time + at,
      time + at,
      JSON.stringify(data),
    ]);
    for (const { id: part, ...rest } of message.parts)
      database.run("INSERT INTO part VALUES (?, ?, 'ses_4', ?, ?, ?)", [
        String(part),
        String(id),
        time,
        time,
        JSON.stringify(rest),
      ]);
  }
  if (isOpen) return database;
  database.close();
  return null;
}

/** Every file below a folder with its size and the time of its last change. */
export async function everything(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.toSorted().map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
}
