/**
 * What a Responses server refuses of a request that the request can do without: then it is sent again, at once,
 * without that. Summaries are for organizations that OpenAI has verified, encrypted reasoning is for models that
 * reason, and what one account has encrypted no other one can read.
 */
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, textOf } from "./json.ts";
import type { Fetch } from "./wire.ts";

/** What is left out, once it was refused, of all requests of a session. */
type LeftOut = { summary: boolean; include: boolean; readonly encrypted: Set<string> };

/** A `fetch` that stands between the SDK and the server, for the requests of one provider. */
export function withSecondTry(fetch: Fetch): Fetch {
  const leftOut: LeftOut = { summary: false, include: false, encrypted: new Set() };
  return async (input, init) => {
    if (typeof init?.body !== "string") return fetch(input, init);
    let body = init.body;
    const shorten = () => {
      const parsed = parseJson(body);
      if (isRecord(parsed)) body = JSON.stringify(without(parsed, leftOut));
    };
    if (leftOut.summary || leftOut.include || leftOut.encrypted.size > 0) shorten();
    for (;;) {
      const response = await fetch(input, { ...init, body });
      if (response.status !== 400) return response;
      const text = await response.text();
      const error = recordOf(recordOf(parseJson(text))["error"]);
      if (!leaveOut(error, recordOf(parseJson(body)), leftOut)) {
        const { status, statusText, headers } = response;
        return new Response(text, { status, statusText, headers });
      }
      shorten();
    }
  };
}

/** Takes from a refusal what to leave out next. False when it is about nothing that the body can do without. */
function leaveOut(error: JsonRecord, body: JsonRecord, leftOut: LeftOut): boolean {
  const param = textOf(error["param"]);
  const message = textOf(error["message"]);
  if (error["code"] === "invalid_encrypted_content" || /encrypted content .*could not be/i.test(message)) {
    const before = leftOut.encrypted.size;
    for (const item of listOf(body["input"])) {
      const encrypted = textOf(recordOf(item)["encrypted_content"]);
      if (encrypted !== "") leftOut.encrypted.add(encrypted);
    }
    return leftOut.encrypted.size > before;
  }
  if ((param === "include" || /encrypted content is not supported/i.test(message)) && "include" in body) {
    leftOut.include = true;
    return true;
  }
  const aboutSummary = param === "reasoning.summary" || /generate reasoning summaries/i.test(message);
  if (aboutSummary && "summary" in recordOf(body["reasoning"])) {
    leftOut.summary = true;
    return true;
  }
  return false;
}

function without(body: JsonRecord, { summary, include, encrypted }: LeftOut): JsonRecord {
  const { include: included, reasoning, input, ...rest } = body;
  const { summary: asked, ...otherReasoning } = recordOf(reasoning);
  const kept = summary || asked === undefined ? otherReasoning : { ...otherReasoning, summary: asked };
  const isReadable = (item: unknown) => !encrypted.has(textOf(recordOf(item)["encrypted_content"]));
  return {
    ...rest,
    ...(input === undefined ? {} : { input: Array.isArray(input) ? input.filter(isReadable) : input }),
    ...(include || included === undefined ? {} : { include: included }),
    ...(Object.keys(kept).length === 0 ? {} : { reasoning: kept }),
  };
}
