import { describe, expect, test } from "bun:test";
import { call, createTestEngine, hanging, response, tool } from "../support/engine.ts";

describe("messages while a turn runs", () => {
  const slow = () => {
    const gate = Promise.withResolvers<void>();
    const wait = tool("wait", {
      run: async () => {
        await gate.promise;
        return { ok: true, text: "" };
      },
    });
    return { gate, wait };
  };

  test("queued ones follow in order, one turn each", async () => {
    const { gate, wait } = slow();
    const { engine, next, entries, turnEnds } = createTestEngine({
      tools: [wait],
      answers: [response([call("c1", "wait")]), response(["1"]), response(["2"]), response(["3"])],
    });
    engine.submit("one");
    await next("call", (event) => event.call.status === "running");
    engine.submit("two");
    engine.queue("three");
    expect(engine.queued.map((message) => message.text)).toEqual(["two", "three"]);
    gate.resolve();
    await engine.whenIdle();
    expect(turnEnds()).toHaveLength(3);
    const said = entries().flatMap((entry) => (entry.type === "user" ? [`${entry.via}: ${entry.text}`] : []));
    expect(said).toEqual(["submit: one", "queue: two", "queue: three"]);
    expect(engine.queued).toEqual([]);
  });

  test("steering ones reach the model with the next request of the same turn", async () => {
    const { gate, wait } = slow();
    const { engine, next, requests, turnEnds } = createTestEngine({
      tools: [wait],
      answers: [response([call("c1", "wait")]), response(["ok"])],
    });
    engine.submit("one");
    await next("call", (event) => event.call.status === "running");
    engine.steer("rather this");
    gate.resolve();
    await engine.whenIdle();
    expect(requests[1]?.slice(-2)).toMatchObject([{ type: "tool_result" }, { type: "user", via: "steer" }]);
    expect(turnEnds()).toHaveLength(1);
  });

  test("a steering message during the last answer gets an answer of its own in the same turn", async () => {
    const { engine, turnEnds, requests } = createTestEngine({
      answers: [
        async function* () {
          engine.steer("and this");
          yield* response(["first"]);
        },
        response(["second"]),
      ],
    });
    engine.submit("one");
    await engine.whenIdle();
    expect(requests).toHaveLength(2);
    expect(turnEnds()).toHaveLength(1);
  });

  test("stay in the queue after a stop, and can be taken back", async () => {
    const { engine, next } = createTestEngine({ answers: [hanging("…"), response(["ok"])] });
    engine.submit("one");
    await next("text_delta");
    engine.queue("two");
    engine.queue("three");
    engine.interrupt();
    await engine.whenIdle();
    expect(engine.queued.map((message) => message.text)).toEqual(["two", "three"]);
    expect(engine.takeBack()?.text).toBe("three");
    expect(engine.takeBack()?.text).toBe("two");
    expect(engine.takeBack()).toBeUndefined();
  });

  test("blank ones are nothing", () => {
    const { engine } = createTestEngine({ answers: [] });
    engine.submit("  \n ");
    expect(engine.state).toBe("idle");
  });
});

test("a steering message that comes in the last moment of a turn is told once", async () => {
  const { engine, entries } = createTestEngine({ answers: [response(["ok"]), response(["yes"])] });
  const unsubscribe = engine.subscribe((event) => {
    if (event.type !== "entry" || event.entry.type !== "turn_end") return;
    unsubscribe();
    engine.steer("wait");
  });
  engine.submit("go");
  await engine.whenIdle();
  const said = entries().flatMap((entry) => (entry.type === "user" ? [entry.text] : []));
  expect(said).toEqual(["go", "wait"]);
});
