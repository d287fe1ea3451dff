import { describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  appendPrompt,
  loadPrompts,
  longestPrompt,
  openPromptHistory,
  type Prompt,
  type PromptHistory,
} from "../../src/sessions/prompt-history.ts";
import { temporaryFolder } from "./data-folder.ts";

const at = "2030-01-02T03:04:05.000Z";
const newFile = () => join(temporaryFolder(), "data", "prompt-history.jsonl");
const texts = (prompts: readonly Prompt[]) => prompts.map(({ text }) => text);
const add = (file: string, ...all: string[]) => {
  for (const text of all) appendPrompt(file, { text, at, cwd: "/work" });
};

test("what was typed comes back, oldest first, with its line ends", () => {
  const file = newFile();
  add(file, "one", "two\nlines", "三 😀");
  expect(texts(loadPrompts(file))).toEqual(["one", "two\nlines", "三 😀"]);
});

test("a history that was never written is empty", () => {
  expect(loadPrompts(newFile())).toEqual([]);
});

test("is readable by its user only", () => {
  const file = newFile();
  add(file, "secret");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
});

test("the same prompt twice in a row counts once, later again it counts again", () => {
  const file = newFile();
  add(file, "a", "a", "b", "a");
  expect(texts(loadPrompts(file))).toEqual(["a", "b", "a"]);
});

test("each comes with the folder it was sent in, also the same one from two folders", () => {
  const file = newFile();
  add(file, "build it");
  appendPrompt(file, { text: "build it", at, cwd: "/other" });
  expect(loadPrompts(file).map(({ text, cwd }) => [text, cwd])).toEqual([
    ["build it", "/work"],
    ["build it", "/other"],
  ]);
});

test("only the last ones are loaded", () => {
  const file = newFile();
  const lines = Array.from({ length: 1_500 }, (_, index) =>
    JSON.stringify({ text: `prompt ${index}`, at, cwd: "/" }),
  );
  add(file, "first");
  appendFileSync(file, `${lines.join("\n")}\n`);
  const prompts = loadPrompts(file);
  expect(prompts).toHaveLength(1_000);
  expect(prompts.at(-1)?.text).toBe("prompt 1499");
  expect(texts(loadPrompts(file, 2))).toEqual(["prompt 1498", "prompt 1499"]);
});

test("of a huge file only the end is read", () => {
  const file = newFile();
  add(file, "old");
  appendFileSync(file, `${JSON.stringify({ text: "x".repeat(3_000_000), at, cwd: "/" })}\n`);
  add(file, "new");
  expect(texts(loadPrompts(file))).toEqual(["new"]);
});

test("damaged lines cost only themselves, and a torn last line is not glued to the next prompt", () => {
  const file = newFile();
  add(file, "one");
  appendFileSync(
    file,
    `no json\n{"text":5}\n\0\0\0${JSON.stringify({ text: "two", at, cwd: "/" })}\n{"text":"to`,
  );
  add(file, "three");
  expect(texts(loadPrompts(file))).toEqual(["one", "two", "three"]);
});

test("half an emoji does not damage the file", () => {
  const file = newFile();
  add(file, "cut \ud83d");
  expect(texts(loadPrompts(file))).toEqual(["cut \uFFFD"]);
});

test("a history that cannot be read says why", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  expect(() => loadPrompts(join(folder, "file", "prompt-history.jsonl"))).toThrow("ENOTDIR");
});

describe("what is read later", () => {
  const line = (text: string) => `${JSON.stringify({ text, at, cwd: "/work" })}\n`;
  const older = (history: PromptHistory) => {
    const parts: Prompt[][] = [];
    for (let part = history.older(); part !== null; part = history.older()) parts.push(part);
    return texts(parts.toReversed().flat());
  };

  test("are all the older ones, each once, in their order, with a bounded part at a time", () => {
    const file = newFile();
    add(file, "first");
    const all = Array.from({ length: 20_000 }, (_, index) => `prompt ${index} ${"é".repeat(index % 50)}`);
    appendFileSync(file, all.map(line).join(""));
    const history = openPromptHistory(file);
    const newest = texts(history.newest());
    expect(newest.length).toBeLessThan(6_000);
    expect([...older(history), ...newest]).toEqual(["first", ...all]);
    expect(history.older()).toBeNull();
  });

  test("are those in front of a line of megabytes, too; the line itself is left out", () => {
    const file = newFile();
    add(file, "old");
    for (const count of [3_000_000, 9_000_000]) {
      appendFileSync(file, line("x".repeat(count)));
      add(file, `behind ${count}`);
    }
    const history = openPromptHistory(file);
    const newest = texts(history.newest());
    expect([...older(history), ...newest]).toEqual(["old", "behind 3000000", "behind 9000000"]);
  });

  test("is what others have added since, not what was added here", () => {
    const file = newFile();
    const history = openPromptHistory(file);
    expect([history.newest(), history.added()]).toEqual([[], []]);
    add(file, "there");
    history.add({ text: "here", at, cwd: "/work" });
    appendFileSync(file, '{"text":"half');
    expect(texts(history.added())).toEqual(["there"]);
    expect(history.added()).toEqual([]);
    add(file, "there again");
    expect(texts(history.added())).toEqual(["there again"]);
  });

  test("is a line whole that was half written when it was looked at first, and what stands behind NULs", () => {
    const file = newFile();
    add(file, "before");
    const long = `long ${"é".repeat(200_000)}`;
    const bytes = Buffer.from(line(long));
    appendFileSync(file, bytes.subarray(0, 150_001));
    const history = openPromptHistory(file);
    expect([texts(history.newest()), history.added()]).toEqual([["before"], []]);
    appendFileSync(file, bytes.subarray(150_001));
    expect(texts(history.added())).toEqual([long]);
    appendFileSync(file, `{"text":"to\0\0${line("behind")}`);
    expect(texts(history.added())).toEqual(["behind"]);
    expect(texts(loadPrompts(file))).toEqual(["before", long, "behind"]);
  });

  test("begins anew when the file was replaced or emptied in the meantime", () => {
    const file = newFile();
    add(file, "a", "b");
    const history = openPromptHistory(file);
    history.newest();
    writeFileSync(file, line("c"));
    expect(texts(history.added())).toEqual(["c"]);
    rmSync(file);
    expect(history.added()).toEqual([]);
    add(file, "d");
    expect(texts(history.added())).toEqual(["d"]);
    expect(history.older()).toBeNull();
  });
});

test("a paste that would push out everything else is not kept", () => {
  const file = newFile();
  const history = openPromptHistory(file);
  expect(history.add({ text: "x".repeat(longestPrompt + 1), at, cwd: "/" })).toBeFalse();
  expect(history.add({ text: "x".repeat(longestPrompt), at, cwd: "/" })).toBeTrue();
  expect(loadPrompts(file)).toHaveLength(1);
});

test("a link in the place of the history is not followed, neither read nor written", () => {
  const folder = temporaryFolder();
  const target = join(folder, "target");
  writeFileSync(target, "");
  const file = join(folder, "prompt-history.jsonl");
  symlinkSync(target, file);
  const history = openPromptHistory(file);
  expect(() => history.newest()).toThrow(/link/);
  expect(() => history.add({ text: "x", at, cwd: "/" })).toThrow(/link/);
  expect(readFileSync(target, "utf8")).toBe("");
});
