/**
 * A model server on the loopback that answers from a script, for tests of everything that talks to a model. It speaks
 * Chat Completions, OpenAI Responses and Anthropic Messages, streamed; the path of the request says which.
 *
 *     const door = gate();
 *     await using server = await serveModel([
 *       [reasoning("a file, then"), call("read_file", { path: "a.txt" })],
 *       [text("It says "), door.shut, text("hello.")],
 *       [httpError(429, { error: "slow down" }, { "retry-after": "1" })],
 *       (request) => [text(`you sent ${request.bodyText.length} bytes`)],
 *     ]);
 *     … new OpenAI({ baseURL: server.chatUrl, … }), new Anthropic({ baseURL: server.url, … })
 *     const { body } = await server.nextRequest(1);
 *     door.open();
 *
 * What a step leaves out is added: the beginning, the finish (`tool_use` after calls), the usage, the last event.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Usage } from "../../src/protocol/message.ts";
import { brokenOrder, type Protocol } from "./model-order.ts";
import type { Step } from "./model-script.ts";
import { chatWire, messagesWire, type Wire } from "./model-wire.ts";
import { responsesWire } from "./responses-wire.ts";

export * from "./model-script.ts";

/** The answer to one request. */
export type Answer =
  readonly Step[] | ((request: RecordedRequest, index: number) => readonly Step[] | Promise<readonly Step[]>);

export interface RecordedRequest {
  readonly path: string;
  readonly protocol: Protocol;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** The parsed JSON; undefined if it was none. */
  readonly body: Record<string, unknown> | undefined;
  /** True as soon as the client has left before the answer was complete. */
  readonly aborted: boolean;
  /** Settled when the connection of this answer is done with: complete, broken, or left by the client. */
  readonly closed: Promise<void>;
}

export interface ModelServerOptions {
  /**
   * Refuse requests whose tool calls and results do not fit together, with status 400 as the real servers do.
   * True if not given.
   */
  readonly checkOrder?: boolean;
}

export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:port`, the base address for Anthropic clients. */
  readonly url: string;
  /** The base address for OpenAI clients. */
  readonly chatUrl: string;
  /** Model requests in the order of their arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Requests to other paths, as `METHOD path`; they get status 404. */
  readonly strays: readonly string[];
  /**
   * Waits for request number `index`, from 0.
   *
   * @throws {Error} if it has not come within `within` ms (15,000 if not given).
   */
  nextRequest(index: number, within?: number): Promise<RecordedRequest>;
}

const DEFAULT_USAGE: Usage = { inputTokens: 100, outputTokens: 10 };

/** Starts the server. A list answers request by request, and a request beyond it gets status 500. */
export async function serveModel(
  script: readonly Answer[] | Extract<Answer, (...args: never) => unknown>,
  { checkOrder = true }: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const strays: string[] = [];
  let arrived = Promise.withResolvers<void>();

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? "";
    const protocol = protocolOf(path);
    if (protocol === undefined || incoming.method !== "POST") {
      strays.push(`${incoming.method} ${path}`);
      sendJson(response, 404, { error: { message: `the scripted model has no ${incoming.method} ${path}` } });
      return;
    }
    const request = record(path, protocol, incoming, await readText(incoming), response);
    const index = requests.push(request) - 1;
    arrived.resolve();
    arrived = Promise.withResolvers();

    const fault = checkOrder ? brokenOrder(protocol, request.body) : undefined;
    const answer = typeof script === "function" ? script : script[index];
    const steps = typeof answer === "function" ? await answer(request, index) : answer;
    if (fault !== undefined) await play(refusal(400, fault), request, response);
    else if (request.body?.["stream"] !== true)
      await play(refusal(400, "this server only streams"), request, response);
    else await play(steps ?? refusal(500, beyond(index)), request, response);
  }

  const server = createServer((incoming, response) => {
    take(incoming, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}`;

  return {
    url,
    chatUrl: `${url}/v1`,
    requests,
    strays,
    async nextRequest(index, within = 15_000) {
      const givenUp = Bun.sleep(within).then(() => "given up" as const);
      for (;;) {
        const request = requests[index];
        if (request !== undefined) return request;
        if ((await Promise.race([arrived.promise, givenUp])) === "given up") {
          throw new Error(`request ${index} did not come within ${within} ms; ${requests.length} came`);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function protocolOf(path: string): Protocol | undefined {
  const { pathname } = new URL(path, "http://localhost");
  if (pathname.endsWith("/chat/completions")) return "chat";
  if (pathname.endsWith("/responses")) return "responses";
  return pathname.endsWith("/messages") ? "messages" : undefined;
}

function record(
  path: string,
  protocol: Protocol,
  incoming: IncomingMessage,
  bodyText: string,
  response: ServerResponse,
): RecordedRequest {
  const closed = Promise.withResolvers<void>();
  const request = {
    path,
    protocol,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    bodyText,
    body: parseObject(bodyText),
    aborted: false,
    closed: closed.promise,
  };
  response.on("close", () => {
    request.aborted ||= !response.writableFinished && !ended.has(response);
    closed.resolve();
  });
  return request;
}

/** Answers that the script itself has broken off, so their end says nothing about the client. */
const ended = new WeakSet<ServerResponse>();

async function play(
  steps: readonly Step[],
  request: RecordedRequest,
  response: ServerResponse,
): Promise<void> {
  const wire = wireFor(request, steps);
  const isRaw = steps.some((step) => step.type === "raw");
  let begun = isRaw;
  const send = (bytes: string): void => {
    if (!response.headersSent)
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    if (!begun) response.write(wire.begin());
    begun = true;
    if (bytes === "") response.flushHeaders();
    else response.write(bytes);
  };

  for (const step of steps) {
    if (response.destroyed) return;
    switch (step.type) {
      case "wait":
        await Promise.race([step.until(), request.closed]);
        break;
      case "usage":
        break; // wireFor has it
      case "raw":
        send(step.text);
        break;
      case "stop":
        send(wire.finish(step.kind));
        response.end();
        return;
      case "stream error":
        send(wire.error(step.code, step.message));
        response.end();
        return;
      case "http error":
        sendJson(
          response,
          step.status,
          step.body ?? wire.httpError(step.status, `error ${step.status}`),
          step.headers,
        );
        return;
      case "cut":
        response.end();
        return;
      case "reset":
        await breakOff(response);
        return;
      case "hold":
        await request.closed;
        return;
      default:
        send(wire.content(step));
    }
  }
  if (!isRaw) send(wire.finish(steps.some((step) => step.type === "call") ? "tool_use" : "stop"));
  response.end();
}

/** Breaks the connection; what was sent before is with the operating system by then, and arrives. */
async function breakOff(response: ServerResponse): Promise<void> {
  ended.add(response);
  if (!response.headersSent) {
    response.socket?.resetAndDestroy();
    return;
  }
  await new Promise<void>((resolve) => response.write("", () => resolve()));
  response.destroy();
}

const wires = { chat: chatWire, messages: messagesWire, responses: responsesWire } as const;

function wireFor(request: RecordedRequest, steps: readonly Step[]): Wire {
  const reported = steps.findLast((step) => step.type === "usage");
  const options = request.body?.["stream_options"];
  const includeUsage =
    typeof options === "object" &&
    options !== null &&
    "include_usage" in options &&
    options.include_usage === true;
  const wire = wires[request.protocol];
  const model = request.body?.["model"];
  return wire({
    model: typeof model === "string" ? model : "scripted",
    usage: reported?.usage ?? DEFAULT_USAGE,
    includeUsage,
  });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function refusal(status: number, message: string): readonly Step[] {
  return [
    {
      type: "http error",
      status,
      body: { type: "error", error: { type: "invalid_request_error", message } },
      headers: {},
    },
  ];
}

const beyond = (index: number): string =>
  `the script of the model has no answer for request ${index + 1}: the test asked for more than it planned`;

function parseObject(bodyText: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bodyText);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // the test sees bodyText
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
