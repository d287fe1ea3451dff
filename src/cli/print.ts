/** `rein -p`: one prompt from the command line or stdin, one answer on stdout. */
import type { Conversation } from "../app/conversation.ts";
import { openApp } from "../app/open-app.ts";
import { runTurn } from "../hosts/print.ts";
import { UserError } from "../protocol/error.ts";
import { jobName } from "../tools/job-text.ts";
import { appOptionsOf } from "./app-options.ts";
import type { Arguments } from "./arguments.ts";
import { resumeWithoutScreen } from "./resume-without-screen.ts";
import { printAnswer, tell } from "./output.ts";
import { say } from "../words/say.ts";

/** Model responses in a turn without anybody watching. */
const headlessMaxTurns = 16;

/** Answers and returns the exit code. Throws a `UserError` when there is no prompt or the app cannot be opened. */
export async function runPrint(args: Arguments, version: string): Promise<number> {
  const prompt = await readPrompt(args);
  const resume = await resumeWithoutScreen(args, "-p", version);
  const app = await openApp(
    appOptionsOf(args, version, { canAsk: false, defaultMaxTurns: headlessMaxTurns }),
  );
  for (const warning of app.warnings) await tell(`rein: ${warning}`);
  const conversation = app.converse(resume);
  conversation.onTrouble((message) => void tell(`rein: ${message}`));
  if (args.maxCost !== undefined) await requireKnownPrice(conversation);
  for (const note of conversation.notes) await tell(`rein: ${note}`);

  const stop = new AbortController();
  let signalled: number | undefined;
  const onSignal = (_name: string, number: number) => {
    signalled ??= 128 + number;
    stop.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);
  const code = await runTurn(
    conversation.engine,
    prompt,
    { answer: printAnswer, note: (line) => void tell(line) },
    stop.signal,
  );
  for (const job of conversation.close()) {
    await tell(say`rein: the background job ${jobName(job)} still ran and was ended.`);
  }
  for (const note of app.close()) await tell(`rein: ${note}`);
  return signalled ?? code;
}

/** Without anybody watching, a limit that cannot be kept is none. Throws a `UserError` for a model of unknown price. */
async function requireKnownPrice(conversation: Conversation): Promise<void> {
  const { engine, spending } = conversation;
  await spending.loadPrices();
  if (spending.canCount(engine.model)) return;
  conversation.close();
  throw new UserError(
    say`What ${engine.model} costs is not known to rein, so --max-cost cannot be kept. Leave it away, or name the prices in the settings under "providers".`,
    { exitCode: 2 },
  );
}

/** The prompt: the arguments' words, with what stdin says behind them where it was asked for. */
async function readPrompt({ prompt, readStdin }: Arguments): Promise<string> {
  // A prompt on the command line never waits for a stdin that nobody may ever close, unless “-” says so.
  const piped = readStdin || (prompt === undefined && !process.stdin.isTTY);
  const text = piped ? await Bun.stdin.text() : "";
  const whole = [prompt ?? "", text.trimEnd()].filter((part) => part.trim() !== "").join("\n\n");
  if (whole !== "") return whole;
  throw new UserError(say`There is no prompt. Say rein -p "…", or pipe one in.`, { exitCode: 2 });
}
