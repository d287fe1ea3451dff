/** Sessions of other programs are found where those keep them, and nothing of theirs is touched. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { findTranscripts } from "../../../src/sessions/import/find-transcripts.ts";
import { inSlices } from "../../../src/sessions/import/in-slices.ts";
import { loadOpencode } from "../../../src/sessions/import/opencode-store.ts";
import { readOpencode } from "../../../src/sessions/import/opencode.ts";
import { transcriptEnd } from "../../../src/sessions/import/transcript-end.ts";
import { claudeSession, claudeUser, codexSession, lines } from "./fixtures.ts";
import { geminiRecord, piSession } from "./other-fixtures.ts";
import { claudeFolder, everything, fillAll, fillDatabase, makeHome, put } from "./stores.ts";

describe("the sessions of a folder", () => {
  test("are those of all the programs, without those of helpers", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    await fillAll(home, folder);
    const before = await everything(home);
    const found = await findTranscripts(env, { cwd: folder });
    expect(found.map(({ tool, id, title, cwd }) => ({ tool, id, title, cwd })).toSorted(byTool)).toEqual([
      {
        tool: "claude-code",
        id: "5f0c1d2e-0000-4000-8000-000000000001",
        title: "Fix the total of the cart",
        cwd: folder,
      },
      { tool: "codex", id: "019a0000-1111-7000-8000-000000000002", title: "List the tests", cwd: folder },
      {
        tool: "gemini-cli",
        id: "c0ffee00-0000-4000-8000-000000000003",
        title: "Look at the readme",
        cwd: folder,
      },
      { tool: "opencode", id: "ses_4", title: "Run the linter", cwd: folder },
      { tool: "pi", id: "pi-5", title: "Counting", cwd: folder },
    ]);
    expect(await everything(home)).toEqual(before);
  });

  test("are not those of another one, and all of them are with no folder named", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    await fillAll(home, folder);
    expect(await findTranscripts(env, { cwd: join(home, "work") })).toEqual([]);
    expect(await findTranscripts(env, { here: folder })).toHaveLength(5);
    expect((await findTranscripts(env, { tool: "pi" })).map(({ tool }) => tool)).toEqual(["pi"]);
  });

  test("of two folders that Claude Code gives one name, each has its own", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const twin = join(home, "work-shop");
    await put(home, folder, join(claudeFolder(folder), "one.jsonl"), lines(...claudeSession()));
    await put(home, twin, join(claudeFolder(twin), "two.jsonl"), lines(...claudeSession()));
    expect((await findTranscripts(env, { cwd: twin })).map(({ file }) => file)).toEqual([
      join(home, claudeFolder(folder), "two.jsonl"),
    ]);
  });

  test("are found also where its path is too long for a name, as Claude Code names its folder then", async () => {
    await using place = await makeHome();
    const { home, folder, env } = place;
    const deep = join(folder, "deeper".repeat(20), "and".repeat(40));
    const cut = `${claudeFolder(deep).slice(0, claudeFolder("").length + 1 + 200)}-1kx3c9`;
    const file = await put(home, deep, join(cut, "one.jsonl"), lines(...claudeSession()));
    await put(home, join(deep, "other"), join(cut, "two.jsonl"), lines(...claudeSession()));
    expect((await findTranscripts(env, { cwd: deep })).map((found) => found.file)).toEqual([file]);
  });
});

test("variables that move the folders are followed", async () => {
  await using place = await makeHome();
  const { home, folder } = place;
  const name = folder.replaceAll(/[^A-Za-z0-9]/g, "-");
  await put(home, folder, join("c/projects", name, "s.jsonl"), lines(...claudeSession()));
  await put(home, folder, "x/sessions/2026/05/04/rollout-a.jsonl", lines(...codexSession()));
  await put(home, folder, "g/.gemini/tmp/shop/chats/session-a.json", JSON.stringify(geminiRecord()));
  await put(home, folder, "g/.gemini/projects.json", JSON.stringify({ projects: { [folder]: "shop" } }));
  await put(home, folder, "p/s.jsonl", lines(...piSession()));
  const env = {
    HOME: home,
    CLAUDE_CONFIG_DIR: "~/c",
    CODEX_HOME: join(home, "x"),
    GEMINI_CLI_HOME: join(home, "g"),
    PI_CODING_AGENT_SESSION_DIR: join(home, "p"),
  };
  expect((await findTranscripts(env, { cwd: folder })).map(({ tool }) => tool).toSorted()).toEqual([
    "claude-code",
    "codex",
    "gemini-cli",
    "pi",
  ]);
});

test("the list goes by the last change, and what cannot be read is not in it", async () => {
  await using place = await makeHome();
  const { home, folder, env } = place;
  await fillAll(home, folder);
  await put(home, folder, join(claudeFolder(folder), "empty.jsonl"), "");
  await put(home, folder, ".codex/sessions/2026/05/04/rollout-broken.jsonl", "{broken\n");
  await put(home, folder, ".pi/agent/sessions/x/plain.jsonl", "no JSON at all\n");
  const found = await findTranscripts(env, { cwd: folder });
  expect(found).toHaveLength(5);
  expect(found.map(({ tool }) => tool)).toEqual(["pi", "opencode", "gemini-cli", "codex", "claude-code"]);
});

describe("the database of opencode", () => {
  for (const isOpen of [false, true]) {
    test(`is read whole and left without a trace, ${isOpen ? "while it is written to" : "when nobody has it open"}`, async () => {
      await using place = await makeHome();
      const { home, folder, env } = place;
      const database = await fillDatabase(home, folder, isOpen);
      const before = await everything(home);
      const found = await findTranscripts(env, { cwd: folder });
      expect(found).toMatchObject([{ tool: "opencode", id: "ses_4", title: "Run the linter" }]);
      const session = await loadOpencode({ id: "ses_4", source: found[0]?.file ?? "" });
      const { told } = await inSlices(readOpencode(session ?? { info: {}, messages: [], unreadable: 0 }));
      expect(told.map(({ type }) => type)).toEqual(["notice", "user", "answer", "result", "answer"]);
      // What is only in the log of a running program is not worth a copy of both.
      if (found[0] !== undefined && !isOpen)
        expect(transcriptEnd(found[0]).assistant).toBe("There is one problem.");
      expect(await everything(home)).toEqual(before);
      database?.close();
    });
  }

  test("of another kind has no sessions for us", async () => {
    await using place = await makeHome();
    await put(place.home, place.folder, ".local/share/opencode/opencode.db", "not a database");
    expect(await findTranscripts(place.env)).toEqual([]);
  });
});

test("the end of a transcript is read from its end", async () => {
  await using place = await makeHome();
  const { home, folder } = place;
  const many = Array.from({ length: 400 }, (_value, at) =>
    claudeUser(`u${at}`, at === 0 ? null : `u${at - 1}`, `question ${at} ${"x".repeat(400)}`),
  );
  const file = await put(home, folder, "long.jsonl", lines(...many, ...claudeSession().slice(1)));
  expect(transcriptEnd({ tool: "claude-code", file, id: "x" })).toEqual({
    user: "Why is the total wrong?",
    assistant: "The total began at 1. It is 0 now.",
  });
});

function byTool(one: { readonly tool: string }, other: { readonly tool: string }): number {
  return one.tool < other.tool ? -1 : 1;
}
