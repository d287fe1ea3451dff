/** What happens beside the conversation: written down at once, told with the next request, and no reason to start a turn. */
import { describe, expect, test } from "bun:test";
import { call, createTestEngine, response, tool } from "../support/engine.ts";

const ran = {
  command: "ls",
  cwd: "/",
  exitCode: 0,
  output: "a.txt\n",
  durationMs: 3,
  shared: true,
} as const;

describe("a notice", () => {
  test("in an idle engine is written down and told to the host, and starts no turn", () => {
    const { engine, entries, events } = createTestEngine({ answers: [] });
    engine.note("job-1 ended.");
    expect(entries()).toMatchObject([{ type: "notice", text: "job-1 ended." }]);
    expect(events).toMatchObject([{ type: "entry", entry: { type: "notice" } }]);
    expect(engine.state).toBe("idle");
  });

  test("while calls run is in the next request of the turn", async () => {
    const gate = Promise.withResolvers<void>();
    const wait = tool("wait", { run: () => gate.promise.then(() => ({ ok: true, text: "" })) });
    const { engine, next, requests } = createTestEngine({
      tools: [wait],
      answers: [response([call("c1", "wait")]), response(["ok"])],
    });
    engine.submit("go");
    await next("call", (event) => event.call.status === "running");
    engine.note("job-1 ended.");
    engine.noteUserCommand(ran);
    gate.resolve();
    await engine.whenIdle();
    const types = requests[1]?.map(({ type }) => type);
    expect(types).toContain("notice");
    expect(types).toContain("user_command");
  });

  test("while the model answers is marked as something that it did not know", async () => {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { engine, entries, requests } = createTestEngine({
      answers: [
        async function* () {
          asked.resolve();
          await gate.promise;
          yield* response(["ok"]);
        },
        response(["again"]),
      ],
    });
    engine.submit("go");
    await asked.promise;
    engine.noteUserCommand(ran);
    gate.resolve();
    await engine.whenIdle();
    expect(entries().map(({ type }) => type)).toEqual([
      "user",
      "turn_start",
      "user_command",
      "assistant",
      "turn_end",
    ]);
    expect(entries()[3]).toMatchObject({ type: "assistant", requestedAfter: requests[0]?.at(-1)?.id });
    engine.submit("and?");
    await engine.whenIdle();
    expect(entries().at(-2)).not.toHaveProperty("requestedAfter");
  });
});

test("a command of the user can be written down between two turns", async () => {
  const { engine, entries } = createTestEngine({ answers: [response(["ok"])] });
  engine.noteUserCommand(ran);
  engine.submit("why?");
  await engine.whenIdle();
  expect(entries()[0]).toMatchObject({ type: "user_command", ...ran });
});
