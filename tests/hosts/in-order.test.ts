/** What is shown waits for pictures, and for nothing else. */
import { describe, expect, test } from "bun:test";
import { InOrder } from "../../src/hosts/repl/conversation/in-order.ts";
import type { EncodedImage } from "../../src/protocol/message.ts";
import { TestClock } from "./window.ts";

const image: EncodedImage = { mediaType: "image/png", data: "QUJD" };

function waiting() {
  const clock = new TestClock();
  const done: string[] = [];
  const made = Promise.withResolvers<void>();
  let isMade = false;
  const inOrder = new InOrder({
    whenReady: (images) => (images.length === 0 || isMade ? null : made.promise),
    timers: clock.timers,
    onDone: () => done.push("drawn"),
  });
  const make = async () => {
    isMade = true;
    made.resolve();
    await made.promise;
    await Promise.resolve();
  };
  const say = (words: string, images: readonly EncodedImage[] = []) =>
    inOrder.do(images, () => done.push(words));
  return { clock, done, inOrder, make, say };
}

describe("what is shown in order", () => {
  test("is shown at once as long as there is no picture to wait for", () => {
    const { done, say } = waiting();
    say("one");
    say("two");
    expect(done).toEqual(["one", "two"]);
  });

  test("waits for a picture, and what comes behind it does, too", async () => {
    const { done, say, make } = waiting();
    say("one");
    say("picture", [image]);
    say("two");
    expect(done).toEqual(["one"]);
    await make();
    expect(done).toEqual(["one", "picture", "two", "drawn"]);
    say("three");
    expect(done.at(-1)).toBe("three");
  });

  test("goes on without a picture that takes too long, and says nothing twice", async () => {
    const { clock, done, say, make } = waiting();
    say("picture", [image]);
    say("two");
    clock.pass(500);
    expect(done).toEqual(["picture", "two", "drawn"]);
    await make();
    expect(done).toEqual(["picture", "two", "drawn"]);
  });

  test("is shown at once when everything ends", () => {
    const { clock, done, inOrder, say } = waiting();
    say("picture", [image]);
    say("two");
    say("another picture", [image]);
    inOrder.finish();
    expect(done.filter((words) => words !== "drawn")).toEqual(["picture", "two", "another picture"]);
    expect(clock.waiting).toBe(0);
  });

  test("keeps its order when one thing leads to another", () => {
    const { done, inOrder, say } = waiting();
    inOrder.do([], () => {
      done.push("one");
      say("two");
    });
    expect(done).toEqual(["one", "two"]);
  });
});
