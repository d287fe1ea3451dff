/** Calls that the user changes before they run. */
import { describe, expect, test } from "bun:test";
import type { Decision, DecisionRequest } from "../../src/protocol/approval.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { call, createTestEngine, response, type TestEngine, tool } from "../support/engine.ts";

function scene(decide?: (command: string) => Decision["verdict"]) {
  const ran: string[] = [];
  const bash = tool("bash", {
    risk: "execute",
    prepared: ({ command, description }) => {
      const text = String(command);
      if (text === "") throw new ToolError("command is empty; nothing was run.");
      return {
        accesses: [{ type: "execute", command: text, cwd: "/p" }],
        preview: { type: "command", command: text, cwd: "/p" },
        run: async () => {
          ran.push(text);
          return { ok: true, text: `ran (${String(description)})` };
        },
      };
    },
  });
  const judge = ({ accesses: [access] }: DecisionRequest): Decision => {
    const verdict = decide?.(access?.type === "execute" ? access.command : "") ?? "ask";
    return { verdict, reasons: [`it is ${verdict}`], hint: "" };
  };
  const at = createTestEngine({
    tools: [bash],
    decide: judge,
    answers: [
      response([call("c1", "bash", { command: "rm -r build", description: "clean" })]),
      response(["ok"]),
    ],
  });
  at.engine.submit("go");
  return { ...at, ran };
}

const edited = (command: string, more: object = { description: "clean" }) =>
  ({ type: "edit", arguments: JSON.stringify({ command, ...more }) }) as const;

async function question(at: TestEngine, count: number) {
  const isNth = () => at.events.filter(({ type }) => type === "approval_requested").length === count;
  return (await at.next("approval_requested", isNth)).approval;
}

describe("a call that the user changed", () => {
  test("runs at once when the changed one is allowed, and the model is told what was changed", async () => {
    const at = scene((command) => (command === "ls build" ? "allow" : "ask"));
    await question(at, 1);
    expect(at.engine.answer("c1", edited("ls build"))).toEqual({ type: "taken" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual(["ls build"]);
    const result = at.results()[0]?.result;
    expect(result?.ok === true && result.text.split("\n")).toEqual([
      expect.stringContaining('command: "rm -r build" → "ls build"'),
      "ran (clean)",
    ]);
    expect(result?.ok === true && result.text).not.toContain("description:");
  });

  test("is asked again as it stands now where it needs that", async () => {
    const at = scene();
    await question(at, 1);
    at.engine.answer("c1", edited("rm -r build/old"));
    const again = await question(at, 2);
    expect(again.callId).toBe("c1");
    expect(again.preview).toMatchObject({ command: "rm -r build/old" });
    expect(JSON.parse(again.arguments ?? "")).toMatchObject({ command: "rm -r build/old" });
    expect(at.ran).toEqual([]);
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual(["rm -r build/old"]);
  });

  test("is refused where it is forbidden", async () => {
    const at = scene((command) => (command.startsWith("sudo") ? "deny" : "ask"));
    await question(at, 1);
    at.engine.answer("c1", edited("sudo rm -r build"));
    await at.engine.whenIdle();
    expect(at.ran).toEqual([]);
    expect(at.results()[0]?.result).toMatchObject({
      kind: "not_allowed",
      message: expect.stringContaining("sudo rm -r build"),
    });
  });

  test("stays in the log as the model made it; the answer has what it became", async () => {
    const at = scene((command) => (command === "ls build" ? "allow" : "ask"));
    await question(at, 1);
    at.engine.answer("c1", edited("ls build"));
    await at.engine.whenIdle();
    const log = at.entries();
    expect(JSON.stringify(log.find(({ type }) => type === "assistant"))).toContain("rm -r build");
    expect(log.find(({ type }) => type === "approval")).toMatchObject({
      answer: edited("ls build"),
      preview: { command: "rm -r build" },
    });
  });

  test("with what is no JSON object is not taken: the question stays open", async () => {
    const at = scene();
    await question(at, 1);
    for (const text of ['{"command": ', "[1]", "null", ""])
      expect(at.engine.answer("c1", { type: "edit", arguments: text }).type).toBe("refused");
    expect(at.engine.openQuestions).toHaveLength(1);
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual(["rm -r build"]);
  });

  test("into one that cannot run is asked about as it was before, with the reason", async () => {
    const at = scene();
    await question(at, 1);
    at.engine.answer("c1", edited(""));
    const again = await question(at, 2);
    expect(again.reasons[0]).toContain("command is empty");
    expect(again.preview).toMatchObject({ command: "rm -r build" });
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual(["rm -r build"]);
  });

  test("is told with all that the user wrote, as far as it is no whole file", async () => {
    const at = scene((command) => (command === "ls" ? "allow" : "ask"));
    await question(at, 1);
    const plan = `# Plan\n${"a step\n".repeat(100)}`;
    at.engine.answer("c1", edited("ls", { plan, content: "y".repeat(30_000) }));
    await at.engine.whenIdle();
    const result = at.results()[0]?.result;
    const text = result?.ok === true ? result.text : "";
    expect(text).toContain(JSON.stringify(plan));
    expect(text).toContain("description: taken away");
    expect(text).toContain("content: another text");
    expect(text).not.toContain("yyy");
  });
});
