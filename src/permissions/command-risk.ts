/** What in a command needs a person's eye, part by part. Pure. */
import { say } from "../words/say.ts";
import {
  harmlessSedScript,
  harmlessVariable,
  inlineProgram,
  interpreters,
  optionRisks,
  privileged,
  readers,
  risky,
  riskySubcommands,
  shells,
  wrappers,
} from "./program-tables.ts";
import { isSecretLooking, readProtection, writeProtection } from "./sensitive-paths.ts";
import { pathsNamedBy, type Place } from "./place.ts";
import type { SimpleCommand } from "./shell-syntax.ts";

/** The last part of a command's name: `/usr/bin/git` is `git`. */
export function programOf(command: SimpleCommand): string {
  const { text } = command.words[0];
  return text.slice(text.lastIndexOf("/") + 1);
}

/** A command's arguments after quote removal. */
export function argumentsOf(command: SimpleCommand): string[] {
  return command.words.slice(1).map((word) => word.text);
}

/** Why a text that was not understood is always asked, or null: only what can be seen without understanding. */
export function gravityOfText(text: string): string | null {
  const found = /(?<![\w.-])(sudo|doas|pkexec|runuser|mkfs|wipefs|shutdown|reboot|poweroff)(?![\w-])/.exec(
    text,
  );
  if (found !== null) return say`\`${found[1] ?? ""}\` stands in it`;
  if (/(?<![\w.-])su(\s+-|\s*$|\s+\w+\s+-c)/.test(text)) return say`\`su\` stands in it`;
  if (
    /(?<![\w.-])rm\s+(-\S+\s+)*["']?(\/|~|\$HOME|\$\{HOME\}|\.|\.\.|\*)["']?\/?\*?(?=\s|[;&|)]|$)/.test(text)
  ) {
    return say`\`rm\` of a whole tree stands in it`;
  }
  return null;
}

/** True when what the command does stands in its arguments, so that its name says nothing. */
export function runsItsArguments(program: string): boolean {
  return shells.has(program) || wrappers.has(program) || privileged.has(program);
}

/** Why this command's name says that "don't ask again" and `auto` are not for it, or null. */
export function riskOfName(command: SimpleCommand): string | null {
  const program = programOf(command);
  if (runsItsArguments(program)) return say`\`${program}\` runs other commands`;
  if (risky.has(program)) return say`\`${program}\` can do lasting damage or leave this machine`;
  const [first] = argumentsOf(command);
  const subcommand = riskySubcommands[program];
  if (subcommand === undefined || first === undefined) return null;
  if (subcommand.test(first)) return say`\`${program} ${first}\` changes more than files of the project`;
  const asksOnly = /^(-v|-V|--version|--help)$/.test(first);
  return first.startsWith("-") && !asksOnly ? say`\`${program}\` has options before its subcommand` : null;
}

/** Why this command's arguments need a person's eye whatever a rule says about its beginning, or null. */
export function riskOfArguments(command: SimpleCommand, place: Place): string | null {
  const variable = command.assignments.find((assignment) => !harmlessVariable.test(assignment));
  if (variable !== undefined) return say`it sets ${variable.slice(0, variable.indexOf("="))}`;
  const program = programOf(command);
  const rest = argumentsOf(command);
  const options = optionRisks[program] ?? (interpreters.has(program) ? inlineProgram : undefined);
  // What follows a `cd` may write where it leads.
  const onlyLooks = readers.has(program) && program !== "cd";
  for (const word of command.words.slice(1)) {
    if (word.unknown || word.stream) return say`${word.text} is known only when it runs`;
    if (options?.test(word.text)) return say`\`${program}\` gets ${word.text}`;
    const paths = pathsNamedBy(word, place);
    if (paths === null) return say`${word.text} stands for too many files to look at`;
    const sensitive = paths.find((path) => isSensitive(path, place, onlyLooks));
    if (sensitive !== undefined) return say`it names ${sensitive}`;
  }
  if (program === "sed" && !harmlessSedScript.test(rest.find((word) => !word.startsWith("-")) ?? "")) {
    return say`the sed script may write or run something`;
  }
  if (interpreters.has(program) && (command.piped || rest.length === 0)) {
    return say`\`${program}\` runs what it is given as input`;
  }
  return null;
}

function isSensitive(path: string, { root, ownFolders }: Place, onlyLooks: boolean): boolean {
  const protection = onlyLooks ? readProtection(path, ownFolders) : writeProtection(path, root, ownFolders);
  return protection !== null || isSecretLooking(path);
}
