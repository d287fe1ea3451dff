import { expect, test } from "bun:test";
import { call, createTestEngine, response, tool } from "../support/engine.ts";

const image = (label: string) => ({ mediaType: "image/png", data: label, label });

test("a message keeps its images on every way into the log", async () => {
  const gate = Promise.withResolvers<void>();
  const wait = tool("wait", {
    run: async () => {
      await gate.promise;
      return { ok: true, text: "" };
    },
  });
  const { engine, next, entries } = createTestEngine({
    tools: [wait],
    answers: [response([call("c1", "wait")]), response(["1"]), response(["2"])],
  });
  engine.submit("see A", [image("A")]);
  await next("call", (event) => event.call.status === "running");
  engine.submit("see B", [image("B")]);
  engine.steer("see C", [image("C")]);
  engine.steer("none");
  const taken = engine.queued.at(-2);
  if (taken === undefined) throw new Error("nothing waits");
  const removed = engine.remove(taken.id);
  if (removed === undefined) throw new Error("it does not wait");
  engine.putBack(removed);
  gate.resolve();
  await engine.whenIdle();
  const said = entries().flatMap((entry) =>
    entry.type === "user" ? [[entry.via, entry.text, entry.images?.map(({ label }) => label)]] : [],
  );
  expect(said).toEqual([
    ["submit", "see A", ["A"]],
    ["steer", "see C", ["C"]],
    ["steer", "none", undefined],
    ["queue", "see B", ["B"]],
  ]);
});
