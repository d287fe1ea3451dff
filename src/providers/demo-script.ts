/** The demo's answer to a request: read from the conversation alone, so that it plays on wherever it stands. Pure. */
import { type ModelRequest, toolCallsOf } from "../protocol/message.ts";
import { type DemoAnswer, type DemoStep, nextAnswer } from "./demo-programs.ts";
import { readIntent } from "./demo-rules.ts";
import { type DemoWords, wordsFor } from "./demo-words.ts";

/** What the demo says and calls. Its first answer in a conversation begins by saying what it is. */
export function playDemo(request: ModelRequest): DemoAnswer {
  const at = request.messages.findLastIndex((message) => message.role === "user");
  const last = request.messages[at];
  const message = last?.role === "user" ? last.text : "";
  const words = wordsFor(message);
  const answer = checked(answerTo(message, stepsAfter(request, at), words), request, words);
  const isFirst = !request.messages.some((message) => message.role === "assistant");
  return isFirst ? { ...answer, text: `${words.intro}\n\n${answer.text}` } : answer;
}

function answerTo(message: string, steps: readonly DemoStep[], words: DemoWords): DemoAnswer {
  const stopped = steps.find(
    (step) => step.isError && /declined|^not run\b|not allowed|^interrupted/i.test(step.text),
  );
  if (stopped === undefined) return nextAnswer(readIntent(message), steps, words);
  const text = /declined/i.test(stopped.text)
    ? words.declined
    : words.notAllowed(stopped.text.replace(/^not run:\s*/i, ""));
  return { text, calls: [] };
}

/** The calls of this turn and their results, in order. */
function stepsAfter(request: ModelRequest, at: number): DemoStep[] {
  const messages = request.messages.slice(at + 1);
  const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? toolCallsOf(message.parts) : [],
  );
  return calls.flatMap((call): DemoStep[] => {
    const result = results.find((result) => result.callId === call.callId);
    return result === undefined ? [] : [{ tool: call.name, text: result.text, isError: result.isError }];
  });
}

/** A tool that was not given is not called: the demo says so instead. */
function checked(answer: DemoAnswer, request: ModelRequest, words: DemoWords): DemoAnswer {
  const missing = answer.calls.find((call) => !request.tools.some((tool) => tool.name === call.name));
  return missing === undefined ? answer : { text: words.noTool(missing.name), calls: [] };
}
