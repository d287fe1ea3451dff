/**
 * The format of a script: answers that a model would give, for demonstrations, tests and bug reports.
 *
 * A script is a JSON array of responses, or JSONL with one response a line. Each request gets the next response. A
 * response is a step, or an array of steps that are played one after the other and make one answer together.
 *
 * ```jsonl
 * {"text": "I read the file.", "calls": [{"name": "read_file", "arguments": {"path": "a.txt"}}]}
 * {"text": "Done.", "usage": {"inputTokens": 10, "outputTokens": 2}}
 * {"error": {"kind": "overloaded", "message": "try later", "status": 529}}
 * ```
 */
import { z } from "zod";
import { UserError } from "../protocol/error.ts";
import { stopKindSchema, usageSchema } from "../protocol/message.ts";
import { providerErrorKindSchema } from "../protocol/provider-error.ts";
import { say } from "../words/say.ts";
import { numberOf, parseJson, recordOf } from "./json.ts";

/** A tool call. Without an `id` one is made; an id that is there is passed on as it is. */
export const scriptCallSchema = z.strictObject({
  id: z.string().nullable().optional(),
  /** Left out or empty it is what a broken server sends: a protocol error. */
  name: z.string().optional(),
  /** An object, or the text that the model writes, which may be broken JSON. Default: an empty object. */
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).default({}),
});

/** One step. Its parts are played in this order: the wait, reasoning, text, calls, error. */
export const scriptStepSchema = z.strictObject({
  /** Waits this long first, ms. */
  delay_ms: z.number().nonnegative().optional(),
  reasoning: z.string().optional(),
  text: z.string().optional(),
  /** In how many pieces the text arrives, or the pieces themselves, which stand in for `text`. Default: one. */
  chunks: z.union([z.int().positive(), z.array(z.string())]).optional(),
  calls: z.array(scriptCallSchema).optional(),
  /** Breaks the answer off here with this error. */
  error: z
    .strictObject({
      kind: providerErrorKindSchema,
      message: z.string().min(1),
      status: z.int().optional(),
      code: z.string().optional(),
      /** Default: as for an error of this kind from a server. */
      retryable: z.boolean().optional(),
      retry_after_ms: z.number().nonnegative().optional(),
    })
    .optional(),
  /** How the answer ends. Default: "tool_use" with calls, else "stop". */
  stop: stopKindSchema.optional(),
  usage: usageSchema.optional(),
});

export const scriptResponseSchema = z.union([scriptStepSchema, z.array(scriptStepSchema)]);

export type ScriptStep = z.infer<typeof scriptStepSchema>;
export type ScriptCall = z.infer<typeof scriptCallSchema>;
/** The steps of one answer. */
export type ScriptResponse = readonly ScriptStep[];

/** Reads the text of a script. Throws a `UserError` that names the file and the line or the response that is wrong. */
export function parseScript(text: string, file: string): ScriptResponse[] {
  const content = text.replace(/^\uFEFF/, "");
  const lines = content
    .split("\n")
    .map((line, at) => ({ line, where: say`line ${at + 1} of ${file}` }))
    .filter(({ line }) => line.trim() !== "");
  const [first] = lines;
  if (first === undefined) throw new UserError(say`The script ${file} is empty.`);
  const whole = parseJson(content);
  if (Array.isArray(whole))
    return whole.map((response, at) => check(response, say`response ${at + 1} of ${file}`));
  if (whole !== undefined) return [check(whole, file)];
  const isLines = first.line.trimStart().startsWith("{") || parseJson(first.line) !== undefined;
  if (!isLines) throw new UserError(say`The script is not valid JSON: ${placeOfError(content, file)}.`);
  return lines.map(({ line, where }) => {
    const response = parseJson(line);
    if (response === undefined) throw new UserError(say`The script is not valid JSON: ${where}.`);
    return check(response, where);
  });
}

/**
 * `JSON.parse` in Bun does not say where it stopped. As a JavaScript expression nearly all broken JSON is broken too,
 * and the transpiler names the line; where it finds nothing wrong (a comma too many) only the file is named.
 */
function placeOfError(text: string, file: string): string {
  try {
    new Bun.Transpiler({ loader: "js" }).transformSync(`(${text}\n)`);
  } catch (thrown) {
    const first = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
    const line = numberOf(recordOf(recordOf(first)["position"])["line"]);
    if (line !== undefined) return say`line ${line} of ${file}`;
  }
  return file;
}

function check(response: unknown, where: string): ScriptResponse {
  const parsed = scriptResponseSchema.safeParse(response);
  if (!parsed.success) {
    throw new UserError(
      say`The script has a response that does not fit, ${where}:\n${z.prettifyError(parsed.error)}`,
    );
  }
  return Array.isArray(parsed.data) ? parsed.data : [parsed.data];
}
