/** Does a part of a command only look at the project? Then it runs unasked. Pure. */
import { say } from "../words/say.ts";
import { argumentsOf, programOf } from "./command-risk.ts";
import { isDangerousVariable } from "./dangerous-variables.ts";
import { startsProgram } from "./git-gravity.ts";
import { gitLook } from "./git-looks.ts";
import { judgePath } from "./judge-path.ts";
import type { Facts, Policy } from "./judgement.ts";
import { reasonInside, searchesDeep } from "./deep-search.ts";
import { operandsOf, optionTable } from "./option-table.ts";
import { isInside, pathsOf, type Place, type PlacedPart } from "./place.ts";
import { harmlessVariable, linkFollowers } from "./program-tables.ts";
import { findLooks, findPaths, findValues, readerTables, saysVersion } from "./reader-tables.ts";
import { awkLooks, jqLooks, sedLooks } from "./script-looks.ts";
import type { SimpleCommand, Word } from "./shell-syntax.ts";

export type Look = {
  readonly policy: Policy;
  readonly facts: Facts;
  /** The parts before this one in the script. */
  readonly before: readonly SimpleCommand[];
  /** The whole command only looks, so that it runs with an environment that keeps git from most of its own programs. */
  readonly hardened: boolean;
};

/** Why a part is not known to only look at what it may, or null: then it may run unasked. Redirections aside. */
export function reasonNotToRun({ part, place }: PlacedPart, look: Look): string | null {
  const program = part.words[0].text;
  const rest = part.words.slice(1);
  const variable = part.assignments.find(
    (one) => !harmlessVariable.test(one) && !(program === "read" && one === "IFS="),
  );
  if (variable !== undefined) return say`it sets ${variable.split("=")[0] ?? ""}`;
  if (program.includes("/") || part.words[0].tilde) return say`${program} is a program named by its path`;
  return reasonOf(program, rest, part, place, look);
}

function reasonOf(
  program: string,
  rest: readonly Word[],
  part: SimpleCommand,
  place: Place,
  look: Look,
): string | null {
  const texts = rest.map(({ text }) => text);
  const [first] = texts;
  const isVersion = texts.length === 1 && /^(--version|-v|-V)$/.test(first ?? "");
  if (isVersion && saysVersion.test(program) && !rest[0]?.unknown) return null;
  switch (program) {
    case "cd":
      return reasonAgainstFolder(rest, place);
    case "git":
      return reasonAgainstGit(rest, place, look);
    case "find":
      return reasonAgainstFind(rest, place, look);
    case "sed":
    case "awk":
    case "gawk":
    case "mawk":
      return reasonAgainstScript(program, rest, place, look);
    case "test":
    case "[":
      // `[ a > b ]` compares for most readers, and writes.
      return part.redirections.length > 0 ? say`\`[\` has a redirection` : reasonAgainstTest(program, rest);
    case "tar":
      return /^-?[tvfzjJa]*t[tvfzjJa]*$/.test(first ?? "") &&
        !texts.slice(1).some((text) => /^-|:/.test(text))
        ? reasonAgainstPaths(rest.slice(1), place, look)
        : say`\`tar\` does more than list`;
    case "read":
      return texts.every(
        (text) => /^(-r|-d|-n\d+|-t\d+|[a-z_]\w*|)$/i.test(text) && !isDangerousVariable(text),
      )
        ? null
        : say`\`read\` gets more than names`;
    case "set":
      return texts.length > 0 && texts.every((text) => /^([-+][euo]+|pipefail|errexit|nounset)$/.test(text))
        ? null
        : say`\`set\` changes or shows the shell`;
    case "command":
      return /^-[vV]$/.test(first ?? "") ? null : say`\`command\` runs another one`;
    case "timeout":
    case "nice":
    case "time":
      return reasonBehind(program, rest, part, place, look);
    case "xargs":
      return reasonAgainstXargs(rest, look);
    default:
      return reasonByTable(program, rest, place, look);
  }
}

function reasonByTable(program: string, rest: readonly Word[], place: Place, look: Look): string | null {
  const table = readerTables.get(program);
  if (table === undefined) return say`it runs \`${program}\``;
  const secret = rest.flatMap(({ shows }) => shows)[0];
  if (secret !== undefined) return say`it shows the value of ${secret}`;
  const found = operandsOf(rest, table);
  if (typeof found === "string") return `\`${program}\`: ${found}`;
  if (program === "jq" && found.texts[0] !== undefined && !jqLooks(found.texts[0].text))
    return say`the jq filter reads more than its input`;
  if (program === "printf" && rest[0]?.text.startsWith("-v") === true)
    return say`\`printf -v\` sets a variable`;
  if (program === "date" && found.texts.some(({ text }) => /^\d{8,}/.test(text)))
    return say`\`date\` sets the clock`;
  if (
    program === "ps" &&
    rest.some(
      ({ text }, at) =>
        /^[a-zA-Z]*e/.test(text) &&
        !/^(-[a-zA-Z]*[oCpuUGt]|--(sort|pid|ppid))$/.test(rest[at - 1]?.text ?? ""),
    )
  )
    return say`\`ps e\` shows the environment of others`;
  if (program === "unzip" && !rest.some(({ text }) => /^-\w*[lvtZ]/.test(text)))
    return say`\`unzip\` writes what it unpacks`;
  if (program === "hexdump" && rest.some(({ text }) => /^-\w*f/.test(text)))
    return say`\`hexdump\` gets a file with formats`;
  for (const { text } of rest) {
    if (linkFollowers[program]?.test(text) === true)
      return say`\`${program} ${text}\` follows links, which may lead out of the project`;
  }
  const isDeep = searchesDeep(
    program,
    rest.map(({ text }) => text),
  );
  return (
    reasonAgainstPaths(found.paths, place, look) ?? (isDeep ? reasonInside(found.paths, place, look) : null)
  );
}

function reasonAgainstPaths(words: readonly Word[], place: Place, { policy, facts }: Look): string | null {
  for (const word of words) {
    if (word.stream || word.text === "") continue;
    if (word.unknown) return say`${word.text} is known only when it runs`;
    if (word.tilde && !/^~(\/|$)/.test(word.text)) return say`${word.text} is in a home folder`;
    if (word.glob && /(^|\/)\.[^/]*[*?[]/.test(word.text)) return say`${word.text} may stand for anything`;
    if (word.text.includes("://")) return say`${word.text} is on the network`;
    const paths = pathsOf(word, place);
    if (paths === null) return say`${word.text} stands for too many files to look at`;
    for (const path of paths) {
      if (path === "/dev/null") continue;
      const judgement = judgePath({ type: "read", path }, policy, facts);
      if (judgement.verdict !== "allow") return judgement.reason;
    }
  }
  return null;
}

function reasonAgainstFolder(rest: readonly Word[], place: Place): string | null {
  const [target, ...more] = rest.filter(({ text }) => text !== "--");
  if (target === undefined || more.length > 0 || target.unknown || target.text.startsWith("-"))
    return say`\`cd\` leads to an unknown folder`;
  const paths = pathsOf(target, place);
  const outside = paths?.find((path) => !isInside(place.root, path));
  return paths === null || target.tilde || outside !== undefined ? say`\`cd\` leaves the project` : null;
}

function reasonAgainstGit(rest: readonly Word[], place: Place, look: Look): string | null {
  const found = gitLook(rest);
  if (typeof found === "string") return found;
  const folders = found.folders.flatMap((word) => pathsOf(word, place) ?? ["/"]);
  const outside = folders.find((folder) => !isInside(place.root, folder));
  if (outside !== undefined) return say`\`git -C\` leads to ${outside}, outside the project`;
  for (const folder of [...place.folders, ...folders]) {
    if (!isInside(place.root, folder)) return say`git runs in ${folder}, outside the project`;
    const programs = (look.facts.gitSettings?.(folder) ?? [])
      .filter((setting) => startsProgram(setting, look.hardened))
      .map((one) => one.split("=")[0]);
    if (programs.length > 0)
      return say`the repository has git run programs of its own (${programs.join(", ")})`;
  }
  return reasonAgainstPaths(found.paths, place, look);
}

function reasonAgainstFind(rest: readonly Word[], place: Place, look: Look): string | null {
  const paths: Word[] = [];
  let inPaths = true;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at];
    if (word === undefined) break;
    if (word.unknown || (word.glob && /^[*?[]/.test(word.text)))
      return say`${word.text} is known only when it runs`;
    if (inPaths && !/^[-(!]/.test(word.text)) paths.push(word);
    else {
      if (!/^-[PO]/.test(word.text)) inPaths = false;
      if (!findLooks.test(word.text)) return say`\`find\` gets ${word.text}`;
      if (findPaths.test(word.text)) paths.push(...rest.slice(at + 1, at + 2));
      if (findPaths.test(word.text) || findValues.test(word.text)) at += 1;
      if (rest[at]?.unknown === true) return say`a test of \`find\` is known only when it runs`;
    }
  }
  return reasonAgainstPaths(paths, place, look);
}

const sedTable = optionTable(
  "-nErusz -e:! --quiet --silent --regexp-extended --expression:! --unbuffered --null-data --separate --posix pattern",
);
const awkTable = optionTable("-F: -v: pattern");

function reasonAgainstScript(
  program: string,
  rest: readonly Word[],
  place: Place,
  look: Look,
): string | null {
  const found = operandsOf(rest, program === "sed" ? sedTable : awkTable);
  if (typeof found === "string") return `\`${program}\`: ${found}`;
  if (program === "sed") {
    const scripts = found.texts.map(({ text }) => text);
    if (scripts.length === 0 || !scripts.every(sedLooks))
      return say`the sed script may write or run something`;
  } else {
    const [script, ...values] = found.texts;
    if (script === undefined || !awkLooks(script.text))
      return say`the awk program may write or run something`;
    if (values.some(({ text }) => text.includes("ENVIRON")))
      return say`the awk program may write or run something`;
  }
  return reasonAgainstPaths(
    found.paths.filter(({ text }) => !/^[a-zA-Z_]\w*=/.test(text)),
    place,
    look,
  );
}

function isOperator(word: Word | undefined): boolean {
  return word !== undefined && !word.unknown && /^(!|-[a-zA-Z]{1,2}|=|==|!=|<|>)$/.test(word.text);
}

function reasonAgainstTest(program: string, words: readonly Word[]): string | null {
  const rest = program === "[" && words.at(-1)?.text === "]" ? words.slice(0, -1) : words;
  for (const [at, word] of rest.entries()) {
    if (/^-[vRo]$/.test(word.text)) return say`\`test ${word.text}\` evaluates its text`;
    if (word.shows.length > 0 && !/^-[nz]$/.test(rest[at - 1]?.text ?? "")) continue;
    if (word.unknown && rest.length > 1 && !isOperator(rest[at - 1]) && !isOperator(rest[at + 1]))
      return say`${word.text} is known only when it runs`;
  }
  return null;
}

/** What is run through a wrapper that changes nothing about it. */
function reasonBehind(
  program: string,
  rest: readonly Word[],
  part: SimpleCommand,
  place: Place,
  look: Look,
): string | null {
  let at = 0;
  if (program === "timeout") {
    while (/^-[ks]$|^--(foreground|preserve-status|kill-after=\w+|signal=\w+)$/.test(rest[at]?.text ?? ""))
      at += rest[at]?.text.length === 2 ? 2 : 1;
    if (!/^\d+(\.\d+)?[smhd]?$/.test(rest[at]?.text ?? "")) return say`\`timeout\` has no plain duration`;
    at += 1;
  } else if (program === "nice") {
    if (rest[at]?.text === "-n") at += 2;
    else if (/^-(n?-?\d+)$/.test(rest[at]?.text ?? "")) at += 1;
  } else if (rest[at]?.text === "-p") at += 1;
  const [name, ...more] = rest.slice(at);
  if (
    name === undefined ||
    name.unknown ||
    /[/=]/.test(name.text) ||
    name.text.startsWith("-") ||
    name.text === "cd"
  )
    return say`\`${program}\` runs something unknown`;
  return reasonOf(name.text, more, { ...part, words: [name, ...more] }, place, look);
}

const xargsTable = optionTable(
  "-0rtx -n: -L: -P: -d: -I: -s: --null --no-run-if-empty --max-args: --max-procs: --delimiter: text",
);
/** Commands that tell names of the project's files, and filters that let some of them through. */
const tellsNames = /^(find|fd|fdfind|rg|grep|ls|git)$/;
const filters = /^(head|tail|sort|uniq|grep|egrep)$/;

function reasonAgainstXargs(rest: readonly Word[], { before }: Look): string | null {
  let at = 0;
  while (at < rest.length && rest[at]?.text.startsWith("-") === true) {
    const text = rest[at]?.text ?? "";
    at += 1;
    if (xargsTable.values.has(text)) at += 1;
    else if (!xargsTable.flags.has(text) && !/^-([0rtx]+|[nLPdIs].+)$|^--max-\w+=/.test(text))
      return say`\`xargs\` gets ${text}`;
  }
  const [name, ...more] = rest.slice(at);
  const program = name?.text ?? "echo";
  if (program === "echo") return null;
  const table = readerTables.get(program);
  // What comes from the pipe may look like an option.
  if (table === undefined || !(table.any || program === "wc"))
    return say`\`xargs ${program}\` may be given options`;
  if (typeof operandsOf(more, table) === "string") return say`\`xargs ${program}\` gets options`;
  let from = before.length - 1;
  while (from > 0 && before[from]?.piped === true && filters.test(before[from]?.words[0].text ?? ""))
    from -= 1;
  const source = before[from];
  const isNames =
    source !== undefined &&
    tellsNames.test(programOf(source)) &&
    (programOf(source) !== "git" ||
      argumentsOf(source)[0] === "ls-files" ||
      argumentsOf(source).includes("--name-only")) &&
    !argumentsOf(source).some((text) => /printf|format|^-r|replace/.test(text)) &&
    (!/^(rg|grep)$/.test(programOf(source)) ||
      argumentsOf(source).some((text) => /^-[a-zA-Z]*l|^--files/.test(text)));
  return isNames ? null : say`\`xargs\` reads files whose names come from elsewhere`;
}
