/** From the command line to the right host. Each returns the exit code. */
import type { ReplStart } from "../hosts/repl/start.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { print, stdoutIsTerminal, tell } from "./output.ts";
import { say } from "../words/say.ts";

/** Runs what the arguments ask for. Errors go to stderr: those for the user as a sentence, others with their place. */
export async function run(argv: readonly string[], version: string): Promise<number> {
  try {
    if (argv[0] === "sessions") {
      const { runSessions } = await import("./sessions.ts");
      return await runSessions(argv.slice(1), version);
    }
    if (argv[0] === "stats") {
      const { runStats } = await import("./stats.ts");
      return await runStats(argv.slice(1));
    }
    if (argv[0] === "models") {
      const { runModels } = await import("./models.ts");
      return await runModels(argv.slice(1));
    }
    if (argv[0] === "auth") {
      const { runAuth } = await import("./auth.ts");
      return await runAuth(argv.slice(1));
    }
    if (argv[0] === "trust") {
      const { runTrust } = await import("./trust.ts");
      return await runTrust(argv.slice(1));
    }
    if (argv[0] === "permissions") {
      const { runPermissions } = await import("./permissions.ts");
      return await runPermissions(argv.slice(1));
    }
    if (argv[0] === "bug-report") {
      const { runBugReport } = await import("./bug-report.ts");
      return await runBugReport(argv.slice(1), version);
    }
    if (argv[0] === "replay") {
      const { runReplayCommand } = await import("./replay.ts");
      return await runReplayCommand(argv.slice(1), version);
    }
    if (argv[0] === "doctor") {
      const { runDoctor } = await import("./doctor.ts");
      return await runDoctor(argv.slice(1), version);
    }
    return await talk(argv, version);
  } catch (thrown) {
    if (thrown instanceof UserError) {
      await tell(`rein: ${thrown.message}`);
      return thrown.exitCode;
    }
    const { redactText } = await import("../providers/redact.ts");
    const place = thrown instanceof Error && thrown.stack !== undefined ? `\n${thrown.stack}` : "";
    await tell(redactText(say`rein: An error that should not be possible: ${messageOf(thrown)}${place}`));
    return 1;
  }
}

async function talk(argv: readonly string[], version: string): Promise<number> {
  const args = parseArguments(argv);
  if (args.show !== undefined) {
    const { helpText } = await import("./options.ts");
    return print(args.show === "help" ? helpText(version) : `rein ${version}`);
  }
  if (args.events === true) {
    const { runEvents } = await import("./events.ts");
    return runEvents(args, version);
  }
  if (args.print) {
    const { runPrint } = await import("./print.ts");
    return runPrint(args, version);
  }
  const { wantsAccessible } = await import("../settings/accessible.ts");
  if (args.accessible === true || (process.stdin.isTTY && (await wantsAccessible(process.env)))) {
    const { runAccessible } = await import("./accessible.ts");
    return runAccessible(args, await withWords(argv, args, version), version, terminalMaxTurns);
  }
  if (!process.stdin.isTTY || !stdoutIsTerminal()) {
    throw new UserError(
      say`This is not a terminal, so there is nobody to talk to. For one answer without a screen: rein -p "…"`,
      { exitCode: 2 },
    );
  }
  const { earlySetting } = await import("../settings/early-setting.ts");
  const chosen = await withWords(argv, args, version);
  const isFull = args.full === true || (await earlySetting(process.env, "screen")) === "full";
  const { runRepl } = await import("../hosts/repl/run.ts");
  const { appOptionsOf } = await import("./app-options.ts");
  const { prompt, resume } = chosen;
  const options = appOptionsOf(args, version, { canAsk: true, defaultMaxTurns: terminalMaxTurns });
  const end = await runRepl({
    options,
    ...(isFull ? { isFull } : {}),
    ...(resume === undefined ? {} : { resume }),
    ...(prompt === undefined ? {} : { prompt }),
  });
  if (end.watch === undefined) return end.code;
  const { afterTalk } = await import("./in-turn.ts");
  return afterTalk({ options, isFull }, end);
}

/** What `-r` names: by an id, or by words. */
async function withWords(
  argv: readonly string[],
  args: Arguments,
  version: string,
): Promise<Pick<ReplStart, "resume" | "prompt">> {
  const { resume } = args;
  if (resume?.type !== "id") return args;
  const { chosenById } = await import("./named-session.ts");
  const chosen = await chosenById(resume, args, version);
  if (chosen !== null) return { ...args, resume: chosen };
  const { resumeByWords } = await import("./resume-words.ts");
  return resumeByWords(argv, resume.id, args);
}

/** Model responses in a turn while somebody watches. */
const terminalMaxTurns = 50;
