/** Which folders a command takes with all that is in them: to read it, or to change it. Pure. */
import { argumentsOf, programOf } from "./command-risk.ts";
import { operandsOf } from "./option-table.ts";
import { pathsOf, type PlacedPart } from "./place.ts";
import { readerTables } from "./reader-tables.ts";
import type { Word } from "./shell-syntax.ts";

/** With which options a program reads folders to their end; null: always. */
const readsThrough: Readonly<Record<string, RegExp | null>> = {
  grep: /^(-[a-zA-Z]*[rR]|--(de.*-)?rec|--dir|-d)/,
  egrep: /^(-[a-zA-Z]*[rR]|--(de.*-)?rec|--dir|-d)/,
  fgrep: /^(-[a-zA-Z]*[rR]|--(de.*-)?rec|--dir|-d)/,
  rgrep: null,
  rg: null,
  ag: null,
  ack: null,
  tar: null,
  zip: null,
  "7z": null,
  "7za": null,
  rsync: null,
  mv: null,
  docker: null,
  podman: null,
  cp: /^(-[a-zA-Z]*[rRa]|--rec|--arch)/,
  scp: /^-[a-zA-Z]*r/,
  diff: /^(-[a-zA-Z]*r|--rec)/,
  find: /^-(exec|execdir|ok|okdir)$/,
  fd: /^(-[a-zA-Z]*[xX]|--exec)/,
  fdfind: /^(-[a-zA-Z]*[xX]|--exec)/,
};

/** Without an operand they take the folder that they stand in. */
const startsHere = /^(e?f?grep|rgrep|rg|ag|ack|find|fd|fdfind)$/;

/** With which options a program changes what is in folders; null: always. */
const writesThrough: Readonly<Record<string, RegExp | null>> = {
  rm: /^(-[a-zA-Z]*[rR]|--rec)/,
  mv: null,
  chmod: /^(-[a-zA-Z]*R|--rec)/,
  chown: /^(-[a-zA-Z]*R|--rec)/,
  chgrp: /^(-[a-zA-Z]*R|--rec)/,
  cp: /^(-[a-zA-Z]*[rRa]|--rec|--arch)/,
  rsync: null,
  find: /^-(delete|exec|execdir|ok|okdir)$/,
  sed: /^(-[a-zA-Z]*i|--in-)/,
};

/** The folders whose files a part shows or hands on; `all` are the parts of its command. Real and absolute. */
export function goesThrough(one: PlacedPart, all: readonly PlacedPart[]): readonly string[] {
  const { part, place } = one;
  const program = programOf(part);
  if (program === "git") return showsHistory(argumentsOf(part)) ? [place.root, ...namedIn(one)] : [];
  // What is read stands in the input: names from the parts before, from wherever they look.
  if (program === "xargs" && !/^(echo|)$/.test(argumentsOf(part).find((word) => !word.startsWith("-")) ?? ""))
    return all.flatMap((other) => [...other.place.folders, ...namedIn(other)]);
  const option = readsThrough[program];
  const words = part.words.slice(1);
  if (option === undefined || (option !== null && !words.some(({ text }) => option.test(text)))) return [];
  const table = readerTables.get(program);
  const found = table === undefined || program === "fd" ? "unknown" : operandsOf(words, table);
  const paths = typeof found === "string" ? words : found.paths;
  const here = startsHere.test(program) && (typeof found === "string" || paths.length === 0);
  return [...(here ? place.folders : []), ...foldersOf(paths, one)];
}

/** The folders whose files a part may change. */
export function changesBelow(one: PlacedPart): readonly string[] {
  const option = writesThrough[programOf(one.part)];
  const words = one.part.words.slice(1);
  if (programOf(one.part) === "git")
    return /^(checkout|restore|clean|reset|stash|apply|rm|mv)$/.test(words[0]?.text ?? "")
      ? namedIn(one)
      : [];
  if (option === undefined || (option !== null && !words.some(({ text }) => option.test(text)))) return [];
  return foldersOf(words, one);
}

function namedIn(one: PlacedPart): readonly string[] {
  return foldersOf(one.part.words.slice(1), one);
}

function foldersOf(words: readonly Word[], { place }: PlacedPart): readonly string[] {
  const named = words.filter(({ text, unknown }) => !unknown && text !== "" && !text.startsWith("-"));
  return named.flatMap((word) => pathsOf(word, place) ?? place.folders);
}

/** True for git commands that show what is in files, of the whole repository unless they are told otherwise. */
function showsHistory(rest: readonly string[]): boolean {
  const [command = "", ...words] = rest.filter(
    (word, at) => !/^-[cC]$/.test(word) && !/^-[cC]$/.test(rest[at - 1] ?? ""),
  );
  const namesOnly = words.some((word) =>
    /^--(stat|name-only|name-status|numstat|shortstat|summary|dirstat|quiet|check)/.test(word),
  );
  switch (command) {
    case "diff":
    case "show":
      return !namesOnly;
    case "log":
    case "whatchanged":
    case "reflog":
      return words.some((word) => /^(-p|-u|-c|--cc|--patch|-L|-G.*|-S.*|--full-diff)/.test(word));
    case "stash":
      return words[0] === "show" && words.length > 1;
    case "grep":
    case "archive":
    case "format-patch":
    case "bundle":
    case "cat-file":
      return true;
    default:
      return false;
  }
}
