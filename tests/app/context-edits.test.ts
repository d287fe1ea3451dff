/** What the user changes of the context, in an open session and as each server gets it. */
import { describe, expect, test } from "bun:test";
import type { ContextPart } from "../../src/app/context-parts.ts";
import type { ContextEdit } from "../../src/context/edits.ts";
import { UserError } from "../../src/protocol/error.ts";
import { gate, text, usage } from "../support/model-server.ts";
import { type LongSession, openLongSession, turn, windowOf, words } from "./long-session.ts";

const marker = /\[left out by the user: [\d,]+ tokens\]/;
const long = Array.from({ length: 20 }, (_, at) =>
  turn(`question ${at}`, `${words(2_500)} end ${at}`),
).flat();

const calls = (parts: readonly ContextPart[]) => parts.filter(({ kind }) => kind === "call");
const excluding = (parts: readonly ContextPart[]): ContextEdit[] =>
  parts.flatMap(({ place, whole }) =>
    place === null ? [] : [Object.assign({ action: "exclude", tokens: whole } as const, place)],
  );

/** Leaves so many of the session's results out. */
async function leaveOut({ conversation }: LongSession, count: number): Promise<void> {
  const context = await conversation.context.open();
  context.apply(excluding(calls(context.look().parts).slice(0, count)));
}

describe.each(["chat", "messages", "responses"] as const)("a server that speaks %s", (protocol) => {
  test("takes a history with parts left out, and with them put back gets the very same one", async () => {
    await using session = await openLongSession(
      long.slice(0, 12),
      [[text("one")], [text("two")], [text("three")]],
      { protocol },
    );
    await session.say("go");
    await leaveOut(session, 2);
    await session.say("on");
    const context = await session.conversation.context.open();
    context.apply(
      calls(context.look().parts).flatMap(({ place, state }) =>
        place === null || state !== "left_out" ? [] : [Object.assign({ action: "restore" } as const, place)],
      ),
    );
    await session.say("and on");
    const [before, without, after] = session.server.requests.map(({ bodyText }) => bodyText);
    expect(without).toMatch(marker);
    expect(without).not.toContain("end 0");
    expect(without?.length).toBeLessThan((before ?? "").length / 1.3);
    expect(after).toContain("end 0");
    expect(after).not.toMatch(marker);
  });
});

test("what was left out is no reason to summarise: the server's count of the longer request counts no more", async () => {
  await using session = await openLongSession(
    long,
    [[text("one"), usage({ inputTokens: 70_000, outputTokens: 10 })], [text("two")]],
    windowOf(80_000),
  );
  await session.say("go");
  await leaveOut(session, 12);
  await session.say("on");
  expect(session.inFile().some(({ type }) => type === "compaction")).toBe(false);
  expect(session.server.requests).toHaveLength(2);
});

test("what is left out is in no summary either, and what is pinned stays behind it", async () => {
  await using session = await openLongSession(long.slice(0, 18), [[text("SUMMARY")], [text("on")]]);
  const context = await session.conversation.context.open();
  const [first, second] = calls(context.look().parts);
  if (first?.place === undefined || first.place === null || !second?.place) throw new Error("no calls");
  context.apply([
    { ...first.place, action: "exclude", tokens: first.whole },
    { ...second.place, action: "pin" },
  ]);
  await session.conversation.compact("");
  await session.say("on");
  const [summary, next] = session.server.requests.map(({ bodyText }) => bodyText);
  expect(summary).toMatch(marker);
  expect(next).toContain("SUMMARY");
  expect(next).toContain("end 1");
  expect(next).not.toContain("end 0");
});

test("nothing is applied while a turn runs, and that is said", async () => {
  const door = gate();
  await using session = await openLongSession(long.slice(0, 6), [[door.shut, text("one")]]);
  const said = session.say("go");
  await session.server.nextRequest(0);
  await expect(leaveOut(session, 1)).rejects.toThrow(UserError);
  door.open();
  await said;
  expect(session.inFile().some(({ type }) => type === "context_edit")).toBe(false);
});

test("what a summary of a part has cost is counted, and the log keeps all that is applied", async () => {
  await using session = await openLongSession(long.slice(0, 6), [
    [text("in short"), usage({ inputTokens: 1_000, outputTokens: 20 })],
    [text("on")],
  ]);
  const context = await session.conversation.context.open();
  const [part] = calls(context.look().parts);
  if (part === undefined || part.place === null) throw new Error("no call");
  const written = await context.summarise(part, () => {});
  expect(written).toEqual({ type: "summary", text: "in short" });
  const [used] = [...session.conversation.spending.used().values()];
  expect(used).toMatchObject({ inputTokens: 1_000, outputTokens: 20 });
  context.apply([{ ...part.place, action: "summarise", text: "in short", tokens: part.whole }]);
  await session.again();
  await session.say("on");
  const { bodyText } = await session.server.nextRequest(1);
  expect(bodyText).toContain("in short");
  expect(bodyText).not.toContain("end 0");
  expect(JSON.stringify(session.inFile())).toContain("end 0");
});
