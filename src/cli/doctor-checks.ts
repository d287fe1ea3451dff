/** What `rein doctor` finds where there is no screen to ask the terminal through. */
import type { Check } from "../app/doctor/check.ts";
import { runChecks } from "../app/doctor/run.ts";
import { stdoutColumns, stdoutIsTerminal, stdoutRows } from "./output.ts";

/** All checks of a folder (absolute and real), in the order of their groups. `online`: servers are asked, too. */
export async function doctorChecks(cwd: string, online: boolean): Promise<Check[]> {
  const checks: Check[] = [];
  const groups = runChecks({
    cwd,
    env: process.env,
    online,
    terminal: () => ({
      isTerminal: stdoutIsTerminal(),
      columns: stdoutColumns(),
      rows: stdoutRows(),
      keyboard: "unknown",
      answers: null,
    }),
  });
  for await (const group of groups) checks.push(...group);
  return checks;
}
