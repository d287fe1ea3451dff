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

describe("a message that waits", () => {
  /** Three messages that wait behind a turn that was stopped. */
  async function threeWaiting() {
    const made = createTestEngine({
      answers: [hanging("…"), response(["ok"]), response(["ok"]), response(["ok"]), response(["ok"])],
    });
    const { engine, next } = made;
    engine.submit("one");
    await next("text_delta");
    for (const text of ["a", "b", "c"]) engine.queue(text);
    const ids = engine.queued.map(({ id }) => id);
    const texts = () => engine.queued.map(({ text, via }) => (via === "steer" ? `${text}!` : text)).join(" ");
    const stop = async () => {
      engine.interrupt();
      await engine.whenIdle();
    };
    return { ...made, stop, texts, idOf: (text: string) => ids["abc".indexOf(text)] ?? "" };
  }

  test("can be taken out, changed, and put back in its place", async () => {
    const { engine, texts, idOf } = await threeWaiting();
    const removed = engine.remove(idOf("b"));
    if (removed === undefined) throw new Error("it did not wait");
    expect(texts()).toBe("a c");
    engine.putBack({ ...removed, message: { ...removed.message, text: "b2" } });
    expect(texts()).toBe("a b2 c");
    engine.remove(idOf("a"));
    expect(engine.remove(idOf("a"))).toBeUndefined();
    expect(texts()).toBe("b2 c");
  });

  test("goes to the end when what stood behind it was sent meanwhile", async () => {
    const { engine, texts, idOf } = await threeWaiting();
    const removed = engine.remove(idOf("a"));
    if (removed === undefined) throw new Error("it did not wait");
    engine.remove(idOf("b"));
    engine.putBack(removed);
    expect(texts()).toBe("c a");
  });

  test("can be moved, not beyond the ends", async () => {
    const { engine, texts, idOf } = await threeWaiting();
    engine.move(idOf("c"), -1);
    expect(texts()).toBe("a c b");
    engine.move(idOf("a"), -1);
    engine.move(idOf("b"), 5);
    expect(texts()).toBe("a c b");
    engine.move(idOf("a"), 2);
    expect(texts()).toBe("c b a");
  });

  test("is sent before the next request, or after the turn, as it is told last", async () => {
    const { engine, texts, idOf } = await threeWaiting();
    engine.setVia(idOf("b"), "steer");
    engine.setVia(idOf("c"), "steer");
    engine.setVia(idOf("c"), "queue");
    expect(texts()).toBe("a b! c");
  });

  test("survives a stop; told to go next while nothing runs it goes at once, and the others follow", async () => {
    const { engine, entries, stop, texts, idOf } = await threeWaiting();
    await stop();
    expect(texts()).toBe("a b c");
    engine.setVia(idOf("b"), "steer");
    expect(texts()).toBe("a c");
    await engine.whenIdle();
    const said = entries().flatMap((entry) => (entry.type === "user" ? [entry.text] : []));
    expect(said).toEqual(["one", "b", "a", "c"]);
    expect(engine.queued).toEqual([]);
  });

  test("is in the log before it leaves the queue, and is not taken out in between", async () => {
    const { engine, stop, idOf } = await threeWaiting();
    await stop();
    const seen: unknown[] = [];
    engine.subscribe((event) => {
      if (event.type !== "entry" || event.entry.type !== "user" || event.entry.text !== "a") return;
      seen.push(
        engine.queued.map(({ text }) => text),
        engine.remove(idOf("a")),
      );
    });
    engine.setVia(idOf("a"), "steer");
    expect(seen).toEqual([["a", "b", "c"], undefined]);
    await engine.whenIdle();
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
