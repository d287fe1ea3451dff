/** Whether a sandbox really confines: it runs what must be possible, and what must not be. */
import { mkdirSync, mkdtempSync, rmSync, existsSync } from "node:fs";
import { join } from "node:path";
import { say } from "../../words/say.ts";
import { childEnvironment } from "../child-environment.ts";
import { ownFolder } from "../folder-track.ts";
import { startGroup } from "../process-group.ts";
import { troubleIn, type Trouble } from "./reasons.ts";
import type { CommandPolicy, ConfinedCall, WrappedCommand } from "./sandbox.ts";

/** So long it may take, ms; it takes some thirty. */
const limitMs = 10_000;

/** In the words of the shell; each line that comes back is something that was possible. */
function script(folder: string, port: number, socket: string): string {
  return `echo runs
: > "$TMPDIR/probe" && echo writes
{ : > '${folder}/denied'; } 2>/dev/null && echo wrote-outside
{ : < /dev/tcp/127.0.0.1/${port}; } 2>/dev/null && echo connected
[ -z '${socket}' ] || '${socket}' -u OPEN:/dev/null UNIX-CONNECT:'${folder}/none' 2>&1 | grep -q 'not permitted' || echo unix-sockets
exit 0`;
}

/** Null when it confines; else why there is no sandbox. `wrap` makes one without asking whether there is one. */
export async function probeSandbox(
  wrap: (call: ConfinedCall, policy: CommandPolicy) => Promise<WrappedCommand>,
  cwd: string,
  socat: string | null,
): Promise<Trouble | null> {
  const own = ownFolder();
  if (own === null)
    return { reason: say`there is no folder for small files: $TMPDIR cannot be written to`, help: "" };
  const folder = mkdtempSync(join(own, "probe-"));
  mkdirSync(folder, { recursive: true });
  const { createServer } = await import("node:net");
  const server = createServer((connection) => connection.destroy());
  const { promise: listening, resolve } = Promise.withResolvers<null>();
  server.listen(0, "127.0.0.1", () => resolve(null));
  await listening;
  try {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const unix = process.platform === "linux" ? (socat ?? "") : "";
    const wrapped = await wrap({ command: script(folder, port, unix) }, { kind: "looks" });
    const said = await runToEnd(wrapped, cwd);
    if (existsSync(join(folder, "denied"))) return leaky(say`writing outside of the project`);
    return verdictOf(said.out, said.err);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function verdictOf(out: string, err: string): Trouble | null {
  const possible = new Set(out.split("\n"));
  if (!possible.has("runs")) return troubleIn(err);
  if (possible.has("wrote-outside")) return leaky(say`writing outside of the project`);
  if (possible.has("connected")) return leaky(say`connecting to another program`);
  if (possible.has("unix-sockets")) return leaky(say`Unix sockets`);
  return possible.has("writes") ? null : { reason: say`nothing can be written in it`, help: "" };
}

function leaky(what: string): Trouble {
  return { reason: say`it was tried out, and does not keep commands from ${what}`, help: "" };
}

async function runToEnd(
  wrapped: WrappedCommand,
  cwd: string,
): Promise<{ readonly out: string; readonly err: string }> {
  const group = startGroup(wrapped.argv, {
    cwd,
    env: { ...childEnvironment(process.env), ...wrapped.env },
    sandboxed: true,
  });
  const timer = setTimeout(() => group.signal("SIGKILL"), limitMs);
  try {
    const [out, err] = await Promise.all([textOf(group.stdout), textOf(group.stderr)]);
    await group.exited;
    return { out, err };
  } finally {
    clearTimeout(timer);
    group.unref();
    wrapped.after();
  }
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return text;
}
