/**
 * The answers of a model server that is as strict about the history as the strictest real ones are: it refuses blank
 * texts, two messages of one speaker behind each other, half characters, a history that the user does not begin, and
 * one that the model ends. What the scripted server checks itself (each call with one result) comes on top.
 *
 *     const strict = strictly([[text("one")], [text("two")]]);
 *     await using story = await begin(strict.script);
 *     …
 *     expect(strict.refused).toEqual([]);
 */
import { z } from "zod";
import { type Answer, httpError, type RecordedRequest, type Step } from "../support/model-server.ts";

/** Why a request is refused, in words; undefined for one that is not. */
export type Rule = (request: RecordedRequest) => string | undefined;

export type StrictServer = {
  readonly script: (request: RecordedRequest, index: number) => readonly Step[] | Promise<readonly Step[]>;
  /** Why requests were refused, first to last. */
  readonly refused: readonly string[];
};

/** `answers` are for the requests that pass, in their order; `rules` come on top of those that always hold. */
export function strictly(answers: readonly Answer[], ...rules: readonly Rule[]): StrictServer {
  const refused: string[] = [];
  let passed = 0;
  return {
    refused,
    script(request, index) {
      const fault = [brokenForm, ...rules].map((rule) => rule(request)).find((why) => why !== undefined);
      if (fault !== undefined) {
        refused.push(`request ${index}: ${fault}`);
        return [httpError(400, { error: { message: fault, type: "invalid_request_error" } })];
      }
      const answer = answers[passed];
      passed += 1;
      if (answer === undefined) {
        refused.push(`request ${index}: there is no answer for it`);
        return [httpError(400, { error: { message: "no answer is left", type: "invalid_request_error" } })];
      }
      return typeof answer === "function" ? answer(request, index) : answer;
    },
  };
}

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(part)]).nullish();
const message = z.looseObject({
  role: z.string().optional(),
  type: z.string().optional(),
  content,
  tool_calls: z.array(z.unknown()).optional(),
});
const body = z.object({ messages: z.array(message).optional(), input: z.array(message).optional() });

/** The rules that hold for all of them. */
function brokenForm({ body: sent }: RecordedRequest): string | undefined {
  if (!allStrings(sent, (text) => text.isWellFormed())) return "no low surrogate in string";
  const parsed = body.parse(sent);
  const said = (parsed.messages ?? parsed.input ?? []).filter(({ role }) => role !== "system");
  if (said.at(0)?.role !== "user") return "the first message is not the user's";
  if (said.at(-1)?.role === "assistant") return "the last message is the model's";
  for (const [at, one] of said.entries()) {
    // In Chat Completions, an answer of calls alone has an empty text.
    if (one.tool_calls === undefined && isBlank(one.content))
      return `message ${at}: text content blocks must be non-empty`;
    const next = said[at + 1];
    if (one.role !== undefined && one.role !== "tool" && one.role === next?.role && next.role !== "assistant")
      return `message ${at}: conversation roles must alternate`;
  }
  return undefined;
}

function isBlank(said: z.infer<typeof content>): boolean {
  if (said === null || said === undefined) return false; // calls alone
  if (typeof said === "string") return said.trim() === "";
  return said.length === 0 || said.some(({ text }) => text !== undefined && text.trim() === "");
}

function allStrings(value: unknown, holds: (text: string) => boolean): boolean {
  if (typeof value === "string") return holds(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => holds(key) && allStrings(item, holds));
}
