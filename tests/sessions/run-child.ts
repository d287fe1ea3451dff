/** Starts `child.ts` and reads what it prints, line by line. */
import { afterEach } from "bun:test";

const program = new URL("./child.ts", import.meta.url).pathname;
const running: Bun.Subprocess<"ignore", "pipe", "inherit">[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

export type Child = {
  readonly pid: number;
  /** The next line as JSON; undefined when the output has ended. */
  next(): Promise<unknown>;
  /** kill -9; resolves when the process is gone, with every line that it had printed and nobody read. */
  kill(): Promise<readonly unknown[]>;
};

/** `wrapper` is a shell command that ends in `"$@"`, for a process under limits. */
export function startChild(args: readonly string[], wrapper?: string): Child {
  const command = [process.execPath, program, ...args];
  const child = Bun.spawn(wrapper === undefined ? command : ["sh", "-c", wrapper, "sh", ...command], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  running.push(child);
  const lines = linesOf(child.stdout);
  const next = async () => (await lines.next()).value;
  return {
    pid: child.pid,
    next,
    kill: async () => {
      child.kill("SIGKILL");
      await child.exited;
      const rest: unknown[] = [];
      for (let line = await next(); line !== undefined; line = await next()) rest.push(line);
      return rest;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
  return undefined;
}
