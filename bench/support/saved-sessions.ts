/** Many saved sessions, for what is measured over all of them. They are made once and kept for later runs. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Header, logFormatVersion, type NewEntry } from "../../src/protocol/entry.ts";
import { fileNameOf } from "../../src/sessions/file-name.ts";
import { serializeEntry, serializeHeader } from "../../src/sessions/log.ts";
import { type DataPaths, dataPaths } from "../../src/sessions/paths.ts";

export type Store = { readonly sessions: number; /** Of each, about. */ readonly bytes: number };

/** The paths of a data folder with so many sessions of that size, in 50 folders; 1 in 1,000 texts says `rareWord`. */
export function savedSessions(store: Store): DataPaths {
  const folder = join(tmpdir(), `rein-bench-${store.sessions}-sessions-of-${store.bytes}`);
  const paths = dataPaths({ REIN_DATA_DIR: folder });
  if (existsSync(folder)) return paths;
  const half = dataPaths({ REIN_DATA_DIR: `${folder}.half` });
  rmSync(half.data, { recursive: true, force: true });
  mkdirSync(half.sessions, { recursive: true, mode: 0o700 });
  for (let at = 0; at < store.sessions; at += 1) {
    const header = headerOf(at);
    const text = serializeHeader(header) + linesOf(at, store.bytes);
    writeFileSync(join(half.sessions, fileNameOf(header)), text, { mode: 0o600 });
  }
  renameSync(half.data, folder);
  return paths;
}

/** In few texts, and in many. */
export const rareWord = "quetzalcoatlus";
export const commonWord = "deserialize";
export const chineseWord = "登录失败";

function headerOf(at: number): Header {
  return {
    type: "header",
    format: logFormatVersion,
    sessionId: `session${String(at).padStart(5, "0")}`,
    createdAt: new Date(Date.parse("2029-01-01T00:00:00.000Z") + at * 60_000).toISOString(),
    cwd: `/home/ada/project-${at % 50}`,
    version: "0",
    gitBranch: "main",
  };
}

function linesOf(session: number, bytes: number): string {
  const random = numbers(session + 1);
  const lines: string[] = [];
  let parentId: string | null = null;
  for (let turn = 0, size = 0; size < bytes; turn += 1) {
    for (const content of turnOf(session, turn, bytes, random)) {
      const id = `e${lines.length}`;
      const { line } = serializeEntry({ ...content, id, parentId, at: headerOf(session).createdAt });
      lines.push(line);
      size += line.length;
      parentId = id;
    }
  }
  return lines.join("");
}

function turnOf(session: number, turn: number, bytes: number, random: () => number): NewEntry[] {
  const turnId = `t${turn}`;
  const model = "openai/bench";
  const callId = `call_${turn}`;
  const response = { type: "assistant", turnId, model, latencyMs: 900, attempts: 1 } as const;
  const usage = { inputTokens: 40_000, outputTokens: 400, cacheReadTokens: 38_000 };
  const rare = random() < 0.001 ? ` ${rareWord} ` : "";
  const chinese = random() < 0.01 ? ` ${chineseWord}。` : "";
  const length = Math.min(40_000, Math.floor(bytes / 4), Math.floor(400 + random() ** 4 * 60_000));
  return [
    { type: "user", text: `question ${session}.${turn}: ${words(30, random)}${chinese}?`, via: "submit" },
    { type: "turn_start", turnId, traceId: "0".repeat(32), model, mode: "ask" },
    {
      ...response,
      step: 1,
      usage,
      parts: [{ type: "tool_call", callId, name: "bash", argumentsText: '{"command":"npm test"}' }],
      stop: "tool_use",
    },
    { type: "tool_start", callId, name: "bash", title: "npm test" },
    {
      type: "tool_result",
      callId,
      name: "bash",
      title: "npm test",
      durationMs: 3,
      result: { ok: true, text: `${words(length / 7, random)}${rare}\n[exit code 0]` },
    },
    { ...response, step: 2, usage, parts: [{ type: "text", text: words(80, random) }], stop: "stop" },
    { type: "turn_end", turnId, outcome: "completed", steps: 2 },
  ];
}

/** Some 4,000 words that sound like code, a few of them far more often than the others. */
const syllables =
  "se ri al ize de par ter con sole map fil ex port im node list ent ry val ue ind ex at lo ad un sub".split(
    " ",
  );
const vocabulary = Array.from({ length: 4_000 }, (_, at) =>
  at === 7
    ? commonWord
    : [at % 30, Math.floor(at / 30) % 30, Math.floor(at / 7) % 30].map((part) => syllables[part]).join(""),
);

function words(count: number, random: () => number): string {
  let text = "";
  for (let at = 0; at < count; at += 1)
    text += `${vocabulary[Math.floor(random() ** 3 * vocabulary.length)]}${at % 11 === 10 ? "\n" : " "}`;
  return text;
}

/** The same in every run. */
function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
