/** Bringing files back on a real disk: what is said of it, to the user and to the model. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { killedSentence } from "../../src/protocol/interruption.ts";
import { type RestoreEnd, restoreWords } from "../../src/app/restore-words.ts";
import { scene } from "./restore-scene.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test("what stands in a file's place now is said in words for people", async () => {
  const names = ["a folder", "b/folder", "a pipe"];
  const { project, command, plan, last } = await scene(
    Object.fromEntries(names.map((name) => [name, "one"])),
  );
  await using _ = project;
  const to = last();
  await command(names, () => {
    for (const name of names) unlinkSync(project.path(name));
    mkdirSync(project.path("a folder"));
    rmSync(project.path("b"), { recursive: true });
    symlinkSync(project.home, project.path("b"));
    Bun.spawnSync(["mkfifo", project.path("a pipe")]);
  });
  const steps = (await plan(to)).steps.map(({ name, action }) => [
    name,
    action.type === "impossible" ? action.because : action.type,
  ]);
  expect(Object.fromEntries(steps)).toEqual({
    "a folder": "there is a folder now",
    "b/folder": "a folder above it is a link now",
    "a pipe": "there is something else than a file now",
  });
});

test("names in what is said stand on one line, and nothing in them is hidden", async () => {
  const name = "a\n\u202egpj.sh";
  const { project, command, plan, apply, last } = await scene({ [name]: "one" });
  await using _ = project;
  const to = last();
  await command([name], () => writeFileSync(project.path(name), "two"));
  const { words, note } = await apply(await plan(to));
  for (const said of [words.join(" "), note]) {
    expect(said).not.toContain("\n");
    expect(said).not.toContain("\u202e");
    expect(said).toContain("gpj.sh");
  }
});

describe("what could not be seen", () => {
  test("of a command that ran when rein was killed is said", async () => {
    const { project, session, plan, last } = await scene();
    await using _ = project;
    const to = last();
    const result = { ok: false as const, kind: "interrupted" as const, message: killedSentence("stopped") };
    session.append({ type: "tool_result", callId: "c", name: "bash", title: "", result, durationMs: 0 });
    expect((await plan(to)).notes.join(" ")).toContain("rein was stopped while a command ran");
  });
});

test("the model is told which files are not what it knows, the user what was done to which", async () => {
  const { project, command, plan, apply, last } = await scene({ "a.txt": "one" });
  await using _ = project;
  const to = last();
  await command(["a.txt", "new.txt"], () => {
    writeFileSync(project.path("a.txt"), "two");
    writeFileSync(project.path("new.txt"), "new");
  });
  const { words, note } = await apply(await plan(to));
  expect(words).toEqual(["Brought back 1 file: a.txt.", "Removed 1 file that came later: new.txt."]);
  expect(note).toContain("a.txt, new.txt");
  const again = await apply(await plan(to));
  expect(again.words).toEqual(["There was nothing to do: the files are as they were."]);
  expect(again.note).toBe("");
  expect(bytesOf(await project.read("a.txt"))).toEqual(bytesOf("one"));
});

test("of files that failed for one reason that is said once, however many they are", () => {
  const because = "there is no space left on the disk";
  const failed = (name: string, why: string): RestoreEnd => ({
    path: `/p/${name}`,
    name,
    outcome: { type: "failed", because: why },
  });
  const full = Array.from({ length: 3_000 }, (_, at) => failed(`f${at}`, because));
  const others = Array.from({ length: 3_000 }, (_, at) => failed(`g${at}`, `reason ${at}`));
  expect(restoreWords([...full, failed("odd", "it is odd")]).words).toEqual([
    `f0, f1, f2, f3, f4 and 2995 more were left as they are: ${because}.`,
    "odd was left as it is: it is odd.",
  ]);
  expect(restoreWords(others).words.at(-1)).toBe(
    "g5, g6, g7, g8, g9 and 2990 more were left as they are, for other reasons.",
  );
});
