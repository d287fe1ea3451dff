/** Looks at everything that rein stands on, group by group. */
import type { Fetch } from "../../providers/wire.ts";
import { dataPaths } from "../../sessions/paths.ts";
import { say } from "../../words/say.ts";
import { policyFacts } from "../policy-facts.ts";
import { probeSandbox } from "../confinement.ts";
import { openFolder } from "../open-folder.ts";
import { type Check, checksOf } from "./check.ts";
import { checkFiles } from "./files.ts";
import { checkModels } from "./models.ts";
import { checkNetwork } from "./network.ts";
import { checkPrograms } from "./programs.ts";
import { checkSettings, loadForDoctor } from "./settings.ts";
import { checkTerminal, type TerminalFacts } from "./terminal.ts";

export type DoctorOptions = {
  /** Absolute and real. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The servers of models are asked whether they answer; without it nobody is. */
  readonly online: boolean;
  readonly terminal: () => TerminalFacts | Promise<TerminalFacts>;
  readonly fetch?: Fetch;
};

/** The checks of one group after the other, as they become known. Changes nothing, and never throws. */
export async function* runChecks(options: DoctorOptions): AsyncGenerator<readonly Check[], void> {
  const { cwd, env, online, fetch } = options;
  yield checkTerminal(await options.terminal(), env);
  yield await checkPrograms(env, cwd);
  const folder = openFolder({ cwd, env });
  const loaded = loadForDoctor(env, cwd, folder);
  yield [await checkSandbox(options, loaded.settings.sandbox ?? "auto")];
  yield checkFiles(env);
  yield checkSettings(env, loaded, folder);
  const { settings } = loaded;
  yield await checkModels({ env, settings, online, ...(fetch === undefined ? {} : { fetch }) });
  yield checkNetwork(env);
}

const { ok, warn, bad } = checksOf("sandbox");

async function checkSandbox(
  { cwd, env }: DoctorOptions,
  choice: "auto" | "required" | "none",
): Promise<Check> {
  if (choice === "none")
    return warn(
      "sandbox",
      say`There is none, as the settings say. Commands may do what you may do.`,
      say`Leave "sandbox" out of the settings, or set it to "auto".`,
    );
  const { home, ownFolders = [] } = policyFacts(env, cwd, [dataPaths(env)]);
  const status = await probeSandbox({ choice, unconfinedAuto: false, env, root: cwd, home, own: ownFolders });
  if (status.type === "on")
    return ok("sandbox", say`it was tried out, and confines what commands write and connect to`);
  const reason = status.type === "off" ? status.reason : say`there is none`;
  const help = status.type === "off" ? status.help : "";
  const words = say`There is no sandbox: ${reason}.`;
  return choice === "required"
    ? bad("sandbox", say`${words} The settings require one, so rein does not start.`, help)
    : warn("sandbox", say`${words} Every command that does more than look is asked about.`, help);
}
