/** `rein doctor`: looks at everything that rein stands on, without a screen. */
import { parseArgs } from "node:util";
import { checkLines, checkSummary } from "../app/doctor/lines.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { plainStyle } from "../terminal/style.ts";
import { currentFolder } from "./current-folder.ts";
import { doctorChecks } from "./doctor-checks.ts";
import { print, printExactly, stdoutColumns } from "./output.ts";
import { say } from "../words/say.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein doctor [--online] [--json]

Looks at the terminal, programs, sandbox, folders, settings, models and network, and says how to repair what is not right.
It changes nothing. With --online it asks the servers of models whether they answer; no key goes along.
In a session /doctor asks the terminal itself as well, and /doctor keys shows what arrives for each key.

Exit codes: 0 nothing is bad · 1 something will not work · 2 wrong usage`;

/** Prints the checks and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runDoctor(argv: readonly string[], version: string): Promise<number> {
  const { values } = parse(argv);
  if (values.help === true) return print(help);
  const checks = await doctorChecks(currentFolder(), values.online === true);
  if (values.json === true) await printExactly(`${jsonLine({ version, checks })}\n`);
  else {
    const lines = checkLines(checks, stdoutColumns(), plainStyle);
    await print([`rein ${version}`, ...lines, "", checkSummary(checks)].join("\n"));
  }
  return checks.some(({ level }) => level === "bad") ? 1 : 0;
}

function parse(argv: readonly string[]) {
  const options = {
    online: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  return readArguments(usageErrors(help), () => parseArgs({ args: [...argv], options }));
}
