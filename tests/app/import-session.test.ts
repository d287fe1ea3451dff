/** A session that is made of another program's transcript: once, whole, and without secrets. */
import { describe, expect, test } from "bun:test";
import { appendFile, readdir, rename, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type ImportOutcome, importTranscript } from "../../src/app/import-session.ts";
import { UserError } from "../../src/protocol/error.ts";
import { findTranscripts } from "../../src/sessions/import/find-transcripts.ts";
import type { ImportTool } from "../../src/sessions/import/transcript.ts";
import { listSessions } from "../../src/sessions/list.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { openSession, readSession } from "../../src/sessions/session-store.ts";
import { claudeUser, lines } from "../sessions/import/fixtures.ts";
import { claudeFolder, fillAll, fillDatabase, type Home, makeHome, put } from "../sessions/import/stores.ts";

const now = Date.parse("2026-06-01T08:00:00.000Z");

async function imported(place: Home, tool: ImportTool, more: ImportMore = {}): Promise<ImportOutcome> {
  const { env, folder } = place;
  const [found] = await findTranscripts(env, { cwd: folder, tool });
  if (found === undefined) throw new Error(`no session of ${tool}`);
  const { again = false, hidesSecrets = true, variables = {} } = more;
  const parts = {
    paths: dataPaths(env),
    env: { ...env, ...variables },
    cwd: folder,
    version: "0.1.0",
    hidesSecrets,
  };
  return importTranscript(found, { ...parts, now: () => now }, { again });
}

type ImportMore = {
  readonly again?: boolean;
  readonly hidesSecrets?: boolean;
  readonly variables?: Readonly<Record<string, string>>;
};

describe("an imported session", () => {
  test("belongs to the folder, branch and time of the other one, and says what it was made from", async () => {
    await using place = await makeHome();
    await fillAll(place.home, place.folder);
    const outcome = await imported(place, "claude-code");
    expect(outcome).toMatchObject({ type: "imported", cwd: place.folder, messages: 4 });
    if (outcome.type !== "imported") return;
    const { session, notes } = readSession(outcome.file);
    expect(notes).toEqual([]);
    const file = join(place.home, claudeFolder(place.folder), "5f0c1d2e-0000-4000-8000-000000000001.jsonl");
    expect(session.header).toMatchObject({
      cwd: place.folder,
      gitBranch: "feature/cart",
      createdAt: "2026-05-04T10:00:01.000Z",
      importedFrom: {
        tool: "claude-code",
        id: "5f0c1d2e-0000-4000-8000-000000000001",
        size: (await stat(file)).size,
      },
    });
    expect(session.entries.at(-1)).toMatchObject({ type: "notice", at: "2026-06-01T08:00:00.000Z" });
    expect(outcome.notes).toEqual([
      "Conversations of helpers that it had started are left out: 2.",
      "What Claude Code had put in for itself is left out: 1.",
    ]);
  });

  test("of each program opens, is its user's alone, and is the one used last", async () => {
    await using place = await makeHome();
    const paths = dataPaths(place.env);
    await fillAll(place.home, place.folder);
    for (const tool of ["claude-code", "codex", "gemini-cli", "opencode", "pi"] as const) {
      const outcome = await imported(place, tool);
      if (outcome.type !== "imported") throw new Error(`${tool} was not imported`);
      expect((await stat(outcome.file)).mode & 0o777).toBe(0o600);
      const opened = openSession(outcome.file, { paths, now: () => now });
      expect(opened.notes).toEqual([]);
      opened.session.close();
    }
    expect(listSessions(paths, { cwd: place.folder }).map(({ updatedAt }) => updatedAt)).toEqual(
      Array.from({ length: 5 }, () => "2026-06-01T08:00:00.000Z"),
    );
    expect((await readdir(paths.sessions)).filter((name) => !name.endsWith(".jsonl"))).toEqual([]);
  });

  test("has names in place of secrets, in whatever was said or done; where the user wants that not, as it was", async () => {
    await using place = await makeHome();
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    await put(
      place.home,
      place.folder,
      join(claudeFolder(place.folder), "s.jsonl"),
      lines(
        claudeUser("u1", null, "use hunter2hunter2 please"),
        {
          ...claudeUser("a2", "u1", ""),
          type: "assistant",
          message: {
            id: "m",
            model: "claude-sonnet-4-6",
            content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: `echo ${key}` } }],
          },
        },
        claudeUser("u3", "a2", [{ type: "tool_result", tool_use_id: "t", content: key }]),
      ),
    );
    const variables = { SHOP_API_KEY: "hunter2hunter2" };
    const hidden = await imported(place, "claude-code", { variables });
    const text = hidden.type === "imported" ? await Bun.file(hidden.file).text() : "";
    expect(text).toContain("SHOP_API_KEY");
    expect(text).not.toContain("hunter2hunter2");
    expect(text).not.toContain(key);
    const open = await imported(place, "claude-code", { again: true, hidesSecrets: false });
    expect(open.type === "imported" ? await Bun.file(open.file).text() : "").toContain(key);
  });
});

describe("a transcript that was imported before", () => {
  test("is not imported once more, unless it has grown or the user says so", async () => {
    await using place = await makeHome();
    await fillAll(place.home, place.folder);
    for (const tool of ["codex", "opencode"] as const) {
      const first = await imported(place, tool);
      expect(await imported(place, tool)).toEqual({ type: "before", sessionId: first.sessionId });
      const again = await imported(place, tool, { again: true });
      expect(again.type).toBe("imported");
      expect(again.sessionId).not.toBe(first.sessionId);
    }
    const file = join(place.home, ".codex/sessions/2026/05/04/rollout-2026-05-04T11-00-00-x.jsonl");
    await appendFile(file, `${JSON.stringify({ type: "event_msg", payload: {} })}\n`);
    const grown = await imported(place, "codex");
    expect(grown).toMatchObject({ type: "imported" });
    expect(grown.type === "imported" && grown.notes[0]).toContain(
      "was made from the same transcript earlier",
    );
    expect(await imported(place, "codex")).toEqual({ type: "before", sessionId: grown.sessionId });
  });
});

test("one in a database that the user has called something else is imported from there", async () => {
  await using place = await makeHome();
  const { home, folder, env } = place;
  await fillDatabase(home, folder, false);
  await rename(join(home, ".local/share/opencode/opencode.db"), join(home, "mine.sqlite"));
  const elsewhere = { ...place, env: { ...env, OPENCODE_DB: join(home, "mine.sqlite") } };
  expect(await imported(elsewhere, "opencode")).toMatchObject({ type: "imported", cwd: folder });
});

test("one in a database that has grown by a word is imported anew", async () => {
  await using place = await makeHome();
  const database = await fillDatabase(place.home, place.folder, true);
  await imported(place, "opencode");
  expect((await imported(place, "opencode")).type).toBe("before");
  database?.run("INSERT INTO part VALUES ('prt_9', 'msg_3', 'ses_4', 0, 0, ?)", [
    JSON.stringify({ type: "text", text: "ok" }),
  ]);
  expect((await imported(place, "opencode")).type).toBe("imported");
  database?.close();
});

test("what an import has left that was killed on the way is gone with the next one; that of one under way is not", async () => {
  await using place = await makeHome();
  await fillAll(place.home, place.folder);
  const sessions = ".local/share/rein/sessions";
  const old = await put(place.home, place.folder, join(sessions, "20260101-000000-aaa.jsonl.import"), "half");
  await put(place.home, place.folder, join(sessions, "20260101-000001-bbb.jsonl.import"), "half");
  await utimes(old, new Date(0), new Date(0));
  await imported(place, "pi");
  expect((await readdir(join(place.home, sessions))).filter((name) => name.endsWith(".import"))).toEqual([
    "20260101-000001-bbb.jsonl.import",
  ]);
});

test("where nothing was said, or nothing can be written, no session is left", async () => {
  await using place = await makeHome();
  const { home, folder } = place;
  const empty = lines({ ...claudeUser("u1", null, "<local-command-stdout>x</local-command-stdout>") });
  await put(home, folder, join(claudeFolder(folder), "s.jsonl"), empty);
  await expect(imported(place, "claude-code")).rejects.toThrow("Nothing was said");
  await fillAll(home, folder);
  await put(home, folder, ".local/share/rein/sessions", "a file in the place of the folder");
  const thrown = await imported(place, "pi").catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(UserError);
  expect(String(thrown)).toContain("Nothing is left of it.");
});
