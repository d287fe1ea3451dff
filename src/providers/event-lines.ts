/**
 * The Messages SDK looks at the `event:` line of each event and passes over events without one, and some proxies send
 * none. The name also stands in the event's JSON, as `type`, so it is put back.
 */
import { isRecord, parseJson } from "./json.ts";
import type { Fetch } from "./wire.ts";

/** A `fetch` whose event streams have an `event:` line wherever the event's JSON says what it is. */
export function withEventLines(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, headers, status, statusText } = response;
    if (body === null || !response.ok) return response;
    return new Response(nameEvents(body), { status, statusText, headers });
  };
}

/** The stream with names on its events; an event that has one, or whose JSON has none, stays as it is. */
export function nameEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
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
    const event = nameLine(lines) + lines.join("");
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
        const out = whole + nameLine(rest) + rest.join("");
        if (out !== "") controller.enqueue(encoder.encode(out));
      },
    }),
  );
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
