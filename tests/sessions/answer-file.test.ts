import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { answerFileOf, answerLeft, createAnswerFile } from "../../src/sessions/answer-file.ts";
import { findSession, removeSession } from "../../src/sessions/list.ts";
import type { Session } from "../../src/sessions/session.ts";
import { createSession, forkSession, openSession, readSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext, start, temporaryFolder } from "./data-folder.ts";

const begin: NewEntry = { type: "turn_start", turnId: "t1", traceId: "0", model: "demo/demo", mode: "ask" };

function answer(text: string, more: Partial<Extract<NewEntry, { type: "assistant" }>> = {}): NewEntry {
  return {
    type: "assistant",
    turnId: "t1",
    step: 1,
    model: "demo/demo",
    parts: text === "" ? [] : [{ type: "text", text }],
    stop: "truncated",
    latencyMs: 7,
    attempts: 1,
    ...more,
  };
}

/** The pause is over when the test says so. */
function pauses() {
  let due: (() => void) | undefined;
  return {
    schedule: (task: () => void) => {
      due = task;
      return () => {
        due = undefined;
      };
    },
    pass: () => due?.(),
  };
}

/** A session in the middle of an answer, and the end of its program at once. */
function killed(said1: readonly string[] = ["The beginning", " of it"]) {
  const context = sessionContext();
  const session = createSession(start, context);
  session.append(said("go"));
  session.append(begin);
  const log = session.file ?? "";
  const clock = pauses();
  const file = createAnswerFile(log, clock.schedule);
  file.begin(() => answer(""));
  for (const text of said1) file.add("text", text);
  clock.pass();
  return { context, session, log, file, ...clock };
}

const answersOf = (session: Pick<Session, "branch">) =>
  session.branch().flatMap((entry) => (entry.type === "assistant" ? [entry.parts] : []));

describe("an answer in whose middle the program was killed", () => {
  test("is in the session that is opened again, once, and its turn is ended behind it", () => {
    const { context, session, log } = killed();
    session.close();
    for (const time of ["first", "second"]) {
      const { session: again, notes } = openSession(log, context);
      expect({ time, notes, answers: answersOf(again) }).toEqual({
        time,
        notes: [],
        answers: [[{ type: "text", text: "The beginning of it" }]],
      });
      expect(again.branch().at(-1)).toMatchObject({ type: "turn_end", outcome: "interrupted", steps: 1 });
      expect(existsSync(answerFileOf(log))).toBeFalse();
      again.close();
    }
  });

  test("is in a copy too, and stays for the session itself", () => {
    const { context, log } = killed();
    const { session: read } = readSession(log);
    const copy = forkSession({ ...read, sessionId: read.header.sessionId }, start, context);
    expect(answersOf(copy)).toEqual([[{ type: "text", text: "The beginning of it" }]]);
    expect(existsSync(answerFileOf(log))).toBeTrue();
  });

  test("goes to the trash with its session", () => {
    const { context, session, log } = killed();
    session.close();
    const info = findSession(context.paths, session.header.sessionId);
    const target = removeSession(context.paths, info, 0) ?? "";
    expect(existsSync(answerFileOf(log))).toBeFalse();
    expect(answerLeft(target, session.branch())).not.toBeNull();
  });

  test("is not added to a log that has it, nor to one that went on", () => {
    const others: readonly (readonly NewEntry[])[] = [
      [answer("The beginning of it, and its end", { stop: "stop" })],
      [answer("another attempt", { attempts: 2 })],
      [answer("a later step", { step: 2 })],
      [{ type: "turn_end", turnId: "t1", outcome: "interrupted", steps: 0 }],
      [{ ...begin, turnId: "t2" }],
    ];
    for (const entries of others) {
      const { session, log } = killed();
      for (const entry of entries) session.append(entry);
      expect(answerLeft(log, session.branch())).toBeNull();
      session.close();
    }
  });

  test("is added behind an attempt that broke off before", () => {
    const { session, log, file, pass } = killed();
    session.append(answer("The beginning of it"));
    file.begin(() => answer("", { attempts: 2 }));
    file.add("text", "Once more");
    pass();
    expect(answerLeft(log, session.branch())).toMatchObject({ parts: [{ text: "Once more" }], attempts: 2 });
  });

  test("does not stand in the way of a session when it cannot be read", () => {
    const { context, session, log } = killed();
    session.close();
    rmSync(answerFileOf(log));
    mkdirSync(answerFileOf(log));
    const { session: again, notes } = openSession(log, context);
    expect(notes).toEqual([expect.stringContaining("it is left where it is")]);
    expect(answersOf(again)).toEqual([]);
    again.close();
  });

  test("is kept up to where a kill or a power cut has damaged the file", () => {
    const whole = killed(["one "]);
    whole.file.add("text", "two");
    whole.pass();
    const { log, session } = whole;
    const bytes = readFileSync(answerFileOf(log));
    const texts = new Set<string>();
    for (let size = 0; size <= bytes.length; size += 1) {
      writeFileSync(answerFileOf(log), bytes.subarray(0, size));
      appendFileSync(answerFileOf(log), size % 2 === 0 ? "" : "\0\0\0");
      const left = answerLeft(log, session.branch());
      texts.add(left?.type === "assistant" ? JSON.stringify(left.parts) : "none");
    }
    expect([...texts]).toEqual([
      "none",
      '[{"type":"text","text":"one "}]',
      '[{"type":"text","text":"one two"}]',
    ]);
  });
});

test("whatever arrives in whatever pieces is kept as it was said, in its parts", () => {
  const pieces = fc.array(
    fc.record({
      type: fc.constantFrom("text", "reasoning"),
      text: fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("x".repeat(3_000))),
      pauses: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(pieces, (all) => {
      const { session, log, file, pass } = killed([]);
      for (const { type, text, pauses } of all) {
        file.add(type, text);
        if (pauses) pass();
      }
      pass();
      const left = answerLeft(log, session.branch());
      const parts: { type: string; text: string }[] = [];
      for (const { type, text } of all) {
        if (text === "") continue;
        if (parts.at(-1)?.type === type) parts.push({ type, text: (parts.pop()?.text ?? "") + text });
        else parts.push({ type, text });
      }
      expect(JSON.stringify(left?.type === "assistant" ? left.parts : [])).toBe(JSON.stringify(parts));
      session.close();
    }),
    { numRuns: 30 },
  );
});

test("a short answer makes no file, a long one writes no more often than it must, and the file is its user's alone", () => {
  const log = join(temporaryFolder(), "log.jsonl");
  const clock = pauses();
  const file = createAnswerFile(log, clock.schedule);
  file.begin(() => answer(""));
  file.add("text", "short");
  file.end();
  clock.pass();
  expect(existsSync(answerFileOf(log))).toBeFalse();
  file.begin(() => answer(""));
  for (let at = 0; at < 4_096; at += 1) file.add("text", "1234");
  expect(readFileSync(answerFileOf(log), "utf8").split("\n")).toHaveLength(1 + 4 + 1);
  expect(statSync(answerFileOf(log)).mode & 0o777).toBe(0o600);
  file.end();
  expect(existsSync(answerFileOf(log))).toBeFalse();
});

test("a folder that is gone takes nothing from the answer", () => {
  const log = join(temporaryFolder(), "sessions", "log.jsonl");
  const file = createAnswerFile(log, () => () => undefined);
  file.begin(() => answer(""));
  expect(() => file.add("text", "x".repeat(5_000))).not.toThrow();
  expect(() => file.end()).not.toThrow();
  expect(existsSync(dirname(log))).toBeFalse();
});
