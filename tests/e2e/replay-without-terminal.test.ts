/** `rein replay` without a terminal: a session is printed at once, also from a file and from a bug report. */
import { readFile, rename, symlink } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { findSession } from "../../src/sessions/list.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { openSession } from "../../src/sessions/session-store.ts";
import { serveModel } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { assistant, says, turnEnd, turnStart, user } from "../transcript/log.ts";
import { fruit, more, saved } from "./replay-scene.ts";
import { runRein } from "./run-rein.ts";
import { accessTo } from "./start.ts";

describe("without a terminal", () => {
  test("the session is printed at once, found by its id, by words, by its file and in a bug report", async () => {
    await using project = await makeProject();
    const { id, file } = saved(project);
    await using server = await serveModel([]);
    const env = accessTo(server);
    const byId = await runRein(["replay", id.slice(0, 6)], { project, env });
    expect(byId).toMatchObject({ code: 0, err: "" });
    expect(byId.out).toContain("> which fruit is there?");
    expect(byId.out).toContain("Plums, yes.");
    const byWords = await runRein(["replay", "plums", "pears"], { project, env });
    expect(byWords.out).toBe(byId.out);
    await rename(file, project.path("moved.jsonl"));
    expect((await runRein(["replay", "moved.jsonl"], { project, env })).out).toBe(byId.out);
    const report = { bugReport: 1, session: reportOf(await readFile(project.path("moved.jsonl"), "utf8")) };
    await Bun.write(project.path("report.json"), JSON.stringify(report));
    expect((await runRein(["replay", "report.json"], { project, env })).out).toBe(byId.out);
    const first = await runRein(["replay", "moved.jsonl", "--until", "1"], { project, env });
    expect(first.out).toContain("There are apples.");
    expect(first.out).not.toContain("pears");
    expect(server.requests).toHaveLength(0);
  });

  test("a bug report is shown on the branch where its session was left, and what of it cannot be read is said", async () => {
    await using project = await makeProject();
    const { id } = saved(project, fruit);
    const context = { paths: dataPaths(project.env), now: Date.now, onTrouble: () => {} };
    const { session } = openSession(findSession(context.paths, id).file, context);
    for (const entry of [user("a branch that was left"), turnStart, assistant([says("left.")]), turnEnd()])
      session.append(entry);
    session.move(session.branch().find(({ type }) => type === "turn_end")?.id ?? null);
    for (const entry of more) session.append(entry);
    session.close();
    await runRein(["bug-report", id, "--yes", "--output", "report.json"], { project });
    const shown = await runRein(["replay", "report.json"], { project });
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toBe((await runRein(["replay", id], { project })).out);
    expect(shown.out).toContain("Plums, yes.");
    expect(shown.out).not.toContain("a branch that was left");

    const report = await Bun.file(project.path("report.json")).json();
    report.session.entries.splice(2, 1, "nonsense");
    await Bun.write(project.path("report.json"), JSON.stringify(report));
    expect((await runRein(["replay", "report.json"], { project })).err).toContain(
      "1 damaged part of this session",
    );
  });

  test("what cannot be shown is said, with what can be done", async () => {
    await using project = await makeProject({ "no.json": "{}", "half.json": "{" });
    saved(project);
    await symlink(project.path("no.json"), project.path("link.jsonl"));
    for (const [args, words] of [
      [[], "Which session?"],
      [["nowhere"], "There is no session"],
      [["gone.jsonl"], "There is no file"],
      [["./"], "is not a regular file"],
      [["no.json"], "holds no session"],
      [["half.json"], "could not be read"],
      [["fruit", "--until", "soon"], "--until takes"],
      [["fruit", "--speed", "fast"], "--speed takes"],
    ] as const) {
      const run = await runRein(["replay", ...args], { project });
      expect(run).toMatchObject({ out: "", code: 2 });
      expect(run.err).toContain(words);
    }
    expect((await runRein(["replay", "link.jsonl"], { project })).err).toContain("could not be read");
  });
});

/** What a bug report holds of a session. */
function reportOf(log: string): unknown {
  const [header, ...entries] = log
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  return { header, entries };
}
