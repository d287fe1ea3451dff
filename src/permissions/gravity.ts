/** What no rule and no mode lets run without asking. Pure. */
import { say } from "../words/say.ts";
import { argumentsOf, programOf } from "./command-risk.ts";
import { isDangerousVariable } from "./dangerous-variables.ts";
import { gitGravity } from "./git-gravity.ts";
import { isInside, pathsIn, pathsOf, type Place } from "./place.ts";
import { inlineProgram, interpreters, machineWide, privileged, shells } from "./program-tables.ts";
import { awkRuns, sedRuns } from "./script-looks.ts";
import { homeProtection, isHomeSecret, readProtection, writeProtection } from "./sensitive-paths.ts";
import { plainWord, type SimpleCommand, type Word } from "./shell-syntax.ts";

/** Why a command is always asked, or null: it takes over or destroys what cannot be had back, or hides what it runs. */
export function gravity(command: SimpleCommand, place: Place): string | null {
  const program = programOf(command);
  const rest = argumentsOf(command);
  if (privileged.has(program)) return say`\`${program}\` runs it with other rights`;
  if (machineWide.test(program)) return say`\`${program}\` acts on the whole machine`;
  if (always.test(program)) return say`\`${program}\` runs or changes what cannot be seen here`;
  const variable = command.assignments
    .map((one) => one.replace(/\+?=.*$/s, ""))
    .find((name) => isDangerousVariable(name) && !(name === "IFS" && program === "read"));
  if (variable !== undefined) return say`it sets ${variable}, which changes what programs do`;
  const option = options[program] ?? (interpreters.has(program) ? inlineProgram : undefined);
  const risky = option === undefined ? undefined : rest.find((word) => option.test(word));
  if (risky !== undefined) return say`\`${program}\` gets ${risky}, which runs or changes something else`;
  return ofProgram(program, rest, command) ?? ofPaths(program, command, place);
}

/** Programs that run what cannot be seen, plant something that runs later, or reach into other programs. */
const always =
  /^(eval|source|\.|trap|alias|enable|let|at|batch|atd|crontab|launchctl|osascript|open|xdg-open|xattr|systemd-run|tmux|screen|expect|parallel|watch|script|unshare|nsenter|chroot|nc|ncat|netcat|socat|telnet|gdb|lldb|setcap|complete|bind|fc)$/;

/** Options with which a program runs another one, or that hide what it does. */
const options: Readonly<Record<string, RegExp>> = {
  rg: /^--(pre|hostname-bin)(=|$)/,
  sort: /^--co/,
  gawk: /^(-[lE]|--load|--exec)/,
  tar: /^(-[a-zA-Z]*[IF].*|--checkpoint-a.*|--to-c.*|--us.*|--rs.*|--inf.*|--new-.*)$/,
  ssh: /^(-F|-o)/,
  scp: /^(-S|-F|-o)/,
  sftp: /^(-S|-F|-o|-b)/,
  rsync: /^(-[a-zA-Z]*e|--rsh|--rsync-path)/,
  man: /^(-[a-zA-Z]*[HP]|--html|--pager)/,
  vi: /^(-[cSsu]|\+|--cmd)/,
  vim: /^(-[cSsu]|\+|--cmd)/,
  nvim: /^(-[cSsul]|\+|--cmd)/,
  ex: /^(-[cSs]|\+)/,
  emacs: /^(--eval|--load|--funcall|-[lf]$|--script|--batch)/,
  ed: /^!/,
  less: /^(\+|-[a-zA-Z]*[koO])/,
  zip: /^(-TT|--unzip-command)/,
  sqlite3: /^\.(shell|system|load|import|output|once)|-cmd/,
  psql: /^\\!|\\!|\\copy .*program/i,
  hash: /^-[a-z]*p/,
  jobs: /^-x/,
  compgen: /^-[WCF]/,
  mapfile: /^-[cC]/,
  readarray: /^-[cC]/,
  wait: /^-[a-z]*p/,
  printf: /^-v/,
  test: /^-v$/,
  "[": /^-v$/,
  shopt: /expand_aliases|extglob/,
  docker:
    /^(--privileged|--pid(=|$)|--cap-add|--device|-v\/|-v=\/:|\/(etc|var\/run\/docker\.sock)?:|.*docker\.sock)/,
  podman: /^(--privileged|\/:|.*docker\.sock)/,
  kill: /^-1$/,
  chmod: /^([0-7]?[4-7][0-7]{3}|[ugoa]*\+[rwxXt]*s.*)$/,
  npm: /^(--(script-s|node-o).*|token)$/,
  perl: /^-[a-zA-Z]*[eEpin].*|^-$/,
  ruby: /^-[a-zA-Z]*[epinr].*|^-$/,
  bun: /^(-[ep]|--eval|--print|-r|--preload)/,
  deno: /^(eval|-)$/,
  gpg: /^--(export-secret|delete)/,
};

function ofProgram(program: string, rest: readonly string[], command: SimpleCommand): string | null {
  switch (program) {
    case "dd":
      return rest.some((word) => word.startsWith("of=/dev/")) ? say`\`dd\` writes to a device` : null;
    case "git":
      return gitGravity(rest);
    case "rein":
      return rest.length > 0 && rest.every((word) => /^(--version|-v|--help|-h)$/.test(word))
        ? null
        : say`\`rein\` can change what you trust, allow and log in to`;
    case "exec": {
      const name = rest.find((word) => !word.startsWith("-"));
      return name !== undefined && (name.includes("/") || shells.has(name) || interpreters.has(name))
        ? say`\`exec\` puts another program in the shell's place`
        : null;
    }
    case "env": {
      const name = rest
        .map((word) => /^(\w+)=/.exec(word)?.[1] ?? "")
        .find((one) => isDangerousVariable(one));
      return name === undefined ? null : say`it sets ${name}, which changes what programs do`;
    }
    case "xargs":
      return inputRuns(rest) ? say`\`xargs\` makes a command of what it is given as input` : null;
    case "find":
      if (
        !rest.some(
          (word, at) =>
            /^-(exec|execdir|ok|okdir)$/.test(word) && shells.has((rest[at + 1] ?? "").replace(/^.*\//, "")),
        )
      )
        return null;
      return say`\`find\` runs a shell`;
    case "fd":
    case "fdfind":
      return rest.some((word, at) => /^(-x|-X|--exec.*)$/.test(word) && shells.has(rest[at + 1] ?? ""))
        ? say`\`fd\` runs a shell`
        : null;
    case "sed":
      return rest.some(
        (word) => !/^-[a-zA-Z]*$/.test(word) && sedRuns(word.replace(/^(-e|--expression=)/, "")),
      )
        ? say`the sed script runs something`
        : null;
    case "awk":
    case "gawk":
    case "mawk":
      return rest.some(awkRuns) ? say`the awk program runs something` : null;
    case "declare":
    case "typeset":
    case "local":
    case "export":
    case "readonly":
    case "unset":
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts": {
      const evil = rest.find(
        (word) =>
          /\[/.test(word) ||
          isDangerousVariable(word.replace(/\+?=.*$/s, "")) ||
          (/^-[a-zA-Z]*n[a-zA-Z]*$/.test(word) && /^(declare|typeset|local)$/.test(program)),
      );
      return evil === undefined ? null : say`\`${program} ${evil}\` changes what other commands mean`;
    }
    case "npx":
    case "bunx":
    case "pipx":
    case "uvx":
      return rest.some((word) => /:\/\/|^(git|github:|file:)|\.tgz$/.test(word))
        ? say`\`${program}\` runs a program from an address`
        : null;
    case "gh":
      return /^auth (token|login|refresh|setup)|^(secret|ssh-key|gpg-key)/.test(rest.join(" ")) ||
        rest.includes("--show-token")
        ? say`\`gh\` shows or changes keys`
        : null;
    case "security":
    case "secret-tool":
    case "pass":
      return say`\`${program}\` shows what is kept secret`;
    default:
      return ofShell(program, rest, command);
  }
}

/** `xargs -I{} sh -c '{}'`: the place where the input is put in is the command, or in its text; without a text it is that. */
function inputRuns(rest: readonly string[]): boolean {
  const at = rest.findIndex((word) => /^(-I|-i|--replace)/.test(word));
  const option = rest[at] ?? "";
  const mark =
    at === -1 ? null : option === "-I" ? rest[at + 1] : option.replace(/^(-I|-i|--replace=?)/, "") || "{}";
  const name = rest.findIndex(
    (word, index) => !word.startsWith("-") && !(option === "-I" && index === at + 1),
  );
  const shell = rest.findIndex((word) => shells.has(word.slice(word.lastIndexOf("/") + 1)));
  const flag = shell === -1 ? -1 : rest.findIndex((word, index) => index > shell && /^-[a-z]*c$/.test(word));
  const text = flag === -1 ? undefined : rest[flag + 1];
  if (flag !== -1 && text === undefined) return true;
  return (
    mark !== null && mark !== undefined && [rest[name], text].some((word) => word?.includes(mark) === true)
  );
}

function ofShell(
  program: string,
  rest: readonly string[],
  { words, piped, input }: SimpleCommand,
): string | null {
  const isShell = shells.has(program) && !/^(busybox|toybox)$/.test(program);
  if (!isShell && !interpreters.has(program)) return null;
  const operand = words.slice(1).find(({ text }) => !/^[-+]./.test(text));
  if (operand?.stream === true || (operand?.unknown === true && !isShell))
    return say`\`${program}\` runs the output of another command`;
  if (isShell && rest.some((word) => /^-[a-zA-Z]*c/.test(word)))
    return operand?.unknown === true ? say`\`${program}\` runs a text that is made up while it runs` : null;
  const readsInput =
    operand === undefined || operand.text === "-" || rest.some((word) => /^-[a-z]*s$/.test(word) && isShell);
  return (piped || input !== null) && readsInput ? say`\`${program}\` runs what it is given as input` : null;
}

/** Programs that write where their operands say. */
const writers =
  /^(rm|rmdir|unlink|shred|mv|cp|touch|mkdir|chmod|chown|chgrp|ln|tee|dd|install|truncate|rsync|sed|patch|git|split|scp|curl|wget|unzip|tar)$/;
const wholeTree =
  /^(\/+\*?|~\/?\*?|\.\/?|\.\.(\/.*)?|\*|\/(home|root|usr|etc|var|bin|lib)\/?\*?|(.*\/)?\.git\/?)$/;

function ofPaths(program: string, { words }: SimpleCommand, place: Place): string | null {
  if (program === "echo" || program === "printf") return null;
  const rest = words.slice(1);
  const isRecursive = program === "rm" && rest.some(({ text }) => /^-[a-zA-Z]*[rR]|^--recursive/.test(text));
  for (const word of rest) {
    const isOption = word.text.startsWith("-");
    if (
      isRecursive &&
      !isOption &&
      (wholeTree.test(word.text) || (word.unknown && !/^[\w./-]*\{[\w,./-]*\}[\w./-]*$/.test(word.text)))
    )
      return say`\`rm\` of a whole tree`;
    for (const path of namedBy(word, place)) {
      const secret =
        readProtection(path, place.ownFolders) ??
        (isHomeSecret(path, place.home) ? say`a store of credentials` : null);
      if (secret !== null) return say`it names ${path} (${secret})`;
      if (!writers.test(program) || path === "/dev/null") continue;
      const isWhole = path === "/" || isInside(path, place.root) || isInside(path, place.home);
      if (isWhole && isRecursive) return say`\`rm\` of a whole tree`;
      // An option's value, or a word that is no path at all, leads to the folder that it stands in.
      const isProtected =
        path === place.root
          ? null
          : (writeProtection(path, place.root, place.ownFolders) ??
            (program === "rsync" || program === "tar" ? null : homeProtection(path, place)));
      if (isProtected !== null && !(program === "git" && !/\.(git|rein)(\/|$)/.test(path)))
        return say`it names ${path} (${isProtected})`;
    }
  }
  const outside =
    program === "find" &&
    rest.some(({ text }) => text === "-delete") &&
    rest.some(
      (word) =>
        !word.text.startsWith("-") &&
        (pathsOf(word, place) ?? ["/"]).some((path) => !isInside(place.root, path)),
    );
  return outside ? say`\`find\` deletes outside the project` : null;
}

/** The paths in a word, with the home folder put in for its usual names. */
function namedBy(word: Word, place: Place): readonly string[] {
  const text = word.text.replace(/\$(HOME\b|\{HOME\})/g, place.home);
  return pathsIn(text)
    .map((part) => part.replace(/^[@<]/, ""))
    .filter((part) => part !== "" && !part.startsWith("-"))
    .flatMap(
      (part) =>
        pathsOf({ ...plainWord(part), glob: word.glob, tilde: word.tilde || part.startsWith("~/") }, place) ??
        [],
    );
}
