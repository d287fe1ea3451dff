/** rein --events: another program drives the session, line by line. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { resultsIn } from "./requests.ts";
import { runRein, startRein } from "./run-rein.ts";
import { accessTo, COMPILED, NODE, REIN } from "./start.ts";

type Line = Record<string, unknown> & { readonly type: string };

/** Starts it as another program would, and reads its lines as they come. */
function drive(project: TestProject, env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = startRein(["--events", ...args], { project, env });
  const lines: Line[] = [];
  const reading = readLines(child.stdout, lines);
  return {
    child,
    lines,
    async say(...said: (object | string)[]) {
      for (const one of said)
        await child.stdin.write(`${typeof one === "string" ? one : JSON.stringify(one)}\n`);
      await child.stdin.flush();
    },
    /** Resolves with the first line, past or future, that fits. */
    async heard(fits: (line: Line) => boolean): Promise<Line> {
      for (let at = 0; ; at += 1) {
        while (at >= lines.length) {
          const { done } = await reading.next();
          if (done === true) throw new Error(`no such line; ${await child.stderr.text()}`);
        }
        const line = lines[at];
        if (line !== undefined && fits(line)) return line;
      }
    },
    async end(): Promise<number> {
      await child.stdin.end();
      for (let next = await reading.next(); next.done !== true; next = await reading.next());
      return child.exited;
    },
  };
}

async function* readLines(stream: ReadableStream<Uint8Array>, into: Line[]): AsyncGenerator<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const pieces = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    for (const piece of pieces) into.push(JSON.parse(piece));
    yield;
  }
}

const touch = (name: string) => call("bash", { command: `touch ${name}` }, { id: `call_${name}` });
const asks = (name: string) => (line: Line) =>
  line.type === "approval_requested" && JSON.stringify(line).includes(`touch ${name}`);
const madeIn = (project: TestProject) => readdirSync(project.folder).toSorted();
const isEnd = (line: Line) => line.type === "turn_ended";

describe("rein --events", () => {
  test("asks about several calls at once, and each is answered by its id in any order", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[touch("one"), touch("two"), touch("three")], [text("done")]]);
    const rein = drive(project, accessTo(server));
    expect(await rein.heard(() => true)).toMatchObject({ type: "ready", format: 1, mode: "ask" });
    await rein.say({ type: "submit", text: "go" });
    for (const name of ["one", "two", "three"]) await rein.heard(asks(name));
    expect(madeIn(project)).toEqual([]);
    await rein.say(
      { type: "answer", callId: "call_three", answer: { type: "once" } },
      { type: "answer", callId: "call_two", answer: { type: "decline", words: "not two" } },
      { type: "answer", callId: "call_one", answer: { type: "once" } },
    );
    expect(await rein.heard(isEnd)).toMatchObject({ outcome: "completed" });
    expect(await rein.end()).toBe(0);
    expect(madeIn(project)).toEqual(["one", "three"]);
    const results = resultsIn(await server.nextRequest(1));
    expect(results["call_two"]).toContain("not two");
    expect(results["call_one"]).not.toContain("not two");
  });

  test("tells the model that the user declined, and does not ask the same again", async () => {
    await using project = await makeProject();
    const again = call("bash", { command: "touch made" }, { id: "call_again" });
    await using server = await serveModel([[touch("made")], [again], [text("understood")]]);
    const rein = drive(project, accessTo(server), "go");
    await rein.heard(asks("made"));
    await rein.say({ type: "answer", callId: "call_made", answer: { type: "decline", words: "" } });
    expect(await rein.heard(isEnd)).toMatchObject({ outcome: "completed" });
    await rein.end();
    expect(rein.lines.filter(({ type }) => type === "approval_requested")).toHaveLength(1);
    expect(madeIn(project)).toEqual([]);
    const results = resultsIn(await server.nextRequest(2));
    expect(results["call_made"]).toMatch(/user declined.*not a failure/s);
    expect(results["call_again"]).toContain("not asked again");
  });

  test("runs what the user made of a call, and tells the model", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[touch("made")], [text("done")]]);
    const rein = drive(project, accessTo(server), "go");
    await rein.heard(asks("made"));
    await rein.say({
      type: "answer",
      callId: "call_made",
      answer: { type: "edit", arguments: JSON.stringify({ command: "touch mine" }) },
    });
    await rein.heard(asks("mine"));
    await rein.say({ type: "answer", callId: "call_made", answer: { type: "once" } });
    await rein.heard(isEnd);
    expect(await rein.end()).toBe(0);
    expect(madeIn(project)).toEqual(["mine"]);
    expect(resultsIn(await server.nextRequest(1))["call_made"]).toContain('"touch made" → "touch mine"');
  });

  test("survives lines that it cannot read, says so, and takes the first answer only", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[touch("made")], [text("done")]]);
    const rein = drive(project, accessTo(server), "go");
    await rein.heard(asks("made"));
    const yes = { type: "answer", callId: "call_made", answer: { type: "once" } };
    await rein.say('{"type":', { type: "fly" }, { ...yes, answer: { type: "perhaps" } }, yes, {
      ...yes,
      answer: { type: "stop" },
    });
    expect(await rein.heard(isEnd)).toMatchObject({ outcome: "completed" });
    await rein.end();
    const errors = rein.lines.filter(({ type }) => type === "error");
    expect(errors).toHaveLength(4);
    expect(errors.at(-1)).toMatchObject({
      callId: "call_made",
      message: expect.stringContaining("no open question"),
    });
    expect(madeIn(project)).toEqual(["made"]);
  });

  test("ends in order when the program leaves in the middle of a question: nothing runs", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[touch("made")]]);
    const rein = drive(project, accessTo(server), "go");
    await rein.heard(asks("made"));
    expect(await rein.end()).toBe(0);
    expect(rein.lines.at(-1)).toMatchObject({ type: "turn_ended", outcome: "interrupted" });
    expect(madeIn(project)).toEqual([]);
  });

  test("ends by itself when nobody reads its events any more", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[touch("made")], [text("done")]]);
    // The reader has left, and nothing holds its end of the pipe any more, when it says so.
    const reader = `{ grep -m 1 "approval_requested.*touch made"; exec <&-; echo left; }`;
    const child = Bun.spawn(
      ["bash", "-c", `set -o pipefail; "$@" | ${reader}`, "bash", NODE, REIN, "--events", "go"],
      {
        cwd: project.folder,
        env: { ...project.env, ...COMPILED, ...accessTo(server) },
        stdin: "pipe",
        stdout: "pipe",
      },
    );
    let heard = "";
    for await (const bytes of child.stdout) {
      heard += Buffer.from(bytes).toString();
      if (heard.endsWith("left\n")) break;
    }
    await child.stdin.write(`${JSON.stringify({ type: "mode", mode: "plan" })}\n`);
    await child.stdin.flush();
    expect(await child.exited).toBe(0);
    expect(madeIn(project)).toEqual([]);
  });

  test("goes on with a session, whose entries it tells first", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("first")], [text("second")]]);
    const before = drive(project, accessTo(server), "one");
    await before.heard(isEnd);
    await before.end();
    const after = drive(project, accessTo(server), "-c");
    await after.heard(({ type, entry }) => type === "entry" && JSON.stringify(entry).includes("first"));
    expect(after.lines.some(isEnd)).toBe(false);
    await after.say({ type: "submit", text: "two" });
    await after.heard(isEnd);
    await after.end();
    expect(JSON.stringify(after.lines)).toContain("second");
  });

  test.each([[["-p"]], [["-"]], [["-r"]]])("does not go together with %j", async (args) => {
    await using project = await makeProject();
    const { code, err, out } = await runRein(["--events", ...args], { project });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--events");
  });
});
