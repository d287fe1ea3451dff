/** What happens in a session, turn by turn, with texts that are hard on readers of lines. */
import type { NewEntry } from "../../../src/protocol/entry.ts";
import type { Random } from "../../fuzz/random.ts";

const texts = [
  "hello",
  "line\nline\r\nline",
  "a\u2028b\u2029c\u0085d",
  "中文 👩‍👩‍👧 \u0000 end",
  "half \ud83d of an emoji",
  '{"type":"header","format":1}',
  '\\"}\\n{"id":"x"}',
  "",
];

/** What is written down between turns, beside the conversation. */
function beside(random: Random, text: string): NewEntry {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const file = { path: `/p/${text}`, before: null, after: null };
  return random.pick<NewEntry>([
    { type: "notice", text },
    { type: "title", title: text, by: "user" },
    { type: "title", title: text, by: "model", model: "demo/demo", usage },
    { type: "label", entryId: "e1", label: text },
    { type: "restore", to: null, files: [file] },
    {
      type: "context_edit",
      edits: [{ entryId: "e1", action: "summarise", text }],
      model: "demo/demo",
      usage,
    },
    { type: "compaction", summary: text, firstKeptId: "e1" },
    { type: "checkpoint", callId: "c1", files: [file] },
    {
      type: "user_command",
      command: text,
      cwd: "/p",
      exitCode: 0,
      output: text,
      durationMs: 1,
      shared: true,
    },
  ]);
}

/** Where texts may be so long, a few of them are so long that a long session leaves them in its file. UTF-16 units. */
const longFrom = 60;
const longSize = 5_000;

/** Entries for ever: turns with answers, calls, questions, results and what happens beside them. */
export function* historyOf(random: Random, mostText = 400): Generator<NewEntry, never> {
  const text = () => {
    const some = random.pick(texts) + "x".repeat(random.below(mostText));
    const isLong = mostText >= longFrom && random.chance(10);
    return isLong
      ? `${some} ${random.below(1_000_000)}\n`.repeat(Math.ceil(longSize / (some.length + 2)))
      : some;
  };
  for (let turn = 0; ; turn += 1) {
    const turnId = `t${turn}-${random.below(1_000_000)}`;
    yield { type: "user", text: `${turn} ${text()}`, via: "submit" };
    yield { type: "turn_start", turnId, traceId: "0".repeat(32), model: "demo/demo", mode: "ask" };
    const steps = 1 + random.below(3);
    for (let step = 1; step <= steps; step += 1) {
      const callIds = Array.from({ length: random.below(3) }, (_, at) => `call_${step}_${at}`);
      yield {
        type: "assistant",
        turnId,
        step,
        model: random.pick(["anthropic/claude-sonnet-5", "deepseek/deepseek-v4-pro"]),
        parts: [
          { type: "reasoning", text: text(), opaque: { signature: "s" } },
          { type: "text", text: text() },
          ...callIds.map((callId) => ({
            type: "tool_call" as const,
            callId,
            name: "bash",
            argumentsText: random.pick(["{}", '{"command":"ls"}', '{"command":']),
          })),
        ],
        stop: callIds.length > 0 ? "tool_use" : "stop",
        latencyMs: 1,
        attempts: 1,
      };
      for (const callId of callIds) {
        yield { type: "tool_start", callId, name: "bash", title: "ls" };
        const result = random.chance(50)
          ? ({ ok: true, text: text() } as const)
          : ({ ok: false, kind: "failed", message: text() } as const);
        yield { type: "tool_result", callId, name: "bash", title: "ls", durationMs: 1, result };
      }
    }
    if (random.chance(40)) yield beside(random, text());
    yield { type: "turn_end", turnId, outcome: "completed", steps };
  }
}
