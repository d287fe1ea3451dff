/** The many forms in which servers say what went wrong, read into one. */
import { isRecord, type JsonRecord, listOf, numberOf, parseJson, recordOf, textOf } from "./json.ts";
import { type AskedWait, waitIn } from "./retry-after.ts";

export type ErrorFacts = AskedWait & {
  /** The server's words; "" when it had none. */
  readonly text: string;
  readonly code?: string;
  readonly type?: string;
  /** An HTTP status that stands in the body, for errors inside a 200 stream. */
  readonly status?: number;
  readonly requestId?: string;
  /** The body is a web page: something that is no model server answered. */
  readonly html: boolean;
};

const nothing: ErrorFacts = { text: "", html: false };

/** Reads the body of a failed answer: JSON in any of the known forms, a web page, plain text or nothing. */
export function readErrorBody(body: string): ErrorFacts {
  const trimmed = body.trim();
  if (/^<(?:!doctype|html|head|body|\?xml)/i.test(trimmed)) return { text: titleOf(trimmed), html: true };
  const parsed = parseJson(trimmed);
  if (parsed === undefined) return { ...nothing, text: trimmed };
  const facts = readErrorObject(parsed);
  // JSON of no known form: as it stands it still says more than nothing. `{}` and `null` do not.
  return facts.text === "" && /[\w"]\s*:/.test(trimmed) ? { ...facts, text: trimmed } : facts;
}

/** Reads an error object as it stands in a body, in a chunk of a stream or on an exception of an SDK. */
export function readErrorObject(value: unknown): ErrorFacts {
  if (typeof value === "string") return { ...nothing, text: value };
  if (Array.isArray(value)) return value.length === 0 ? nothing : readErrorObject(value[0]);
  if (!isRecord(value)) return nothing;
  const inner = value["error"];
  // `{"error": {…}}`: OpenAI and most. `{"type":"error","error":{…},"request_id"}`: Anthropic.
  if (isRecord(inner)) return { ...readFlat(inner), ...requestIdOf(value) };
  // `{"error": "text", "code"?}`: xAI, Venice, LM Studio, Ollama.
  if (typeof inner === "string") return { ...readFlat(value), text: inner };
  if (isRecord(value["base_resp"])) return readBaseResponse(value["base_resp"]);
  // `{"success": false, "errors": [{…}]}`: Cloudflare.
  const [first] = listOf(value["errors"]);
  if (isRecord(first)) return { ...readFlat(first), ...requestIdOf(value) };
  return readFlat(value);
}

/** Where the words stand, from the usual to the rare (the last two: Baidu, OAuth servers). */
const wordFields = ["message", "detail", "msg", "error_msg", "error_description"] as const;

/** `{"message", "type"?, "code"?}` (Mistral, Bedrock, Doubleword, old vLLM) or `{"detail"}` (FastAPI servers). */
function readFlat(value: JsonRecord): ErrorFacts {
  const code = value["code"];
  const type = textOf(value["type"]);
  const status = numberOf(code) ?? numberOf(value["status_code"]);
  const named = wordFields.map((field) => messageText(value[field])).find((words) => words !== "") ?? "";
  const words = [named, upstreamText(value)];
  const text = words.filter((part) => part !== "").join(" — ");
  return {
    text,
    html: false,
    ...(typeof code === "string" && code !== "" ? { code } : {}),
    ...(typeof code === "number" ? { code: String(code) } : {}),
    ...(type === "" || type === "error" ? {} : { type }),
    ...(status !== undefined && status >= 400 && status <= 599 ? { status } : {}),
    ...requestIdOf(value),
    ...waitIn(value, text),
  };
}

/** MiniMax says errors in a 200 answer, with numbers of its own. */
function readBaseResponse(response: JsonRecord): ErrorFacts {
  const code = numberOf(response["status_code"]);
  const statuses: Readonly<Record<number, number>> = { 1002: 429, 1039: 429, 1004: 401, 1008: 402 };
  return {
    text: textOf(response["status_msg"]),
    html: false,
    ...(code === undefined ? {} : { code: String(code), status: statuses[code] ?? 400 }),
  };
}

function messageText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    // FastAPI's validation errors: a list of { loc, msg }.
    return value.map((entry) => validationText(recordOf(entry)) || JSON.stringify(entry)).join("; ");
  }
  return isRecord(value) ? JSON.stringify(value) : "";
}

/** `{ loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }`: the place says what it is about. */
function validationText(entry: JsonRecord): string {
  const message = textOf(entry["msg"]);
  const place = listOf(entry["loc"])
    .filter((step) => step !== "body")
    .join(".");
  return message === "" || place === "" ? message : `${place}: ${message}`;
}

/** What the server behind OpenRouter said: "Provider returned error" alone helps nobody. */
function upstreamText(value: JsonRecord): string {
  const raw = recordOf(value["metadata"])["raw"];
  if (typeof raw !== "string" || raw === "") return isRecord(raw) ? readErrorObject(raw).text : "";
  const parsed = parseJson(raw);
  return parsed === undefined ? raw : readErrorObject(parsed).text || raw;
}

function requestIdOf(value: JsonRecord): { readonly requestId?: string } {
  const requestId = textOf(value["request_id"]);
  return requestId === "" ? {} : { requestId };
}

function titleOf(html: string): string {
  return (/<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? "").replaceAll(/\s+/g, " ").trim();
}
