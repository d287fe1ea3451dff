/** `--ephemeral` leaves nothing behind, and `--session-id` names what is begun. */
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { hasSandbox } from "../support/sandbox.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, begin, composerShows, killHard, leave, send } from "./start.ts";

/** Every file in the home and the temporary folder that holds these words. */
function filesWith({ home, env }: TestProject, words: string): string[] {
  const folders = [home, env["TMPDIR"] ?? ""];
  const { stdout } = Bun.spawnSync(["grep", "-rlF", words, ...folders]);
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}

function sessionsOf({ home }: TestProject): string[] {
  return [...new Glob("**/sessions/*.jsonl").scanSync({ cwd: home, dot: true })].map((name) =>
    basename(name),
  );
}

const loud = "echo a-word-of-the-output; head -c 300000 /dev/zero | tr '\\0' x; touch made";

describe("--ephemeral", () => {
  test("answers and acts, and leaves nothing of it on the disk", async () => {
    await using project = await makeProject({ "a.txt": "what it held\n" });
    await using server = await serveModel([
      [call("edit_file", { path: "a.txt", old_string: "what it held", new_string: "what it holds" })],
      [call("bash", { command: loud })],
      [text("All done.")],
    ]);
    const args = ["-p", "--ephemeral", "--allow", "edit", "--allow", "bash", "change a-word-of-mine"];
    const { out, err, code } = await runRein(args, { project, env: accessTo(server) });
    expect({ out, code }).toEqual({ out: "All done.\n", code: 0 });
    expect(err).toContain("Nothing of this session is kept (--ephemeral).");
    expect(await project.read("a.txt")).toBe("what it holds\n");
    expect(sessionsOf(project)).toEqual([]);
    for (const words of ["a-word-of-mine", "a-word-of-the-output", "what it held"])
      expect(filesWith(project, words)).toEqual([]);
    expect(Bun.spawnSync(["ls", project.env["TMPDIR"] ?? ""]).stdout.toString()).toBe("");
  });

  test.skipIf(!hasSandbox)(
    "is confined where the folder for temporary files is a link, too (skipped where there is no sandbox)",
    async () => {
      await using project = await makeProject();
      const folder = project.path("small files");
      mkdirSync(folder);
      const link = join(project.home, "link");
      symlinkSync(folder, link);
      await using server = await serveModel([
        [call("bash", { command: 'echo in > "$TMPDIR/x"; head -c 300000 /dev/zero | tr "\\0" x' })],
        [text("All done.")],
      ]);
      const env = { ...accessTo(server), REIN_SANDBOX: "required", TMPDIR: link };
      const args = ["-p", "--ephemeral", "--allow", "bash", "go"];
      expect(await runRein(args, { project, env })).toMatchObject({ out: "All done.\n", code: 0 });
      const [result = ""] = Object.values(resultsIn(await server.nextRequest(1)));
      expect(result).toStartWith("exit code: 0");
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test("forgets what was written and sent in the terminal, and names no session at the end", async () => {
    await using story = await begin([[text("ok then")]], { args: ["--ephemeral"] });
    const { project, terminal } = story;
    await terminal.waitFor("Nothing of this session is kept");
    await send(terminal, "a-word-of-mine");
    await answered(terminal, "ok then");
    terminal.type("half-a-thought");
    await terminal.waitFor(() => filesWith(project, "half-a-thought").length === 1, { what: "the draft" });
    terminal.press("ctrl+c");
    await composerShows(terminal, "");
    expect(await leave(terminal)).toBe(0);
    expect(terminal.scrollback().join("\n")).not.toContain("is saved");
    expect(sessionsOf(project)).toEqual([]);
    expect([...filesWith(project, "a-word-of-mine"), ...filesWith(project, "half-a-thought")]).toEqual([]);
  });

  test("goes on with a saved session in a copy: that one stays as it is", async () => {
    await using story = await begin([[text("first answer")], [text("second answer")]]);
    const { project, terminal } = story;
    await send(terminal, "one");
    await answered(terminal, "first answer");
    await killHard(terminal);
    const [saved = ""] = sessionsOf(project);
    const read = () =>
      Bun.spawnSync(["sh", "-c", `cat $(find ${project.home} -name ${saved})`]).stdout.toString();
    const before = read();
    const copy = await story.again({ args: ["-c", "--ephemeral"] });
    await send(copy, "two");
    await answered(copy, "second answer");
    expect(userTexts(await story.server.nextRequest(1))).toEqual(["one", "two"]);
    await leave(copy);
    expect(sessionsOf(project)).toEqual([saved]);
    expect(read()).toBe(before);
  });
});

describe("--session-id", () => {
  test("names the session, which is resumed by it; nobody else gets that name", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("one")], [text("two")]]);
    const env = accessTo(server);
    const run = (...args: string[]) => runRein(args, { project, env });
    expect(await run("-p", "--session-id", "build-7", "first")).toMatchObject({ out: "one\n", code: 0 });
    expect(sessionsOf(project)).toEqual([expect.stringMatching(/-build-7\.jsonl$/)]);
    const taken = await run("-p", "--session-id", "build-7", "again");
    expect(taken).toMatchObject({ out: "", code: 2 });
    expect(taken.err).toContain("There is a session build-7 already.");
    expect(await run("-p", "-r", "build-7", "second")).toMatchObject({ out: "two\n", code: 0 });
    expect(userTexts(await server.nextRequest(1))).toEqual(["first", "second"]);
  });

  test("that is none is refused, and so is one for a session that has a name", async () => {
    await using project = await makeProject();
    const run = (...args: string[]) => runRein(["-p", ...args, "hi"], { project });
    for (const id of ["", "../up", "A", "a b", "x".repeat(65)])
      expect(await run("-m", "demo", "--session-id", id)).toMatchObject({ out: "", code: 2 });
    const named = await run("-c", "--session-id", "build-7");
    expect(named.code).toBe(2);
    expect(named.err).toContain("with --fork the copy gets it");
    expect(sessionsOf(project)).toEqual([]);
  });
});
