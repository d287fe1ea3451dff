/** A small program of the user's that prints a line or two for the screen, and has little time for that. */
import { say } from "../words/say.ts";

export type BriefRun = {
  /** For `sh -c`. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads. */
  readonly input: string;
  /** It is killed after this, with all that it started; ms. */
  readonly limit: number;
  readonly signal: AbortSignal;
};

export type BriefEnd =
  { readonly type: "printed"; readonly text: string } | { readonly type: "failed"; readonly why: string };

/** More than this is not read, bytes. */
const mostRead = 4 * 1024;

/** Runs it in a process group of its own. Never rejects. */
export async function runBriefly({ command, cwd, env, input, limit, signal }: BriefRun): Promise<BriefEnd> {
  if (signal.aborted) return { type: "failed", why: say`it was not started` };
  let why: string | undefined;
  let pid: number | undefined;
  const stop = (reason: string) => {
    why ??= reason;
    if (pid !== undefined) killGroup(pid);
  };
  const timer = setTimeout(() => stop(say`it took longer than ${limit} ms`), limit);
  const onAbort = () => stop(say`rein has ended`);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const child = Bun.spawn(["/bin/sh", "-c", command], {
      cwd,
      env: { ...env },
      stdin: new Blob([input]),
      stdout: "pipe",
      stderr: "ignore",
      detached: true,
    });
    ({ pid } = child);
    // What it left running must not keep the pipe open.
    void child.exited.then(() => killGroup(child.pid));
    const text = await readSome(child.stdout, () => stop(say`it printed more than a line or two`));
    const code = await child.exited;
    if (why !== undefined) return { type: "failed", why };
    return code === 0
      ? { type: "printed", text }
      : { type: "failed", why: say`it ended with exit code ${code}` };
  } catch (thrown) {
    return { type: "failed", why: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

async function readSome(stream: AsyncIterable<Uint8Array>, onTooMuch: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let [text, read] = ["", 0];
  for await (const bytes of stream) {
    read += bytes.length;
    if (read > mostRead) {
      onTooMuch();
      break;
    }
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}
