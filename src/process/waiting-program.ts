/**
 * Finding a full-screen program that waits for keys that cannot come. Some, as vim, run without a terminal, draw into
 * the pipe and wait; behind a redirection or in a script the command's text does not tell that they will be started.
 */
import { markedProcesses } from "./marked-processes.ts";
import { drawnBy } from "./needs-terminal.ts";
import { descriptorOf, readProc } from "./proc.ts";

/** When a command is looked at, ms after it started: again after twice the time, so that a long one costs little. */
const firstLookMs = 500;

/** What still runs after so long does not end by itself, ms. */
const confirmMs = 250;

/** Programs that drive others, give them a terminal, or end them by themselves. */
const drivers = new Set(["timeout", "expect", "script", "tmux", "screen"]);

/**
 * Watches the processes of a command, and tells the name of the program once one of them waits. Returns the way to stop
 * watching. Where there is no `/proc` nothing is ever told.
 */
export function watchForWaiting(mark: string, tell: (program: string) => void): () => void {
  let timer: NodeJS.Timeout;
  const look = (ranForMs: number) => {
    const waiting = findWaiting(mark);
    timer =
      waiting === null
        ? setTimeout(look, ranForMs, ranForMs * 2)
        : setTimeout(confirm, confirmMs, waiting, ranForMs);
  };
  const confirm = (before: Waiting, ranForMs: number) => {
    if (findWaiting(mark)?.pid === before.pid) tell(before.program);
    else timer = setTimeout(look, ranForMs, ranForMs * 2);
  };
  timer = setTimeout(look, firstLookMs, firstLookMs);
  return () => clearTimeout(timer);
}

type Waiting = { readonly pid: number; readonly program: string };

function findWaiting(mark: string): Waiting | null {
  const processes = markedProcesses(mark).map((pid) => ({ pid, words: wordsOf(pid) }));
  if (processes.some(({ words: [first = ""] }) => drivers.has(first.slice(first.lastIndexOf("/") + 1))))
    return null;
  for (const { pid, words } of processes) {
    const program = drawnBy(words);
    if (program !== null && hasNoInput(pid)) return { pid, program };
  }
  return null;
}

function wordsOf(pid: number): string[] {
  const line = Buffer.from(readProc(pid, "cmdline") ?? "", "latin1").toString();
  return line.replace(/\0$/, "").split("\0");
}

/** True where a program reads the nothing that it was given; vim then goes on to what it prints its errors to. */
function hasNoInput(pid: number): boolean {
  const input = descriptorOf(pid, 0);
  return (
    input === "/dev/null" || (input !== null && input.startsWith("pipe:") && input === descriptorOf(pid, 2))
  );
}
