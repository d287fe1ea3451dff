/**
 * Event streams as servers send them, put right for the Messages SDK, which does not read all that the standard allows.
 * Events that need nothing are handed on byte for byte.
 */
import { isRecord, parseJson } from "./json.ts";
import type { Fetch } from "./wire.ts";

/**
 * A `fetch` for the Messages SDK, which looks at the `event:` line of each event and passes over events without one. Some
 * proxies send none; the name also stands in the event's JSON, as `type`, so it is put back.
 */
export function withEventLines(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, headers, status, statusText } = response;
    if (body === null || !response.ok) return response;
    return new Response(rewriteEvents(body, named), { status, statusText, headers });
  };
}

/** The stream with each event as `rewrite` has it. It gets the event's lines, each with its end. */
function rewriteEvents(
  body: ReadableStream<Uint8Array>,
  rewrite: (lines: readonly string[]) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let carriageReturn = "";
  /** The pieces of the line that has no end yet, and the lines of the event that is not closed yet. */
  let line: string[] = [];
  let lines: string[] = [];

  const closeLine = (end: string): string => {
    const isEmpty = line.every((piece) => piece === "");
    lines.push(line.join("") + end);
    line = [];
    // An empty line closes an event, and only then does the SDK read it.
    if (!isEmpty) return "";
    const event = rewrite(lines);
    lines = [];
    return event;
  };
  const take = (text: string): string => {
    // A CR at the end may be the first half of CRLF: it waits for what follows.
    const whole = carriageReturn + text;
    carriageReturn = whole.endsWith("\r") ? "\r" : "";
    const pieces = whole.slice(0, whole.length - carriageReturn.length).split(/(\r\n|\n|\r)/);
    return pieces
      .map((piece, at) => {
        if (at % 2 === 1) return closeLine(piece);
        line.push(piece);
        return "";
      })
      .join("");
  };

  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const out = take(decoder.decode(bytes, { stream: true }));
        if (out !== "") controller.enqueue(encoder.encode(out));
      },
      flush(controller) {
        const whole = take(decoder.decode());
        const rest = [...lines, line.join("") + carriageReturn];
        const out = whole + rewrite(rest);
        if (out !== "") controller.enqueue(encoder.encode(out));
      },
    }),
  );
}

function named(lines: readonly string[]): string {
  return nameLine(lines) + lines.join("");
}

/** The line that is missing in front of an event's lines, else "". */
function nameLine(lines: readonly string[]): string {
  if (lines.some((line) => line.startsWith("event:"))) return "";
  const data = lines.flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length)] : []));
  const json = data.length === 0 ? undefined : parseJson(data.join("\n"));
  if (!isRecord(json)) return "";
  if (typeof json["type"] === "string") return `event: ${json["type"]}\n`;
  // What went wrong, in the words of other protocols.
  return isRecord(json["error"]) ? "event: error\n" : "";
}
