/** `rein --accessible`: a session in lines, for who listens to the terminal instead of looking at it. */
import { runLinear } from "../hosts/linear/run.ts";
import { restoreTyping, showTyping, takeTyped } from "../process/terminal-line.ts";
import { killAllCommands } from "../process/run-command.ts";
import { UserError } from "../protocol/error.ts";
import { redactText } from "../providers/redact.ts";
import { installExitRestoration } from "../terminal/modes/exit-restoration.ts";
import { appOptionsOf } from "./app-options.ts";
import type { Arguments } from "./arguments.ts";
import { openLineOutput } from "./output.ts";
import type { ChosenStart } from "./resume-words.ts";
import { say } from "../words/say.ts";

/** The signals after which rein ends in order; Ctrl+C is a key here. */
const handled: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);

/** Talks until the user leaves and returns the exit code. Throws a `UserError` when the app cannot be opened. */
export async function runAccessible(
  args: Arguments,
  { prompt, resume }: ChosenStart,
  version: string,
  maxTurns: number,
): Promise<number> {
  if (!process.stdin.isTTY) {
    throw new UserError(
      say`Standard input is no terminal, so there is nobody to talk to. For one answer without a screen: rein -p "…"`,
      { exitCode: 2 },
    );
  }
  const stop = new AbortController();
  const output = openLineOutput(() => stop.abort());
  let signalled: number | undefined;
  for (const name of ["SIGTERM", "SIGHUP"] as const)
    process.on(name, (_name: string, number: number) => {
      signalled ??= 128 + number;
      stop.abort();
    });
  const uninstall = installExitRestoration(
    {
      on: (event, listener) => (handled.has(event) ? undefined : process.on(event, listener)),
      off: (event, listener) => process.off(event, listener),
      exit: (code) => process.exit(code),
    },
    { restore: restoreTyping, conceal: redactText, beforeExit: [killAllCommands] },
  );
  await runLinear(
    {
      options: appOptionsOf(args, version, { canAsk: true, defaultMaxTurns: maxTurns }),
      ...(resume === undefined ? {} : { resume }),
      ...(prompt === undefined ? {} : { prompt }),
    },
    {
      input: process.stdin,
      write: output.write,
      ended: stop.signal,
      takeTyped,
      showTyping,
      onInterrupt: (listener) => process.on("SIGINT", listener),
    },
  );
  restoreTyping();
  uninstall();
  await output.end();
  return signalled ?? 0;
}
