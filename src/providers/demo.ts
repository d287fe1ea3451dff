/** The offline model: it needs no key and no network, and shows the whole loop with real tools. */
import type { AssistantPart, ToolCallPart } from "../protocol/message.ts";
import { newCallId } from "./call-id.ts";
import { playDemo } from "./demo-script.ts";
import { wordsOf } from "./pieces.ts";
import type { Provider } from "./provider.ts";
import { sleep as realSleep, type Sleep } from "./timers.ts";

export type DemoOptions = {
  /** The wait before each piece of text, so that it reads like a stream, ms. Default 8; 0 for scripts and tests. */
  readonly pieceDelayMs?: number;
  readonly sleep?: Sleep;
  readonly newId?: () => string;
};

/** The provider `demo/offline`. It understands no language: it plays fixed programs by keywords, and says so. */
export function createDemoProvider(options: DemoOptions = {}): Provider {
  const { pieceDelayMs = 8, sleep = realSleep, newId = newCallId } = options;
  return {
    model: "demo/offline",
    async *stream(request, signal) {
      if (signal.aborted) return;
      const { text, calls } = playDemo(request);
      for (const piece of wordsOf(text)) {
        if (pieceDelayMs > 0) await sleep(pieceDelayMs, signal);
        if (signal.aborted) return;
        yield { type: "text", text: piece };
      }
      const callParts = calls.map((call): ToolCallPart => {
        const argumentsText = JSON.stringify(call.arguments);
        return { type: "tool_call", callId: newId(), name: call.name, argumentsText };
      });
      for (const [index, part] of callParts.entries()) {
        yield { type: "call", index, name: part.name, length: part.argumentsText.length };
      }
      if (signal.aborted) return;
      const textParts: AssistantPart[] = text === "" ? [] : [{ type: "text", text }];
      const stop = callParts.length > 0 ? "tool_use" : "stop";
      yield { type: "response", response: { parts: [...textParts, ...callParts], stop } };
    },
  };
}
