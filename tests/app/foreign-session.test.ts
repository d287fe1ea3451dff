/** Whose session an id is that is none of ours: nothing is made of a short beginning or of words, and never twice. */
import { describe, expect, test } from "bun:test";
import { readdirSync, utimesSync } from "node:fs";
import { appendFile, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { elsewhereWords, foreignSession, looksForeign } from "../../src/app/foreign-session.ts";
import { importTranscript } from "../../src/app/import-session.ts";
import { idOfFile } from "../../src/sessions/file-name.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { claudeSession, codexSession, lines } from "../sessions/import/fixtures.ts";
import { claudeFolder, fillAll, type Home, makeHome, put } from "../sessions/import/stores.ts";

const claude = "5f0c1d2e-0000-4000-8000-000000000001";
const codex = "019a0000-1111-7000-8000-000000000002";

function lookFor(text: string, { env, folder }: Home, onUnreadable = (_file: string, _why: string) => {}) {
  return foreignSession(text, { paths: dataPaths(env), env, cwd: folder, onUnreadable });
}

async function importNamed(text: string, place: Home): Promise<string> {
  const { env, folder } = place;
  const foreign = await lookFor(text, place);
  if (foreign.type !== "whole") throw new Error(`${text} is ${foreign.type}`);
  const parts = { paths: dataPaths(env), env, cwd: folder, version: "0.1.0", hidesSecrets: true };
  return (await importTranscript(foreign.found, { ...parts, now: Date.now })).sessionId;
}

describe("an id of another program", () => {
  test.each<[string, string]>([
    [claude, "whole claude-code"],
    [claude.toUpperCase(), "whole claude-code"],
    [claude.slice(0, 30), "whole claude-code"],
    [claude.slice(0, 18), "unclear claude-code"],
    ["5f0c", "unclear claude-code"],
    ["5f0", "none"],
    // Nothing in the name of its file says that it is this one.
    [codex, "whole codex"],
    ["c0ffee00-0000-4000-8000-000000000003", "whole gemini-cli"],
    ["ses_4", "unclear opencode"],
    ["pi-5", "unclear pi"],
    ["the total of the cart", "none"],
    ["5f0c1d2e-0000-4000-8000-000000000009", "none"],
    ["", "none"],
  ])("%s names one by its whole id, is too little for that, or names none: %s", async (text, expected) => {
    await using place = await makeHome();
    await fillAll(place.home, place.folder);
    const foreign = await lookFor(text, place);
    const found =
      foreign.type === "whole" ? [foreign.found] : foreign.type === "unclear" ? foreign.found : [];
    expect([foreign.type, ...found.map((one) => one.tool)].join(" ")).toBe(expected);
  });

  test("is that of the session that was made of it, also when it has grown or is gone there", async () => {
    await using place = await makeHome();
    const { home, folder } = place;
    await fillAll(home, folder);
    const sessionId = await importNamed(codex, place);
    const known = { type: "imported", sessionId, id: codex, program: "Codex", hasGrown: false } as const;
    // Its file has another name, so only those with the id in their names would be looked at.
    expect(await lookFor(codex, place)).toEqual(known);
    expect(await lookFor(codex.slice(0, 30), place)).toEqual(known);
    await put(
      home,
      folder,
      `.codex/sessions/2026/05/05/rollout-2026-${codex}.jsonl`,
      lines(...codexSession(), {}),
    );
    expect(await lookFor(codex, place)).toEqual({ ...known, hasGrown: true });
    expect(await lookFor("019a00", place)).toMatchObject({
      type: "unclear",
      found: [{ importedAs: sessionId }],
    });
  });

  test("is made one session of where two want it at the same moment", async () => {
    await using place = await makeHome();
    await fillAll(place.home, place.folder);
    const [one, other] = await Promise.all([importNamed(claude, place), importNamed(claude, place)]);
    expect(one).toBe(other);
    expect(readdirSync(dataPaths(place.env).sessions)).toHaveLength(1);
    expect(readdirSync(dataPaths(place.env).locks)).toEqual([]);
  });

  test("of one that was imported twice is that of the session that was written to last", async () => {
    await using place = await makeHome();
    await fillAll(place.home, place.folder);
    const parts = { paths: dataPaths(place.env), env: place.env, cwd: place.folder, version: "0.1.0" };
    const foreign = await lookFor(claude, place);
    if (foreign.type !== "whole") throw new Error(foreign.type);
    for (const _ of [1, 2, 3])
      await importTranscript(foreign.found, { ...parts, hidesSecrets: true, now: Date.now }, { again: true });
    const { sessions } = dataPaths(place.env);
    const logs = readdirSync(sessions).map((name) => join(sessions, name));
    expect(logs).toHaveLength(3);
    for (const log of logs) {
      for (const other of logs) utimesSync(other, 1_000, other === log ? 2_000 : 1_000);
      const sessionId = idOfFile(basename(log)) ?? "";
      expect(await lookFor(claude, place)).toMatchObject({ type: "imported", sessionId });
    }
  });

  test("of one that has grown goes on with what was made of it, in which what came since is not", async () => {
    await using place = await makeHome();
    const { home, folder } = place;
    await fillAll(home, folder);
    const sessionId = await importNamed(claude, place);
    expect(await lookFor(claude, place)).toMatchObject({ type: "imported", sessionId, hasGrown: false });
    await appendFile(join(home, claudeFolder(folder), `${claude}.jsonl`), "{}\n");
    expect(await lookFor(claude, place)).toMatchObject({ type: "imported", sessionId, hasGrown: true });
  });

  test("in the name of what cannot be read is none, and that is told", async () => {
    await using place = await makeHome();
    await fillAll(place.home, place.folder);
    const name = `${claude.slice(0, -1)}9`;
    await mkdir(join(place.home, claudeFolder(place.folder), `${name}.jsonl`));
    const told: string[] = [];
    const look = (text: string) =>
      lookFor(text, place, (file, why) => told.push(`${basename(file)}: ${why}`));
    expect(await look(claude)).toMatchObject({ type: "whole" });
    expect(told).toEqual([]);
    expect(await look(name)).toEqual({ type: "none" });
    expect(told).toEqual([`${name}.jsonl: it is not a regular file`]);
  });

  test("that two have names neither: the words say which command takes which", async () => {
    await using place = await makeHome();
    const { home, folder } = place;
    await fillAll(home, folder);
    const twin = await put(home, folder, `.claude/projects/it's/${claude}.jsonl`, lines(...claudeSession()));
    const foreign = await lookFor(claude, place);
    if (foreign.type !== "unclear") throw new Error(foreign.type);
    const words = elsewhereWords(claude, foreign.found);
    expect(words).toContain("other programs have 2.");
    expect(words).toContain(
      `rein sessions import '${twin.replace("'", String.raw`'\''`)}'  (Claude Code, “Fix the total`,
    );
  });
});

test.each<[string, boolean]>([
  [claude, true],
  ["ses_4f1aB2c3D4e5F6g7H8i9J0k1L2", true],
  ["internationalization", false],
  ["20261130123456", false],
  ["fix the login 2", false],
  ["k3m9x2p7qa", false],
])("%s looks like another program's id: %p", (text, expected) => {
  expect(looksForeign(text)).toBe(expected);
});
