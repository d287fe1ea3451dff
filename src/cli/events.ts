/** `rein --events`: a session that a program drives, by lines of JSON on stdin and stdout. */
import { openApp } from "../app/open-app.ts";
import { type HostLine, lineOf, type ReadLine, serveEvents } from "../hosts/events.ts";
import { UserError } from "../protocol/error.ts";
import { jobName } from "../tools/job-text.ts";
import { appOptionsOf } from "./app-options.ts";
import type { Arguments } from "./arguments.ts";
import { resumeWithoutScreen } from "./resume-without-screen.ts";
import { openLineOutput, tell } from "./output.ts";
import { say } from "../words/say.ts";

/** Raised when a program that knows the older lines would misread the new ones. */
const format = 1;

/** The longest line that is read, UTF-16 units: files are written by calls, not by the program that drives. */
const longestLine = 16 * 1024 * 1024;

/** More than this waiting to be read, bytes, and what is only live is left out. */
const mostWaiting = 8 * 1024 * 1024;

/** Model responses in a turn, as in a terminal: somebody can stop it. */
const maxTurns = 50;

/** Serves the program and returns the exit code. Throws a `UserError` when the app cannot be opened. */
export async function runEvents(args: Arguments, version: string): Promise<number> {
  if (args.print || args.readStdin) {
    throw new UserError(
      say`--events reads what to do from stdin, line by line; it does not go together with -p or “-”.`,
      { exitCode: 2 },
    );
  }
  const resume = await resumeWithoutScreen(args, "--events", version);
  const app = await openApp(appOptionsOf(args, version, { canAsk: true, defaultMaxTurns: maxTurns }));
  const conversation = app.converse(resume);
  const { engine, session } = conversation;

  const stop = new AbortController();
  const lines = openLineOutput(() => stop.abort());
  const output = { write: lines.write, isBehind: () => lines.waiting() > mostWaiting };
  const send = (line: HostLine) => output.write(lineOf(line));
  const { sessionId } = session.header;
  send({
    type: "ready",
    format,
    version,
    sessionId,
    cwd: process.cwd(),
    model: engine.model,
    mode: engine.mode,
  });
  // What was said before, where the session is gone on with.
  for (const entry of session.branch()) output.write(lineOf({ type: "entry", entry }));
  for (const text of [...app.warnings, ...conversation.notes]) send({ type: "note", level: "warning", text });
  conversation.onTrouble((text, level) => send({ type: "note", level, text }));

  let signalled: number | undefined;
  const onSignal = (_name: string, number: number) => {
    signalled ??= 128 + number;
    stop.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);
  if (args.prompt !== undefined) engine.submit(args.prompt);
  await serveEvents(engine, linesOf(Bun.stdin.stream(), stop.signal), output, stop.signal);
  for (const job of conversation.close())
    send({
      type: "note",
      level: "info",
      text: say`The background job ${jobName(job)} still ran and was ended.`,
    });
  for (const text of app.close()) send({ type: "note", level: "info", text });
  await lines.end();
  return signalled ?? 0;
}

/** The lines of a stream of UTF-8, until it ends or the signal fires. A line that is too long is told and left out. */
async function* linesOf(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<ReadLine> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => tell(say`rein: stdin could not be let go.`));
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  let rest = "";
  let isTooLong = false;
  while (!signal.aborted) {
    const { done, value } = await reader.read();
    // What had come of a line by then is not the whole of it.
    if (signal.aborted) return;
    const pieces = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split("\n");
    rest = done ? "" : (pieces.pop() ?? "");
    for (const text of pieces) {
      if (isTooLong) yield { fault: say`A line of more than ${longestLine} characters is not read.` };
      else yield { text };
      isTooLong = false;
    }
    if (rest.length > longestLine) {
      isTooLong = true;
      rest = "";
    }
    if (done) return;
  }
}
