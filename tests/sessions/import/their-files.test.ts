/** What stands where the other programs keep their files may be anything: nothing of it stops rein. */
import { describe, expect, test } from "bun:test";
import { chmod, mkdir, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { findTranscripts } from "../../../src/sessions/import/find-transcripts.ts";
import { loadOpencode } from "../../../src/sessions/import/opencode-store.ts";
import { readOpencode } from "../../../src/sessions/import/opencode.ts";
import { lineAt, sourceLines, sourceOf } from "../../../src/sessions/import/source-lines.ts";
import { headOf, openTheirs } from "../../../src/sessions/import/their-files.ts";
import { transcriptEnd } from "../../../src/sessions/import/transcript-end.ts";
import { claudeUser, codexSession, lines } from "./fixtures.ts";
import { geminiRecord, opencodeSession } from "./other-fixtures.ts";
import { atOnce, said } from "./told.ts";
import { claudeFolder, fillAll, makeHome, put } from "./stores.ts";

describe("in the place of a file", () => {
  test("a FIFO, a device or a folder is passed over, and never waited for", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    await fillAll(home, folder);
    const claude = join(home, claudeFolder(folder));
    for (const fifo of [
      join(claude, "fifo.jsonl"),
      join(home, ".codex/sessions/2026/05/04/rollout-fifo.jsonl"),
      join(home, ".gemini/projects.json"),
      join(home, ".local/share/opencode/storage/session/p1/ses_fifo.json"),
      join(home, ".local/share/opencode/opencode.db"),
    ])
      expect(Bun.spawnSync(["mkfifo", fifo]).exitCode).toBe(0);
    await symlink("/dev/zero", join(claude, "zero.jsonl"));
    await symlink(join(claude, "loop.jsonl"), join(claude, "loop.jsonl"));
    await mkdir(join(claude, "folder.jsonl"));
    const found = await findTranscripts(env, { cwd: folder });
    expect(found.map(({ tool }) => tool).toSorted()).toEqual([
      "claude-code",
      "codex",
      "gemini-cli",
      "opencode",
      "pi",
    ]);
    expect(() => headOf(join(claude, "fifo.jsonl"), 10)).toThrow("not a regular file");
    await expect(openTheirs(join(claude, "zero.jsonl"))).rejects.toThrow("not a regular file");
  });

  test("a link to one is followed", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const kept = await put(home, folder, "kept/s.jsonl", lines(...codexSession()));
    await mkdir(join(home, ".codex/sessions"), { recursive: true });
    await symlink(kept, join(home, ".codex/sessions/rollout-linked.jsonl"));
    expect(await findTranscripts(env, { cwd: folder })).toMatchObject([{ title: "List the tests" }]);
  });
});

describe("a rollout of Codex that is compressed", () => {
  const rollout = ".codex/sessions/2026/05/04/rollout-2026-05-04T11-00-00-x.jsonl";

  test("is listed, read whole, and hidden by the one that it became again", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const text = lines(...codexSession()).replaceAll("/home/mara/shop", folder);
    const packed = await put(home, folder, `${rollout}.zst`, "");
    await Bun.write(packed, zstdCompressSync(text));
    expect(await findTranscripts(env, { cwd: folder })).toMatchObject([
      { tool: "codex", file: packed, title: "List the tests", size: null },
    ]);
    const source = await openTheirs(packed);
    expect(new TextDecoder().decode(source.read(0, source.length))).toBe(text);
    const plain = await put(home, folder, rollout, lines(...codexSession()));
    expect(await findTranscripts(env, { cwd: folder })).toMatchObject([{ file: plain }]);
  });

  test("is listed by its beginning when it is long, and not at all when it only wants to fill the memory", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const long = lines(
      ...codexSession(),
      ...Array.from({ length: 20_000 }, () => ({ n: crypto.randomUUID() })),
    );
    const file = await put(home, folder, `${rollout}.zst`, "");
    await Bun.write(file, zstdCompressSync(long));
    expect(await findTranscripts(env)).toMatchObject([{ title: "List the tests" }]);
    await Bun.write(file, zstdCompressSync(new Uint8Array(64 * 1024 * 1024)));
    expect(await findTranscripts(env)).toEqual([]);
  });
});

test("a chat that is too long to be looked at is listed by its folder and by what its beginning says", async () => {
  await using place = await makeHome();
  const { home, folder, env } = place;
  const record = { ...geminiRecord(), filler: "x".repeat(5_000_000) };
  const file = await put(
    home,
    folder,
    ".gemini/tmp/shop/chats/session-a.json",
    JSON.stringify(record, null, 2),
  );
  await put(home, folder, ".gemini/tmp/shop/.project_root", folder);
  expect(await findTranscripts(env, { cwd: folder })).toMatchObject([
    { file, id: "c0ffee00-0000-4000-8000-000000000003", cwd: folder, title: "" },
  ]);
});

test("a session that begins with a picture is listed by what stands before it", async () => {
  await using place = await makeHome();
  const { home, folder, env } = place;
  const picture = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "A".repeat(300_000) },
  };
  const [first, ...others] = [
    { ...claudeUser("u1", null, [picture, { type: "text", text: '"cwd":"/elsewhere"' }]) },
    claudeUser("u2", "u1", "what is it?"),
  ];
  const { message, ...facts } = first ?? {};
  const text = lines({ ...facts, message }, ...others);
  const file = await put(home, folder, join(claudeFolder(folder), "s.jsonl"), text);
  expect(await findTranscripts(env, { cwd: folder })).toMatchObject([
    { file, id: "5f0c1d2e-0000-4000-8000-000000000001", cwd: folder, title: "" },
  ]);
});

test("a run of NULs, of line breaks or of spaces is no work, and hides nothing", async () => {
  for (const gap of [0, 0x0a, 0x0d, 0x20]) {
    const bytes = new Uint8Array(8 * 1024 * 1024).fill(gap);
    bytes.set(new TextEncoder().encode('{"a":1}\n'));
    bytes.set(new TextEncoder().encode('{"b":2}'), bytes.length - 7);
    const values = [...sourceLines(sourceOf(bytes))].map(({ value }) => value);
    expect(values).toEqual([{ a: 1 }, { b: 2 }]);
  }
});

test("what stands between NULs is read once, however many there are", () => {
  const text = '{"a":1}\0'.repeat(50_000);
  expect([...sourceLines(sourceOf(new TextEncoder().encode(text)))]).toHaveLength(50_000);
});

test("a line is the same wherever it is cut by reading", async () => {
  await using place = await makeHome();
  const long = Array.from({ length: 9 }, (_value, at) => ({ at, text: "é".repeat(at * 100_003) }));
  const file = await put(place.home, place.folder, "long.jsonl", `\n\0\0${lines(...long)}{"torn":`);
  const source = await openTheirs(file);
  const found = [...sourceLines(source)];
  expect(found.map(({ value }) => value)).toEqual([...long, null]);
  expect(found.slice(0, -1).map((line) => lineAt(source, line))).toEqual(long);
  source.close();
});

test("a file that is cut while it is read gives what there is", async () => {
  await using place = await makeHome();
  const file = await put(place.home, place.folder, "s.jsonl", lines(...codexSession()));
  await truncate(file, 300);
  expect(headOf(file, 10_000).bytes).toHaveLength(300);
  expect(transcriptEnd({ tool: "codex", file, id: "x" })).toEqual({ user: "", assistant: "" });
});

describe("sessions of opencode", () => {
  test("are found in its first folders, where answers say where they belong", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const { info, messages } = opencodeSession();
    const { directory: _folder, ...older } = info as Record<string, unknown>;
    const root = ".local/share/opencode/project/home-mara-shop/storage/session";
    await put(home, folder, join(root, "info/ses_4.json"), JSON.stringify(older));
    for (const { info: message, parts } of messages) {
      const id = String(message["id"]);
      const said = message["role"] === "assistant" ? { ...message, path: { cwd: folder } } : message;
      await put(home, folder, join(root, "message/ses_4", `${id}.json`), JSON.stringify(said));
      for (const part of parts)
        await put(
          home,
          folder,
          join(root, "part/ses_4", id, `${String(part["id"])}.json`),
          JSON.stringify(part),
        );
    }
    const [found] = await findTranscripts(env, { cwd: folder });
    expect(found).toMatchObject({ id: "ses_4", title: "Run the linter", cwd: folder });
    expect(transcriptEnd(found ?? { tool: "opencode", file: "", id: "" })).toMatchObject({
      assistant: "There is one problem.",
    });
  });

  test("of its first version hold what was said in the messages themselves", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const root = ".local/share/opencode/project/shop/storage/session";
    const time = { created: 1, completed: 2 };
    const ran = {
      state: "result",
      toolCallId: "c1",
      toolName: "bash",
      args: { command: "ls" },
      result: "a.ts",
    };
    const records = {
      "info/ses_1.json": { id: "ses_1", title: "Look", time: { created: 1, updated: 2 } },
      "message/ses_1/msg_1.json": {
        id: "msg_1",
        role: "user",
        parts: [{ type: "text", text: "what is here?" }],
        metadata: { time },
      },
      "message/ses_1/msg_2.json": {
        id: "msg_2",
        role: "assistant",
        parts: [
          { type: "tool-invocation", toolInvocation: ran },
          { type: "step-start" },
          { type: "text", text: "One file." },
        ],
        metadata: {
          time,
          assistant: {
            modelID: "claude-sonnet-4",
            providerID: "anthropic",
            path: { cwd: folder, root: folder },
          },
          tool: { c1: { title: "ls", time: { start: 3, end: 5 } } },
        },
      },
    };
    for (const [name, record] of Object.entries(records))
      await put(home, folder, join(root, name), JSON.stringify(record));
    const [found] = await findTranscripts(env, { cwd: folder });
    const session = await loadOpencode({ id: "ses_1", source: found?.file ?? "" });
    expect(session).not.toBeNull();
    expect(said(atOnce(readOpencode(session ?? { info: {}, messages: [], unreadable: 0 })))).toEqual([
      "user: what is here?",
      "turn anthropic/claude-sonnet-4",
      "1 call bash",
      "result bash ls ok: a.ts",
      "2 text One file.",
      "end completed",
      "title Look",
    ]);
  });

  test("of a database that cannot be read are told of", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const broken = await put(home, folder, ".local/share/opencode/opencode.db", "not a database");
    const told: string[] = [];
    await fillAll(home, folder);
    const found = await findTranscripts(env, { cwd: folder, onUnreadable: (file) => told.push(file) });
    expect(found).toHaveLength(5);
    expect(told).toEqual([broken]);
  });
});

// For root everything is.
test.skipIf(process.getuid?.() === 0)("what is not ours to read is passed over", async () => {
  await using place = await makeHome();
  const { home, folder, env } = place;
  const file = await put(home, folder, ".codex/sessions/rollout-closed.jsonl", lines(...codexSession()));
  await chmod(file, 0);
  expect(await findTranscripts(env)).toEqual([]);
});
