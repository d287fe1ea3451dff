/** A log of 100,000 entries and 200 MB, as months of work leave one: turns with answers, calls, results and summaries. */
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Header, logFormatVersion, type NewEntry } from "../../src/protocol/entry.ts";
import { fileNameOf } from "../../src/sessions/file-name.ts";
import { serializeEntry, serializeHeader } from "../../src/sessions/log.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import type { TestProject } from "../../tests/support/project.ts";

export type LogSize = { readonly entries: number; readonly bytes: number };

/** What opening and adding to a session of months is measured by. */
export const hugeLog: LogSize = { entries: 100_000, bytes: 200_000_000 };

/** What stands in its last answer, and nowhere else. */
export const lastWords = "that was the last of all";

const model = "openai/bench";
/** Calls of one turn. */
const callsOfTurn = 8;
/** About the entries of one turn. */
const entriesOfTurn = 30;
/** Turns from one summary to the next. */
const turnsOfSummary = 150;
const longestResult = 50_000;
const writtenAtOnce = 4 * 1024 * 1024;

/** A log in a file of its own, which `putHugeSession` copies from. */
export type HugeLog = Disposable & { readonly lines: string };

/** Writes all but the header into a temporary folder. */
export function makeHugeLog(size: LogSize = hugeLog): HugeLog {
  const folder = mkdtempSync(join(tmpdir(), "rein-huge-"));
  const file = join(folder, "lines");
  const fd = openSync(file, "wx", 0o600);
  try {
    let waiting = "";
    for (const line of lines("/home/ada/project", size)) {
      waiting += line;
      if (waiting.length < writtenAtOnce) continue;
      writeSync(fd, waiting);
      waiting = "";
    }
    writeSync(fd, waiting);
  } finally {
    closeSync(fd);
  }
  return { lines: file, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Puts it into the home of a project, for `rein -c` there. Returns its path. */
export function putHugeSession(
  { folder, env }: Pick<TestProject, "folder" | "env">,
  { lines: from }: Pick<HugeLog, "lines">,
): string {
  const header: Header = {
    type: "header",
    format: logFormatVersion,
    sessionId: "hugesession",
    createdAt: "2030-01-02T03:04:05.000Z",
    cwd: folder,
    version: "0",
    gitBranch: "main",
  };
  const file = join(dataPaths(env).sessions, fileNameOf(header));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, serializeHeader(header), { mode: 0o600, flag: "wx" });
  appendFileSync(file, readFileSync(from));
  return file;
}

function* lines(folder: string, size: LogSize): Generator<string> {
  const random = numbers();
  /** What a result holds on the average. The rest of a turn is about 12,000 bytes, and a quarter of all is written twice. */
  const resultSize = ((size.bytes / size.entries) * entriesOfTurn - 12_000) / callsOfTurn / 1.25;
  let at = Date.parse("2030-01-02T03:04:05.000Z");
  let parentId: string | null = null;
  let count = 0;
  const turns = Math.ceil(size.entries / entriesOfTurn);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const content of entriesOf({ turn, isLast: turn === turns - 1, folder, resultSize, random })) {
      at += 400;
      const id = `e${count.toString(36).padStart(8, "0")}`;
      const kept: NewEntry =
        content.type === "compaction" ? { ...content, firstKeptId: parentId ?? id } : content;
      const entry = { ...kept, id, parentId, at: new Date(at).toISOString() };
      yield serializeEntry(entry).line;
      parentId = id;
      count += 1;
    }
  }
}

type TurnParts = {
  readonly turn: number;
  readonly isLast: boolean;
  readonly folder: string;
  readonly resultSize: number;
  readonly random: () => number;
};

function* entriesOf({ turn, isLast, folder, resultSize, random }: TurnParts): Generator<NewEntry> {
  const turnId = `t${turn}`;
  const usage = { inputTokens: 40_000 + turn, outputTokens: 400, cacheReadTokens: 38_000 };
  const response = { type: "assistant", turnId, model, latencyMs: 900, attempts: 1, usage } as const;
  if (turn % turnsOfSummary === turnsOfSummary - 1)
    yield { type: "compaction", summary: words(600, random), firstKeptId: "", model, usage };
  yield { type: "user", text: `question ${turn}: ${words(40, random)}?`, via: "submit" };
  yield { type: "turn_start", turnId, traceId: "0".repeat(32), model, mode: "ask" };
  for (let call = 0; call < callsOfTurn; call += 1) {
    const callId = `call_${turn}_${call}`;
    const [name, path] = [
      call % 4 === 3 ? "edit_file" : call % 2 === 0 ? "read_file" : "bash",
      fileOf(random),
    ];
    const argumentsText = JSON.stringify(
      name === "bash"
        ? { command: `npm test -- ${path}` }
        : { path, ...(name === "edit_file" ? { old: words(30, random), new: words(40, random) } : {}) },
    );
    const said = call % 3 === 0 ? [{ type: "text", text: words(25, random) } as const] : [];
    yield {
      ...response,
      step: call + 1,
      parts: [...said, { type: "tool_call", callId, name, argumentsText }],
      stop: "tool_use",
    };
    const title = name === "bash" ? `npm test -- ${path}` : path;
    yield { type: "tool_start", callId, name, title };
    const length = Math.min(longestResult, Math.max(80, Math.floor(resultSize * spread(random))));
    const text = name === "edit_file" ? `Edited ${path}.` : code(length, random);
    if (name === "edit_file") {
      const file = { path: join(folder, path), before: hash(random), mode: 0o644 };
      yield { type: "checkpoint", callId, files: [file] };
      const view = {
        type: "changes" as const,
        files: [{ path, kind: "modified" as const, hunks: [hunk(length, random)] }],
      };
      const files = [{ path: join(folder, path), after: hash(random) }];
      yield {
        type: "tool_result",
        callId,
        name,
        title,
        durationMs: 3,
        result: { ok: true, text, view },
        files,
      };
    } else {
      const view = { type: "command", exitCode: 0, output: text, endedIn: folder } as const;
      const result =
        name === "bash"
          ? ({ ok: true, text: `${text}\n[exit code 0]`, view } as const)
          : ({ ok: true, text } as const);
      yield { type: "tool_result", callId, name, title, durationMs: 3, result };
    }
  }
  const answer = `${words(80, random)}:\n\n- \`${fileOf(random)}\`: ${words(20, random)}\n- ${words(20, random)}\n\n${isLast ? lastWords : words(30, random)}.`;
  yield { ...response, step: callsOfTurn + 1, parts: [{ type: "text", text: answer }], stop: "stop" };
  yield { type: "turn_end", turnId, outcome: "completed", steps: callsOfTurn + 1 };
}

const vocabulary =
  "the price of an item in order table read before it goes out and part that was found here checked again with test for module which returns value when empty list none given so far".split(
    " ",
  );

function words(count: number, random: () => number): string {
  return Array.from({ length: count }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(" ");
}

function code(length: number, random: () => number): string {
  const text: string[] = [];
  for (let size = 0, line = 1; size < length; line += 1) {
    const next = `${String(line).padStart(5)}\tconst ${words(2, random).replace(" ", "_")} = read("${words(6, random)}");`;
    text.push(next);
    size += next.length + 1;
  }
  return text.join("\n");
}

function hunk(length: number, random: () => number) {
  const count = Math.max(2, Math.floor(length / 60));
  const lines = Array.from({ length: count }, (_, index) => `${"-+ "[index % 3]}  ${words(10, random)}`);
  return { oldStart: 10, newStart: 10, lines };
}

function fileOf(random: () => number): string {
  return `src/part-${Math.floor(random() * 40)}/module-${Math.floor(random() * 400)}.ts`;
}

function hash(random: () => number): string {
  return Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join("");
}

/** Most results are short, a few are very long; 1 on the average. */
function spread(random: () => number): number {
  return random() ** 4 * 5;
}

/** The same in every run. */
function numbers(): () => number {
  let state = 12_345;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
