/** What the user reads of an error that a server reports: what happened, its numbers, and what to do. */
import type { ProviderErrorKind } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import type { ErrorFacts } from "./error-body.ts";
import type { ErrorContext } from "./error-context.ts";
import { shownAddress } from "./redact.ts";

/** Never empty, never "[object Object]". `facts` hold no secrets; `status` and `requestId` are absent where there were none. */
export function explain(
  kind: ProviderErrorKind,
  status: number | undefined,
  requestId: string | undefined,
  facts: ErrorFacts,
  context: ErrorContext,
): string {
  const { name, keyVariable, baseUrlVariable } = context;
  const baseUrl = shownAddress(context.baseUrl);
  const { text } = facts;
  const numbers = numbersOf(status, requestId, facts);
  const where = numbers === "" ? "" : ` (${numbers})`;
  const webPage = facts.html ? say` with a web page${text === "" ? "" : ` (“${shorten(text)}”)`}` : "";
  const said = text === "" || facts.html ? "." : `: ${sentence(shorten(text))}`;
  const checkUrl = baseUrlVariable === undefined ? "" : say` Check ${baseUrlVariable}.`;
  switch (kind) {
    case "auth": {
      const check = keyVariable === undefined ? "" : say` Check the key in ${keyVariable}.`;
      return say`${name} refused the key${where}${said}${check}`;
    }
    case "quota":
      return say`${name} says that the account has no balance or quota left${where}${said} Another model may answer meanwhile.`;
    case "not_found":
      if (facts.html) {
        return say`${baseUrl} answered ${status ?? "404"}${webPage}: the base address is probably wrong.${checkUrl}`;
      }
      return say`${name} does not know this model or address${where}${said} The address is ${baseUrl}.`;
    case "rate_limit":
      return say`${name} limits how much may be asked at the moment${where}${said}`;
    case "context_length":
      // All that is known is the status: see `errorKind`.
      if (status === 400 && text === "" && facts.code === undefined && facts.type === undefined)
        return say`${name} answered${where} without a word of explanation. Some servers do so when a request is longer than the model's context window.`;
      return say`The request is longer than the model's context window${where}${said}`;
    case "message_order":
      return say`${name} refused the history of this conversation${where}${said}`;
    case "content_filter":
      return say`The content filter of ${name} refused the request${where}${said} Put it in other words, or ask another model.`;
    case "overloaded":
      return say`${name} is overloaded${where}${said}`;
    default:
      break;
  }
  if (status === undefined) {
    return text === ""
      ? say`${name} reported an error without words${where}.`
      : say`${name} reported an error${where}${said}`;
  }
  const behind = numbersOf(undefined, requestId, facts);
  const rest = behind === "" ? "" : ` (${behind})`;
  if (facts.html) return say`${baseUrl} answered ${status}${webPage} instead of a model's answer.`;
  return say`${name} answered ${status}${rest}${text === "" ? say` without a word of explanation.` : said}`;
}

/** "429, rate_limit_exceeded, request req_1": what a vendor's support asks for. A code that the words repeat is left out. */
function numbersOf(status: number | undefined, requestId: string | undefined, facts: ErrorFacts): string {
  const code = facts.code ?? facts.type ?? "";
  const isNew = code !== "" && code !== String(status) && !facts.text.includes(code);
  return [
    ...(status === undefined ? [] : [String(status)]),
    ...(isNew ? [shorten(code)] : []),
    ...(requestId === undefined ? [] : [say`request ${shorten(requestId)}`]),
  ].join(", ");
}

/** At most 600 UTF-16 units on one line: servers put whole requests into their errors. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 600 ? line : `${line.slice(0, 600).toWellFormed()}…`;
}

function sentence(text: string): string {
  return /[.!?。！？…]$/.test(text) ? text : `${text}.`;
}
