import { describe, expect, test } from "bun:test";
import {
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { type Entry, type Header, logFormatVersion } from "../../src/protocol/entry.ts";
import { currentFormat } from "../../src/sessions/format.ts";
import {
  branchOf,
  parseLog,
  pathOf,
  serializeEntry,
  serializeHeader,
  serializeLog,
} from "../../src/sessions/log.ts";
import { parseTail } from "../../src/sessions/log-tail.ts";
import { OpenLog, type OpenLogOptions } from "../../src/sessions/open-log.ts";
import type { LogNode, ParsedLog } from "../../src/sessions/parsed-log.ts";
import { asJson, chained } from "./arbitrary-entries.ts";
import { anyContents, anyDamage, damaged } from "./long-logs.ts";

const header: Header = {
  type: "header",
  format: logFormatVersion,
  sessionId: "abcdefghij",
  createdAt: "2030-01-02T03:04:05.000Z",
  cwd: "/home/ada/project",
  version: "0.1.0",
};

/** Runs with a file in a folder of its own. */
function withFile(bytes: Uint8Array, use: (file: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "rein-open-log-"));
  try {
    const file = join(folder, "log.jsonl");
    writeFileSync(file, bytes, { mode: 0o600 });
    use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readAll(file: string, options: Partial<OpenLogOptions> = {}): ParsedLog {
  const steps = new OpenLog(file, { format: currentFormat, ...options }).steps();
  for (;;) {
    const step = steps.next();
    if (step.done !== true) continue;
    const { read: _, ...log } = step.value;
    return log;
  }
}

const anyLog = fc
  .tuple(anyContents, fc.array(fc.nat({ max: 7 }), { maxLength: 8 }), fc.array(anyDamage, { maxLength: 3 }))
  .map(([contents, parents, damages]) => {
    // A tree: some entries follow one that stands further up.
    const entries: Entry[] = [];
    for (const [at, entry] of chained(contents).entries()) {
      const parent = parents[at] ?? 0;
      const isElsewhere = at > 0 && parent > 4;
      entries.push(isElsewhere ? { ...entry, parentId: `e${Math.max(0, at - parent + 3)}` } : entry);
    }
    const text = serializeHeader(header) + entries.map((entry) => serializeEntry(entry).line).join("");
    return damaged(Buffer.from(text), damages);
  });

describe("a log that is read piece by piece, its long texts only when they are asked for", () => {
  test("is what it is when it is read as a whole, with any damage and pieces of any size", () => {
    fc.assert(
      fc.property(anyLog, fc.constantFrom(1, 7, 100, 4_096, 65_536), (bytes, pieceSize) => {
        withFile(bytes, (file) => {
          const log = readAll(file, { longFrom: 0, pieceSize });
          expect(asJson(log)).toEqual(asJson(parseLog(bytes)));
          expect(asJson(branchOf(log.nodes))).toEqual(asJson(branchOf(parseLog(bytes).nodes)));
        });
      }),
      { numRuns: 150 },
    );
  });

  test("can be written anew as it was, and tells of what it was asked to look for", () => {
    fc.assert(
      fc.property(anyContents, (contents) => {
        const marked = [{ type: "notice" as const, text: `${"x".repeat(5_000)}a mark` }, ...contents];
        const text =
          serializeHeader(header) +
          chained(marked)
            .map((entry) => serializeEntry(entry).line)
            .join("");
        withFile(Buffer.from(text), (file) => {
          const found: string[] = [];
          const { nodes } = readAll(file, {
            longFrom: 0,
            marked: { mark: "a mark", onText: (line) => found.push(line) },
          });
          expect(asJson(serializeLog(header, nodes).split("\n").map(valueOf))).toEqual(
            asJson(text.split("\n").map(valueOf)),
          );
          expect(found).toEqual(text.split("\n").filter((line) => line.includes("a mark")));
        });
      }),
      { numRuns: 50 },
    );
  });

  test("says so in the place of a text that is not there any more", () => {
    const entries = chained([{ type: "notice", text: "x".repeat(5_000) }]);
    withFile(
      Buffer.from(serializeHeader(header) + entries.map((entry) => serializeEntry(entry).line).join("")),
      (file) => {
        const [entry] = branchOf(readAll(file, { longFrom: 0 }).nodes);
        truncateSync(file, 10);
        expect(entry?.type === "notice" && entry.text).toContain("not there any more");
      },
    );
  });

  test("keeps its texts when its file is removed", () => {
    const entries = chained([{ type: "notice", text: "y".repeat(5_000) }]);
    let read: ParsedLog | undefined;
    withFile(
      Buffer.from(serializeHeader(header) + entries.map((entry) => serializeEntry(entry).line).join("")),
      (file) => {
        read = readAll(file, { longFrom: 0 });
      },
    );
    expect(asJson(branchOf(read?.nodes ?? []))).toEqual(asJson(entries));
  });

  test.skipIf(process.platform !== "linux")("of usual size has no descriptor open once it is read", () => {
    withFile(Buffer.from(serializeHeader(header)), (file) => {
      const isOpen = () =>
        readdirSync("/proc/self/fd").some((fd) => {
          try {
            return readlinkSync(`/proc/self/fd/${fd}`) === realpathSync(file);
          } catch {
            return false; // the descriptor that the folder was read with
          }
        });
      const steps = new OpenLog(file, { format: currentFormat }).steps();
      steps.next();
      expect(isOpen()).toBe(true);
      while (steps.next().done !== true);
      expect(isOpen()).toBe(false);
    });
  });
});

describe("the end of a log", () => {
  test("is the end of the whole one's branch, with any damage, where no line repeats an earlier one", () => {
    fc.assert(
      fc.property(anyLog, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, share) => {
        const whole = parseLog(bytes);
        if (whole.problems.some(({ kind }) => kind === "duplicate" || kind === "conflict")) return;
        const branch = branchOf(whole.nodes).map(asJson);
        const end = parseTail(bytes.subarray(Math.floor(share * bytes.length)));
        const tail = branchOf(end.nodes).map(asJson);
        expect(tail).toEqual(branch.slice(branch.length - tail.length));
      }),
      { numRuns: 300 },
    );
  });
});

test("the path to an entry is that of its parents, whatever the tree", () => {
  const byParents = (nodes: readonly LogNode[], leaf: string | null): string[] => {
    const node = nodes.find(({ id }) => id === leaf);
    return node === undefined ? [] : [...byParents(nodes, node.parentId), node.id];
  };
  fc.assert(
    fc.property(anyLog, fc.nat({ max: 8 }), (bytes, at) => {
      const { nodes } = parseLog(bytes);
      const leaf = nodes[at]?.id ?? null;
      expect(pathOf(nodes, leaf).map(({ id }) => id)).toEqual(byParents(nodes, leaf));
    }),
    { numRuns: 100 },
  );
});

function valueOf(line: string): unknown {
  return line === "" ? null : JSON.parse(line);
}
