import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { type Entry, type Header, logFormatVersion } from "../../src/protocol/entry.ts";
import { branchOf, isTooNew, parseLog, serializeEntry, serializeHeader } from "../../src/sessions/log.ts";
import { describeProblems } from "../../src/sessions/problems.ts";
import { wellFormed } from "../../src/sessions/well-formed.ts";
import { anyNewEntry, asJson, chained } from "./arbitrary-entries.ts";
import { said } from "./data-folder.ts";

const header: Header = {
  type: "header",
  format: logFormatVersion,
  sessionId: "abcdefghij",
  createdAt: "2030-01-02T03:04:05.000Z",
  cwd: "/home/ada/project",
  version: "0.1.0",
};

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (entries: readonly Entry[]) =>
  serializeHeader(header) + entries.map((entry) => serializeEntry(entry).line).join("");
const readEntries = (log: string | Uint8Array) =>
  branchOf(parseLog(typeof log === "string" ? bytes(log) : log).nodes);
const texts = (entries: readonly Entry[]) =>
  entries.map((entry) => (entry.type === "user" ? entry.text : entry.type));
const entryOf = (text: string): Entry => ({ ...said(text), id: "e0", parentId: null, at: header.createdAt });
const three = chained([said("one"), said("two"), said("three")]);

describe("what is written is read back", () => {
  test("any entries survive, half characters as U+FFFD", () => {
    fc.assert(
      fc.property(fc.array(anyNewEntry, { maxLength: 8 }), (contents) => {
        const entries = chained(contents);
        const log = parseLog(bytes(textOf(entries)));
        expect(log.header).toEqual(header);
        expect(log.problems).toEqual([]);
        expect(asJson(branchOf(log.nodes))).toEqual(asJson(wellFormed(entries)));
      }),
    );
  });

  test("the entry that append returns is the one that is read later", () => {
    fc.assert(
      fc.property(anyNewEntry, (content) => {
        const [entry] = chained([content]);
        if (entry === undefined) throw new Error("no entry");
        const written = serializeEntry(entry);
        expect(asJson(written.entry)).toEqual(asJson(JSON.parse(written.line)));
        expect(written.line.isWellFormed()).toBe(true);
      }),
    );
  });

  test("an entry is one line for every reader, whatever it says", () => {
    const { line } = serializeEntry(entryOf("a\nb\r\u2028c\u2029d\u0085e"));
    expect(line.split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(2);
    expect(texts(readEntries(serializeHeader(header) + line))).toEqual(["a\nb\r\u2028c\u2029d\u0085e"]);
  });

  test("half an emoji becomes a replacement character", () => {
    const { entry, line } = serializeEntry(entryOf("cut \ud83d"));
    expect(texts([entry])).toEqual(["cut \uFFFD"]);
    expect(line).not.toContain("\\ud83d");
  });

  test("a text that only talks about surrogates stays as it is", () => {
    expect(texts([serializeEntry(entryOf("the escape \\ud83d")).entry])).toEqual(["the escape \\ud83d"]);
  });
});

describe("a log that was cut", () => {
  test("any truncation yields a prefix of the entries", () => {
    fc.assert(
      fc.property(fc.array(anyNewEntry, { maxLength: 5 }), fc.nat(), (contents, position) => {
        const whole = bytes(textOf(chained(contents)));
        const all = readEntries(whole);
        const part = readEntries(whole.subarray(0, position % (whole.length + 1)));
        expect(part).toEqual(all.slice(0, part.length));
      }),
    );
  });

  test("at every single byte: whole entries are there, the torn one is counted", () => {
    const whole = bytes(textOf(three));
    const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
    for (let length = 0; length <= whole.length; length += 1) {
      const log = parseLog(whole.subarray(0, length));
      const completeLines = ends.filter((end) => end <= length).length;
      expect(log.nodes.length).toBe(Math.max(0, completeLines - 1));
      const cutInside = length > 0 && !ends.includes(length) && !ends.includes(length - 1);
      expect(log.problems.map(({ kind }) => kind)).toEqual(cutInside ? ["torn"] : []);
      expect(log.openEnd).toBe(length > 0 && !ends.includes(length - 1));
    }
  });

  test("a last line that lacks only its line end counts", () => {
    const log = parseLog(bytes(textOf(three).trimEnd()));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three"]);
    expect(log.openEnd).toBe(true);
  });
});

describe("a damaged log", () => {
  const lines = textOf(three).trimEnd().split("\n");

  test("a run of NUL bytes between entries is skipped, with its place", () => {
    const before = `${lines.slice(0, 2).join("\n")}\n`;
    const log = parseLog(bytes(`${before}\0\0\0\0${lines.slice(2).join("\n")}\n`));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three"]);
    expect(log.problems).toEqual([{ kind: "nul", start: before.length, end: before.length + 4 }]);
  });

  test("NUL bytes that swallowed a line end leave the entries on both sides", () => {
    const log = parseLog(bytes(`${lines[0]}\n${lines[1]}\0\0\0${lines[2]}\n${lines[3]}\n`));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three"]);
    expect(log.problems.map(({ kind }) => kind)).toEqual(["nul"]);
  });

  test("an unreadable line costs only itself; what follows hangs on what is left", () => {
    const log = parseLog(bytes([lines[0], lines[1], "{broken", lines[3], ""].join("\n")));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "three"]);
    const start = `${lines[0]}\n${lines[1]}\n`.length;
    expect(log.problems[0]).toEqual({ kind: "unreadable", start, end: start + 7 });
    expect(log.problems[1]?.kind).toBe("parent");
    expect(describeProblems(log)).toEqual([
      `1 damaged part of this session's file was skipped (bytes ${start}–${start + 7}); all else is here.`,
    ]);
  });

  test("an entry that was written twice counts once", () => {
    const log = parseLog(bytes([...lines, lines[3], ""].join("\n")));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three"]);
    expect(log.problems.map(({ kind }) => kind)).toEqual(["duplicate"]);
  });

  test("a damaged entry at the end that hangs on nothing does not hide what was said before it", () => {
    const odd = '{"type":"user","id":"odd","parentId":null,"at":7}';
    const log = parseLog(bytes([...lines, odd, ""].join("\n")));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three"]);
    expect(log.problems.map(({ kind }) => kind)).toEqual(["invalid"]);
  });

  test("of two entries with one id the first counts, and that is told", () => {
    const other = (lines[3] ?? "").replace("three", "third");
    const log = parseLog(bytes([...lines, other, ""].join("\n")));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three"]);
    expect(log.problems.map(({ kind }) => kind)).toEqual(["conflict"]);
    expect(describeProblems(log)).toEqual([expect.stringContaining("have the same name (bytes ")]);
  });

  test("a line that is gone without a trace is told by the one behind it", () => {
    const log = parseLog(bytes([lines[0], lines[1], lines[3], ""].join("\n")));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "three"]);
    expect(describeProblems(log)).toEqual([
      expect.stringContaining("Entries are missing in this session's file in front of bytes "),
    ]);
  });

  test("bytes that are no UTF-8 cost characters, not the entry", () => {
    const damaged = bytes(textOf(three));
    damaged[damaged.lastIndexOf("h".charCodeAt(0))] = 0xff;
    const log = parseLog(damaged);
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "t\uFFFDree"]);
    expect(log.problems.map(({ kind }) => kind)).toEqual(["encoding"]);
  });

  test("an entry of a known type that does not fit keeps its place, so that its children stay", () => {
    const odd = (lines[2] ?? "").replace('"submit"', '"telepathy"');
    const log = parseLog(bytes([lines[0], lines[1], odd, lines[3], ""].join("\n")));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "three"]);
    expect(log.problems.map(({ kind }) => kind)).toEqual(["invalid"]);
  });

  test("a file that a Windows editor saved is read", () => {
    expect(texts(readEntries(`\uFEFF${textOf(three).replaceAll("\n", "\r\n")}`))).toEqual([
      "one",
      "two",
      "three",
    ]);
  });

  test("without its header the entries are still there", () => {
    const log = parseLog(bytes(lines.slice(1).join("\n")));
    expect(log.header).toBeNull();
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three"]);
    expect(describeProblems(log)).toHaveLength(1);
  });

  test("an id that would lead out of the folder makes a header count as damaged", () => {
    const log = parseLog(bytes(serializeHeader({ ...header, sessionId: "../../evil" })));
    expect(log.header).toBeNull();
    expect(log.problems.map(({ kind }) => kind)).toEqual(["invalid"]);
  });

  test("whatever bytes are overwritten, nothing throws and untouched lines survive", () => {
    const entries = chained(Array.from({ length: 6 }, (_, index) => said(`entry number ${index}`)));
    const whole = bytes(textOf(entries));
    fc.assert(
      fc.property(
        fc.nat({ max: whole.length - 1 }),
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        (at, noise) => {
          const damaged = new Uint8Array(whole);
          damaged.set(noise.subarray(0, whole.length - at), at);
          const found = new Set(parseLog(damaged).nodes.map(({ id }) => id));
          let start = serializeHeader(header).length;
          for (const entry of entries) {
            const end = start + serializeEntry(entry).line.length;
            // The byte before a line is the end of the one before: damage there glues the two together.
            const untouched = at >= end || at + noise.length < start;
            if (untouched) expect(found.has(entry.id)).toBe(true);
            start = end;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a log of another version", () => {
  const unknown = JSON.stringify({ id: "x1", parentId: "e2", at: "2031", type: "hologram", shape: [1] });

  test("unknown entries are kept in the tree, skipped in the branch and counted", () => {
    const child = JSON.stringify({ ...chained([said("four")])[0], id: "e3", parentId: "x1" });
    const log = parseLog(bytes(`${textOf(three)}${unknown}\n${child}\n`));
    expect(texts(branchOf(log.nodes))).toEqual(["one", "two", "three", "four"]);
    expect(log.unknown).toBe(1);
    expect(log.problems).toEqual([]);
    expect(log.nodes[3]).toEqual({ id: "x1", parentId: "e2", entry: null, raw: unknown });
    expect(describeProblems(log)[0]).toContain("from a newer rein");
  });

  test("a newer format is seen, even when its header has another shape", () => {
    const log = parseLog(bytes(`{"type":"header","format":${logFormatVersion + 1}}\n`));
    expect(isTooNew(log)).toBe(true);
    expect(log.header).toBeNull();
  });

  test("fields that this version does not know do no harm", () => {
    const line = (textOf(three).split("\n")[1] ?? "").replace(/}$/, ',"mood":"fine"}');
    expect(texts(readEntries(`${serializeHeader(header)}${line}\n`))).toEqual(["one"]);
  });
});

test("a branch is the path to its leaf, not everything in the file", () => {
  const [one, two, three] = chained([said("one"), said("two"), said("three")]);
  const other = { ...chained([said("other two")])[0], id: "o", parentId: "e0" };
  const lines = [one, two, three, other].map((entry) => JSON.stringify(entry));
  const log = parseLog(bytes(`${serializeHeader(header)}${lines.join("\n")}\n`));
  expect(texts(branchOf(log.nodes))).toEqual(["one", "other two"]);
  expect(texts(branchOf(log.nodes, "e2"))).toEqual(["one", "two", "three"]);
});
