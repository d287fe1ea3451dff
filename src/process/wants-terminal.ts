/** Commands that failed because they wanted a terminal. */

/** What a command ended with. */
export type CommandEnding = {
  readonly command: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
};

/** What a program says at the beginning of a line when it finds no terminal, and what it wanted with one. */
const endings: readonly (readonly [said: RegExp, wanted: string])[] = [
  [
    /^sudo: (a terminal is required|no tty present|a password is required|sorry, you must have a tty)/m,
    "sudo asks for a password on a terminal.",
  ],
  [/^doas: (a tty is required|Authorization required)/m, "doas asks for a password on a terminal."],
  [/^su: must be run from a terminal/m, "su asks for a password on a terminal."],
  [
    /^Host key verification failed\./m,
    "ssh does not know this host's key and asks on a terminal whether to trust it.",
  ],
  [
    /^(\S+: )?Permission denied \([^)\n]*(password|keyboard-interactive)[^)\n]*\)/m,
    "ssh asks for a password on a terminal.",
  ],
  [/^read_passphrase: can't open \/dev\/tty/m, "ssh asks for a passphrase on a terminal."],
  [
    /^(fatal|error): (could not read (Username|Password) for |unable to read askpass response)/m,
    "git asks for a user name and a password on a terminal.",
  ],
  [/^error: There was a problem with the editor/m, "git opens an editor for a text that was not given."],
  [/^crontab: .*\bfalse\b.* exited with status/m, "crontab opens an editor."],
  [/^Vim: Warning: (Output is not to|Input is not from) a terminal/m, "vim draws on a terminal."],
  [/^(ex\/vi: )?Vi's standard (input|output) .*must be a terminal/m, "vi draws on a terminal."],
  [/^emacs: (standard input is not a tty|could not open file: \/dev\/tty)/m, "emacs draws on a terminal."],
  [/^(Standard input is not a terminal|Too many errors from stdin)/m, "An editor draws on a terminal."],
  [
    /^(Error opening terminal|\S+: Error opening terminal|Could not open terminal)/m,
    "It draws on a terminal.",
  ],
  [/^\s*(top|htop): failed tty get/m, "top draws on a terminal."],
  [/^open terminal failed: /m, "tmux draws on a terminal."],
  [/^Must be connected to a terminal/m, "screen draws on a terminal."],
  [
    /^(the input device is not a TTY|cannot attach stdin to a TTY-enabled container)/im,
    "The option -t of docker needs a terminal; without it the command may work.",
  ],
  [/^stty: .*Inappropriate ioctl for device/m, "stty sets up a terminal."],
  [
    /^gpg: .*(Inappropriate ioctl for device|No pinentry|cannot open '\/dev\/tty')/m,
    "gpg asks for a passphrase on a terminal.",
  ],
  [/^termios\.error: \(25, /m, "It reads keys from a terminal."],
  [
    /^.*(Prompts can not be meaningfully rendered in non-TTY environments|ERR_TTY_INIT_FAILED)/m,
    "It asks questions on a terminal.",
  ],
  [
    /^.*\b(can't|cannot|can not|could not|couldn't|failed to|unable to) open ['"‘`]?\/dev\/tty\b/im,
    "It asks on a terminal.",
  ],
  [/^.*\/dev\/tty['"’]?: no such device or address/im, "It asks on a terminal."],
];

/** A program's last words are at the end, UTF-16 units. */
const looksAt = 4_000;

/** For the model and the user: what the command wanted and how it can be had. Null when it ended for another reason. */
export function wantsTerminal({ exitCode, output }: CommandEnding): string | null {
  if (exitCode === 0) return null;
  const end = output.slice(-looksAt).replaceAll("\r", "");
  const found = endings.find(([said]) => said.test(end));
  return found === undefined ? null : `${found[1]} ${whatToDo}`;
}

/** Told wherever a command lacks a terminal. */
export const whatToDo = "rein's commands have none: the user can run it with `!`.";
