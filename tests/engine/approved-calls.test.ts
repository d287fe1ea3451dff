/** What was approved is what runs: whatever changes in between is seen, and asked again. */
import { describe, expect, test } from "bun:test";
import type { ApprovalRequest } from "../../src/protocol/approval.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { ToolError } from "../../src/tools/tool.ts";
import {
  call,
  createTestEngine,
  response,
  type TestEngine,
  type TestEngineOptions,
  tool,
} from "../support/engine.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { contextOf } from "../tools/call-tool.ts";

function scene(calls: readonly AssistantPart[], options: Partial<TestEngineOptions>): TestEngine {
  return createTestEngine({ answers: [response(calls), response(["ok"])], ...options });
}

/** The questions so far. */
function asked({ events }: TestEngine): ApprovalRequest[] {
  return events.flatMap((event) => (event.type === "approval_requested" ? event.approval : []));
}

/** The question about a call that comes as number `count` of all. */
async function nthQuestion(at: TestEngine, count: number): Promise<ApprovalRequest> {
  return (await at.next("approval_requested", () => asked(at).length === count)).approval;
}

/** A command whose text is what `command` says at the time it is prepared. */
function changing(command: () => string, ran: string[]) {
  return tool("run", {
    risk: "execute",
    prepared: () => {
      const text = command();
      return {
        accesses: [{ type: "execute", command: text, cwd: "/p" }],
        preview: { type: "command", command: text, cwd: "/p" },
        run: async () => {
          ran.push(text);
          return { ok: true, text: "" };
        },
      };
    },
  });
}

describe("a call that has become another one since it was approved", () => {
  test("is asked again, with the reason, and runs as it was shown last", async () => {
    const ran: string[] = [];
    let command = "make test";
    const at = scene([call("c1", "run")], { tools: [changing(() => command, ran)] });
    at.engine.submit("go");
    await nthQuestion(at, 1);
    command = "make deploy";
    at.engine.answer("c1", { type: "once" });
    const again = await nthQuestion(at, 2);
    expect(ran).toEqual([]);
    expect(again.preview).toMatchObject({ command: "make deploy" });
    expect(again.reasons[0]).toContain("changed");
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(ran).toEqual(["make deploy"]);
  });

  test("is not run when the second answer is no", async () => {
    const ran: string[] = [];
    let command = "make test";
    const at = scene([call("c1", "run")], { tools: [changing(() => command, ran)] });
    at.engine.submit("go");
    await nthQuestion(at, 1);
    command = "make deploy";
    at.engine.answer("c1", { type: "once" });
    await nthQuestion(at, 2);
    at.engine.answer("c1", { type: "decline", words: "" });
    await at.engine.whenIdle();
    expect(ran).toEqual([]);
    expect(at.results()[0]?.result).toMatchObject({ kind: "declined" });
  });

  test("is refused at last when it is another one each time", async () => {
    const ran: string[] = [];
    let count = 0;
    const at = scene([call("c1", "run")], { tools: [changing(() => `make ${(count += 1)}`, ran)] });
    at.engine.subscribe((event) => {
      if (event.type === "approval_requested") queueMicrotask(() => at.engine.answer("c1", { type: "once" }));
    });
    at.engine.submit("go");
    await at.engine.whenIdle();
    expect(ran).toEqual([]);
    expect(at.results()[0]?.result).toMatchObject({ kind: "not_allowed" });
  });

  test("is not run when it has become forbidden meanwhile, as by a change of the mode", async () => {
    const ran: string[] = [];
    let isForbidden = false;
    const at = scene([call("c1", "run"), call("c2", "run", { other: 1 })], {
      tools: [changing(() => "make test", ran)],
      decide: () =>
        isForbidden
          ? { verdict: "deny", reasons: ["plan mode: only reading is possible"] }
          : { verdict: "ask", reasons: ["it runs something"], hint: "" },
    });
    at.engine.submit("go");
    await nthQuestion(at, 2);
    at.engine.answer("c1", { type: "once" });
    isForbidden = true;
    at.engine.answer("c2", { type: "once" });
    await at.engine.whenIdle();
    expect(ran).toEqual([]);
    expect(at.results().map(({ result }) => result)).toMatchObject([
      { kind: "not_allowed", message: expect.stringContaining("plan mode") },
      { kind: "not_allowed" },
    ]);
  });

  test("is seen when the words of the model's call were changed behind its back", async () => {
    const ran: unknown[] = [];
    const run = tool("run", {
      risk: "execute",
      run: (_run, input) => (ran.push(input), { ok: true, text: "" }),
    });
    const part = { type: "tool_call" as const, callId: "c1", name: "run", argumentsText: '{"x":1}' };
    const at = scene([part], { tools: [run] });
    at.engine.submit("go");
    await nthQuestion(at, 1);
    const kept = at.entries().flatMap((entry) => (entry.type === "assistant" ? entry.parts : []))[0];
    for (const one of [part, kept]) Object.assign(one ?? {}, { argumentsText: '{"x":2}' });
    at.engine.answer("c1", { type: "once" });
    const again = await nthQuestion(at, 2);
    expect(ran).toEqual([]);
    expect(again.preview).toMatchObject({ text: '{"x":2}' });
    at.engine.interrupt();
    await at.engine.whenIdle();
    expect(ran).toEqual([]);
  });

  test("is seen when what had been prepared and shown was changed behind its back", async () => {
    const ran: string[] = [];
    const previews: { text: string }[] = [];
    const run = tool("run", {
      risk: "execute",
      prepared: () => {
        const preview = { type: "text" as const, text: "harmless" };
        previews.push(preview);
        return {
          preview,
          run: async () => {
            ran.push(preview.text);
            return { ok: true, text: "" };
          },
        };
      },
    });
    const at = scene([call("c1", "run")], { tools: [run] });
    at.engine.submit("go");
    await nthQuestion(at, 1);
    for (const preview of previews) preview.text = "grave";
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(ran).toEqual(["harmless"]);
  });

  test("by an earlier call of the same response is asked again, however it was allowed", async () => {
    const ran: string[] = [];
    let folder = "/p";
    const move = tool("move", {
      risk: "execute",
      run: () => {
        folder = "/p/sub";
        return { ok: true, text: "" };
      },
    });
    const run = tool("run", {
      risk: "execute",
      prepared: () => {
        const cwd = folder;
        return {
          accesses: [{ type: "execute", command: "make", cwd }],
          preview: { type: "command", command: "make", cwd },
          run: async () => (ran.push(cwd), { ok: true, text: "" }),
        };
      },
    });
    const at = scene([call("a", "move"), call("b", "run")], {
      tools: [move, run],
      decide: ({ accesses }) =>
        accesses.some((access) => access.type === "execute" && access.cwd === "/p/sub")
          ? { verdict: "ask", reasons: ["it is elsewhere"], hint: "" }
          : { verdict: "allow", reasons: [] },
    });
    at.engine.submit("go");
    const { approval } = await at.next("approval_requested");
    expect(approval).toMatchObject({ callId: "b", preview: { cwd: "/p/sub" } });
    expect(ran).toEqual([]);
    at.engine.answer("b", { type: "once" });
    await at.engine.whenIdle();
    expect(ran).toEqual(["/p/sub"]);
  });
});

describe("a call that could not be prepared before the calls in front of it had run", () => {
  const twoSteps = () => {
    let isMade = false;
    const make = tool("make", { risk: "execute", run: () => ((isMade = true), { ok: true, text: "" }) });
    const use = tool("use", {
      risk: "execute",
      prepared: () => {
        if (!isMade) throw new ToolError("it is not there");
        return {};
      },
    });
    return [make, use];
  };

  test("is prepared again in its turn, and asked about then", async () => {
    const at = scene([call("a", "make"), call("b", "use")], { tools: twoSteps() });
    at.engine.submit("go");
    expect((await nthQuestion(at, 1)).callId).toBe("a");
    at.engine.answer("a", { type: "once" });
    expect((await nthQuestion(at, 2)).callId).toBe("b");
    at.engine.answer("b", { type: "once" });
    await at.engine.whenIdle();
    expect(at.results().map(({ result }) => result.ok)).toEqual([true, true]);
  });

  test("fails as it did when none of them ran", async () => {
    const at = scene([call("a", "make"), call("b", "use")], { tools: twoSteps() });
    at.engine.submit("go");
    await nthQuestion(at, 1);
    at.engine.answer("a", { type: "decline", words: "" });
    await at.engine.whenIdle();
    expect(at.results()[1]?.result).toMatchObject({ kind: "failed", message: "it is not there" });
  });
});

describe("two edits of one file in one response", () => {
  const edit = (id: string, old: string, now: string) =>
    call(id, "edit_file", { path: "a.txt", old_string: old, new_string: now });
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join("");

  const editing = async (project: TestProject, calls: readonly AssistantPart[]) => {
    const toolContext = contextOf(project);
    const at = scene(calls, { tools: [editFileTool], toolContext });
    const { readFileTool } = await import("../../src/tools/read-file.ts");
    const ready = await readFileTool.prepare({ path: "a.txt" }, toolContext);
    await ready.run({ signal: new AbortController().signal, onOutput() {}, keepBefore: async () => {} });
    at.engine.submit("go");
    return at;
  };

  test("far from each other are asked once each: the first only moves the lines of the second", async () => {
    await using project = await makeProject({ "a.txt": lines });
    const at = await editing(project, [
      edit("a", "line 2\n", "line 2\nmore\n"),
      edit("b", "line 30\n", "x\n"),
    ]);
    await nthQuestion(at, 2);
    at.engine.answer("a", { type: "once" });
    at.engine.answer("b", { type: "once" });
    await at.engine.whenIdle();
    expect(asked(at)).toHaveLength(2);
    expect(await project.read("a.txt")).toBe(
      lines.replace("line 2\n", "line 2\nmore\n").replace("line 30\n", "x\n"),
    );
  });

  test("of the same text are asked one behind the other", async () => {
    await using project = await makeProject({ "a.txt": lines });
    const at = await editing(project, [edit("a", "line 2\n", "two\n"), edit("b", "two\n", "three\n")]);
    await nthQuestion(at, 1);
    at.engine.answer("a", { type: "once" });
    await nthQuestion(at, 2);
    at.engine.answer("b", { type: "once" });
    await at.engine.whenIdle();
    expect(await project.read("a.txt")).toBe(lines.replace("line 2\n", "three\n"));
  });
});
