/** Whatever stands in a transcript, reading it does not fail, and what comes of it can be sent to a model. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { buildRequest } from "../../../src/context/request.ts";
import { validateRequest } from "../../../src/context/validate.ts";
import { type Entry, entrySchema } from "../../../src/protocol/entry.ts";
import { toolCallsOf } from "../../../src/protocol/message.ts";
import { sourceOf } from "../../../src/sessions/import/source-lines.ts";
import { entriesOf } from "../../../src/sessions/import/told-entries.ts";
import { readerOf, toolOf } from "../../../src/sessions/import/readers.ts";
import { type ImportTool, importTools } from "../../../src/sessions/import/transcript.ts";
import { serializeEntry } from "../../../src/sessions/log.ts";
import { project } from "../../../src/transcript/project.ts";
import { bytesOf, claudeSession, codexSession, lines } from "./fixtures.ts";
import { geminiLines, geminiRecord, opencodeSession, piSession } from "./other-fixtures.ts";
import { atOnce } from "./told.ts";

const whole: Readonly<Record<ImportTool, readonly string[]>> = {
  "claude-code": [lines(...claudeSession())],
  codex: [lines(...codexSession())],
  "gemini-cli": [lines(...geminiLines()), JSON.stringify(geminiRecord())],
  opencode: [JSON.stringify(opencodeSession())],
  pi: [lines(...piSession())],
};
const tool = fc.constantFrom(...importTools);

test("any bytes are read without an error", () => {
  fc.assert(
    fc.property(tool, fc.uint8Array({ maxLength: 400 }), (one, bytes) => {
      toolOf(bytes);
      checkEntries(entriesFrom(one, bytes));
    }),
  );
});

test("any JSON in the place of any field is read without an error", () => {
  const spoilt = tool
    .chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...whole[one])))
    .chain(([one, text]) =>
      fc.tuple(fc.constant(one), fc.constant(text), fc.nat(2_000), fc.jsonValue({ maxDepth: 3 })),
    );
  fc.assert(
    fc.property(spoilt, ([one, text, at, value]) => {
      checkEntries(entriesFrom(one, bytesOf(withOther(text, at, value))));
    }),
    { numRuns: 400 },
  );
});

test("a transcript that is cut, mixed up or written over still gives a session that can be sent", () => {
  const damage = fc.record({
    drop: fc.array(fc.nat(20), { maxLength: 4 }),
    twice: fc.array(fc.nat(20), { maxLength: 3 }),
    move: fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 3 }),
    cut: fc.nat(4_000),
    over: fc.option(fc.tuple(fc.nat(4_000), fc.uint8Array({ minLength: 1, maxLength: 8 }))),
  });
  fc.assert(
    fc.property(tool, damage, (one, { drop, twice, move, cut, over }) => {
      for (const text of whole[one]) {
        const kept = text.split("\n").filter((_line, at) => !drop.includes(at));
        const all = [...kept, ...twice.map((at) => kept[at] ?? "")];
        for (const [from, to] of move) all.splice(to, 0, ...all.splice(from, 1));
        const mixed = all.join("\n");
        const bytes = bytesOf(mixed).slice(0, Math.max(0, mixed.length - (cut % 700)));
        if (over !== null)
          bytes.set(over[1].slice(0, Math.max(0, bytes.length - over[0])), Math.min(over[0], bytes.length));
        checkEntries(entriesFrom(one, bytes));
      }
    }),
    { numRuns: 300 },
  );
});

test("a JSON text that is nested without end is one more damaged line", () => {
  const deep = `{"type":"user","uuid":"u1","parentUuid":null,"message":{"content":${"[".repeat(200_000)}`;
  expect(entriesFrom("claude-code", bytesOf(deep))).toEqual([]);
  const closed = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  for (const one of importTools) checkEntries(entriesFrom(one, bytesOf(closed)));
});

function entriesFrom(one: ImportTool, bytes: Uint8Array): Entry[] {
  const transcript = atOnce(readerOf(one)(sourceOf(bytes)));
  return atOnce(entriesOf(transcript, { cwd: "/srv", createdAt: "2026-05-04T09:00:00.000Z" }));
}

/** The log reads back as it was, every call has one result, every turn one end, and the request needs no repair of calls. */
function checkEntries(entries: readonly Entry[]): void {
  for (const entry of entries) {
    const read = entrySchema.safeParse(JSON.parse(serializeEntry(entry).line));
    expect(read.error?.issues ?? []).toEqual([]);
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(entries.map(({ parentId }) => parentId)).toEqual(
    [null, ...entries.map(({ id }) => id)].slice(0, entries.length),
  );
  const calls = entries.flatMap((entry) => (entry.type === "assistant" ? toolCallsOf(entry.parts) : []));
  expect(entries.filter(({ type }) => type === "tool_result")).toHaveLength(calls.length);
  expect(entries.filter(({ type }) => type === "turn_end")).toHaveLength(
    entries.filter(({ type }) => type === "turn_start").length,
  );
  project(entries);
  for (const model of ["anthropic/claude-sonnet-4-6", "openai/gpt-5.3-codex"]) {
    const built = buildRequest({ entries, system: "s", tools: [], model });
    const { request, repairs } = validateRequest(built, { model });
    expect(repairs.filter((repair) => /without a (?:call|result)|interrupted/.test(repair))).toEqual([]);
    expect(validateRequest(request, { model }).repairs).toEqual([]);
  }
}

/** The text with another value in the place of its n-th one, whatever that is. */
function withOther(text: string, at: number, value: unknown): string {
  const single = text.trimStart().startsWith("{") && !text.trim().includes("\n{");
  const documents = single ? [text] : text.split("\n").filter((line) => line !== "");
  const line = at % documents.length;
  return documents
    .map((one, index) =>
      index === line
        ? JSON.stringify(replaced(JSON.parse(one), { left: Math.floor(at / 7) % 60 }, value))
        : one,
    )
    .join("\n");
}

function replaced(from: unknown, count: { left: number }, value: unknown): unknown {
  if (typeof from !== "object" || from === null) return from;
  const entries = Object.entries(from).map(([name, field]): [string, unknown] => {
    count.left -= 1;
    return [name, count.left === 0 ? value : replaced(field, count, value)];
  });
  return Array.isArray(from) ? entries.map(([, field]) => field) : Object.fromEntries(entries);
}
