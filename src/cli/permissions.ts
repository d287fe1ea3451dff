/** `rein permissions`: what would be asked here and why, and the rules that are remembered. */
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { faultOf } from "../app/policy-options.ts";
import { UserError } from "../protocol/error.ts";
import { type PermissionMode, permissionModes } from "../protocol/permission-mode.ts";
import { readRememberedRules, writeRememberedRule } from "../settings/remembered-rules.ts";
import { answerTo } from "./permission-calls.ts";
import { openPlace, type Place, placeFolder } from "./permission-place.ts";
import { suggest, suggestJson, suggestText } from "./permission-suggest.ts";
import { why, whyJson, whyText } from "./permission-why.ts";
import { explain, explainedLines, onOneLine } from "./permission-words.ts";
import { print, printExactly, tell } from "./output.ts";
import { say } from "../words/say.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein permissions test COMMAND   what would happen to a shell command here, part by part, and why; nothing is run
  rein permissions test --json    the same for a list on stdin: one call a line, {"id","tool","input"};
                                  answers one line each, {"id","verdict","class","because"}
  rein permissions list           the mode and the rules in force, and where they come from
  rein permissions why CALL       what was decided about a call and why: its id, or “last”; or about a command
  rein permissions suggest        rules that would have answered what you were asked here before
  rein permissions allow RULE     remember a rule for this project, as “don't ask again” does
  rein permissions forget RULE    forget a remembered rule

Options:
  --cwd DIR      the project's folder (default: this one)
  --mode MODE    ${permissionModes.join(", ")}
  --allow RULE   another rule, as in --allow 'bash(npm test)'; more than once
  --ask RULE     the same, for what is asked though something allows it
  --deny RULE    the same, for what must not run
  --json         for “test”, “why” and “suggest”: JSON, a line each`;
const usageError = usageErrors(help);

/** Runs one of the subcommands and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runPermissions(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  const [subcommand, ...rest] = positionals;
  if (values.help === true) return print(help);
  const isJson = values.json === true;
  const flags = { ...values, mode: readMode(values.mode) };
  switch (subcommand) {
    case "test":
      if (isJson ? rest.length > 0 : rest.length !== 1)
        throw usageError(say`“test” takes one command, in quotes, or --json and a list on stdin.`);
      return isJson ? answerLines(await opened(flags)) : print(explained(rest[0] ?? "", await opened(flags)));
    case undefined:
    case "list":
      if (rest.length > 0 || isJson) throw usageError(say`“list” takes no words behind it, and has no JSON.`);
      return print(list(await opened(flags)));
    case "why": {
      const place = await opened(flags);
      const found = why(only(rest, "why", say`the id of a call, “last”, or a command in quotes`), place);
      return isJson ? printLine(whyJson(found)) : print(whyText(found, place));
    }
    case "suggest": {
      if (rest.length > 0) throw usageError(say`“suggest” takes no words behind it.`);
      const found = suggest(await opened(flags));
      for (const warning of found.warnings) await tell(`rein: ${warning}`);
      return isJson ? printLine(suggestJson(found)) : print(suggestText(found));
    }
    case "allow":
      return print(keep(only(rest, "allow", say`one rule, in quotes`), placeFolder(values.cwd)));
    case "forget":
      return print(forget(only(rest, "forget", say`one rule, in quotes`), placeFolder(values.cwd)));
    default:
      throw usageError(say`There is no “rein permissions ${subcommand}”.`);
  }
}

async function opened(flags: Parameters<typeof openPlace>[0]): Promise<Place> {
  const place = openPlace(flags);
  for (const warning of place.warnings) await tell(`rein: ${warning}`);
  return place;
}

/** Answers as fast as the list comes, and keeps no more of it than what is being answered. */
async function answerLines({ policy, cwd }: Place): Promise<number> {
  let answers: string[] = [];
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    answers.push(answerTo(line, policy, cwd));
    if (answers.length < 200) continue;
    await printExactly(`${answers.join("\n")}\n`);
    answers = [];
  }
  if (answers.length > 0) await printExactly(`${answers.join("\n")}\n`);
  return 0;
}

/** JSON that is safe to be shown as it is. */
async function printLine(json: string): Promise<number> {
  await printExactly(`${json}\n`);
  return 0;
}

function explained(command: string, place: Place): string {
  const access = { type: "execute", command, cwd: place.cwd } as const;
  return explainedLines(explain("bash", [access], place), place).join("\n");
}

function list({ mode, modeFrom, rules }: Place): string {
  return [
    `mode  ${mode}  (${modeFrom})`,
    ...rules.map(({ list: kind, rule, from }) => `${kind.padEnd(6)}${onOneLine(rule)}  (${onOneLine(from)})`),
    ...(rules.length === 0 ? [say`There are no rules.`] : []),
  ].join("\n");
}

function keep(rule: string, project: string): string {
  const fault = faultOf(rule);
  if (fault !== null) throw new UserError(fault, { exitCode: 2 });
  writeRememberedRule(process.env, { project, rule, kept: true }, Date.now());
  return say`Remembered for ${project}: ${rule}`;
}

function forget(rule: string, project: string): string {
  const { rules, fault } = readRememberedRules(process.env, project);
  if (fault !== null) throw new UserError(fault);
  if (!rules.includes(rule)) {
    const known =
      rules.length === 0
        ? say`Nothing is.`
        : say`These are:\n${rules.map((one) => `  ${onOneLine(one)}`).join("\n")}`;
    throw new UserError(say`${rule} is not remembered for ${project}. ${known}`);
  }
  writeRememberedRule(process.env, { project, rule, kept: false }, Date.now());
  return say`Forgotten for ${project}: ${rule}`;
}

function parse(argv: readonly string[]) {
  const options = {
    json: { type: "boolean" },
    cwd: { type: "string" },
    mode: { type: "string" },
    allow: { type: "string", multiple: true },
    ask: { type: "string", multiple: true },
    deny: { type: "string", multiple: true },
    help: { type: "boolean", short: "h" },
  } as const;
  return readArguments(usageError, () => parseArgs({ args: [...argv], options, allowPositionals: true }));
}

function readMode(text: string | undefined): PermissionMode | undefined {
  const mode = permissionModes.find((name) => name === text);
  if (text !== undefined && mode === undefined)
    throw usageError(say`--mode is one of ${permissionModes.join(", ")}, not “${text}”.`);
  return mode;
}

function only(words: readonly string[], subcommand: string, what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw usageError(say`“${subcommand}” takes ${what}.`);
  return word;
}
