/** A real browser without a window, over its debugging protocol. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/** The program, or null where this machine has none. */
export const browserProgram: string | null =
  ["chromium", "chromium-browser", "google-chrome", "chrome"]
    .map((name) => Bun.which(name))
    .find((path) => path !== null) ?? null;

export interface BrowserPage extends AsyncDisposable {
  /** The value of a JavaScript expression in the page; a promise is waited for. Throws what it throws. */
  run(expression: string): Promise<unknown>;
  /** Presses a key as a keyboard does; `text` is what it types. */
  press(key: string, text?: string): Promise<void>;
  /** Sends a command of the protocol. */
  send(
    method: string,
    params?: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** What the page has said to its console, errors and refused loads, so far. */
  readonly complaints: readonly string[];
  /** Every address that was asked for. */
  readonly requests: readonly string[];
}

const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z
    .object({
      entry: z.object({ text: z.string() }).optional(),
      exceptionDetails: z.object({ text: z.string() }).optional(),
      request: z.object({ url: z.string() }).optional(),
    })
    .optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});
type Message = z.infer<typeof messageSchema>;

const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }));
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});

/** Opens an address and waits until it is loaded. */
export async function openPage(program: string, address: string): Promise<BrowserPage> {
  const folder = await mkdtemp(join(tmpdir(), "rein-browser-"));
  const child = Bun.spawn(
    [
      program,
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--remote-debugging-port=0",
      `--user-data-dir=${folder}`,
      "about:blank",
    ],
    { stdin: "ignore", stdout: "ignore", stderr: "pipe" },
  );
  const close = async () => {
    child.kill("SIGKILL");
    await child.exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = new URL(await endpointOf(child.stderr)).port;
    const targets = targetsSchema.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json());
    const target = targets.find(({ type }) => type === "page");
    if (target === undefined) throw new Error("The browser has no page.");
    return await drive(target.webSocketDebuggerUrl, address, close);
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function endpointOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let said = "";
  for await (const bytes of stderr) {
    said += new TextDecoder().decode(bytes);
    const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`The browser did not start: ${said}`);
}

async function drive(url: string, address: string, close: () => Promise<void>): Promise<BrowserPage> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (message: Message) => void>();
  const complaints: string[] = [];
  const requests: string[] = [];
  const loaded = Promise.withResolvers<void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = messageSchema.parse(JSON.parse(String(data)));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    const { method, params } = message;
    if (method === "Page.loadEventFired") loaded.resolve();
    if (params?.entry !== undefined) complaints.push(params.entry.text);
    if (params?.exceptionDetails !== undefined) complaints.push(params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" || method === "Page.javascriptDialogOpening")
      complaints.push(method);
    if (method === "Network.requestWillBeSent" && params?.request !== undefined)
      requests.push(params.request.url);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const send = async (method: string, params = {}) => {
    last += 1;
    const id = last;
    const answer = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result ?? {};
  };
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  await send("Page.navigate", { url: address });
  await loaded.promise;
  return {
    complaints,
    requests,
    send,
    async run(expression) {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = evaluatedSchema.parse(await send("Runtime.evaluate", params));
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    async press(key, text = key.length === 1 ? key : "") {
      await send("Input.dispatchKeyEvent", {
        type: "keyDown",
        key,
        ...(text === "" ? {} : { text }),
        ...(key === "Enter" ? { text: "\r", windowsVirtualKeyCode: 13 } : {}),
      });
      await send("Input.dispatchKeyEvent", { type: "keyUp", key });
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await close();
    },
  };
}
