/** Commands that cannot do anything without a terminal: they would only fail, or wait until their time is over. */
import { whatToDo } from "./wants-terminal.ts";

/** Programs that fill a screen, and whether they would with these arguments. */
const fullScreen: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  // `+command`, `-es`, `-c`, `--version` and whatever else is an option may well work without a screen.
  vi: onlyFiles,
  vim: onlyFiles,
  nvim: onlyFiles,
  view: onlyFiles,
  vimdiff: onlyFiles,
  nano: onlyFiles,
  pico: onlyFiles,
  micro: onlyFiles,
  joe: onlyFiles,
  hx: onlyFiles,
  helix: onlyFiles,
  kak: onlyFiles,
  emacs: (args) => args.some((arg) => arg === "-nw" || arg === "--no-window-system") && !args.some(isBatch),
  top: (args) => !args.some((arg) => /^-\w*[bhlvV]|^--(batch|help|version)/.test(arg)),
  htop: noOptions,
  btop: noOptions,
  nmon: noOptions,
  lazygit: noOptions,
  tig: noOptions,
  k9s: noOptions,
  ranger: onlyFiles,
  nnn: onlyFiles,
  mc: onlyFiles,
  // It repeats its command for ever, on a screen or not.
  watch: (args) =>
    args.length > 0 &&
    !args.some((arg) => /^(-[hv]|--help|--version|-\w*[eg]|--errexit|--chgexit)$/.test(arg)),
};

/** Words in front of a program that change nothing about it. */
const transparent = new Set(["command", "exec", "nohup", "time"]);

/**
 * A sentence when a part of the command is a full-screen program that could only fail or wait, else null. Never
 * refuses on a guess: it reads plain words between `&&`, `;` and line ends; a command in which anything is quoted,
 * piped, redirected or substituted is left to run.
 */
export function needsTerminal(command: string): string | null {
  const plain = command.replaceAll("&&", ";");
  if (/[^\w\s./@%+=:,~;-]/.test(plain)) return null;
  for (const part of plain.split(/[;\n]/)) {
    const program = programThatDraws(part.trim());
    if (program !== null) return drawsWords(program);
  }
  return null;
}

/** What is said of a program that draws. */
export function drawsWords(program: string): string {
  return `${program} draws on a terminal. ${whatToDo}`;
}

function programThatDraws(part: string): string | null {
  const words = part.split(/\s+/);
  while (words[0] !== undefined && (transparent.has(words[0]) || /^\w+=/.test(words[0]))) words.shift();
  return drawnBy(words);
}

/** The name of the full-screen program that these words start, or null when they start none. */
export function drawnBy([first = "", ...args]: readonly string[]): string | null {
  const name = first.slice(first.lastIndexOf("/") + 1);
  return Object.hasOwn(fullScreen, name) && fullScreen[name]?.(args) === true ? name : null;
}

/** Files, and lines to begin at, as in `vim +12 file`. */
function onlyFiles(args: readonly string[]): boolean {
  return args.every((arg) => /^(\+\d*|[^-+].*)$/.test(arg));
}

function noOptions(args: readonly string[]): boolean {
  return args.length === 0;
}

function isBatch(arg: string): boolean {
  return /^(-|--)(batch|script|help|version)\b/.test(arg);
}
