/**
 * What a shell text says, as far as it can be told before it runs. The grammar is bash's, read by `unbash`; nothing else
 * in rein knows that parser. Whatever is not understood makes a doubt, and who asked must then assume the worst.
 */

/** One word after quote removal. */
export type Word = {
  readonly text: string;
  /** It has an unquoted pattern: the shell may put other words in its place. */
  readonly glob: boolean;
  /** It has an unquoted `~` where the shell puts a home folder. */
  readonly tilde: boolean;
  /** How much of `text` stands before its first quote, UTF-16 units: a quoted `X=1` sets nothing. */
  readonly bare: number;
  /** A part of it is known only when it runs; `text` then has that part as it is written. */
  readonly unknown: boolean;
  /** Whatever it becomes, it is one word, or none of its words can surprise a program that only shows them. */
  readonly shows: readonly string[];
  /** `<( )`: the output of another command, under a name that the shell chooses. */
  readonly stream: boolean;
};

export type Redirection = {
  readonly kind: "read" | "write";
  readonly target: Word;
};

/** A stretch of the text that was read: UTF-16 units, `to` is behind it. */
export type Span = { readonly from: number; readonly to: number };

/** Why a stretch of the text is not understood or is always asked. */
export type Doubt = Span & { readonly because: string };

export type SimpleCommand = {
  /** Where it stands; for one that is inside a word of its own text, where that command stands. */
  readonly span: Span;
  /** `NAME=value` before the command, or alone. */
  readonly assignments: readonly string[];
  /** The command's name and arguments; never empty. A part without a command is `:`. */
  readonly words: readonly [Word, ...Word[]];
  /** Its input is the output of another command, or a text of the script. */
  readonly piped: boolean;
  readonly redirections: readonly Redirection[];
  /** The text that it gets as its input, where that stands in the script. */
  readonly input: string | null;
};

/** What is met on the way through a script. `sure`: what follows in its list runs only when it has succeeded. */
export type Step =
  | {
      readonly type: "command";
      readonly command: SimpleCommand;
      readonly sure: boolean;
      readonly loops: boolean;
    }
  | { readonly type: "open" | "close"; readonly kind: "list" | "apart" };

export type Reading = {
  /** Every part is of a known kind. */
  readonly understood: boolean;
  /** Every command in it was found, whether or not it is understood. */
  readonly whole: boolean;
  /** Why it is not understood, or "". */
  readonly because: string;
  /** A form that hides what runs, which nobody may allow beforehand; null when there is none. */
  readonly grave: string | null;
  /** Everything that is not understood or hides what runs, in the order in which it was met. */
  readonly doubts: readonly Doubt[];
  /** Every simple command that could be found, those inside substitutions too. */
  readonly commands: readonly SimpleCommand[];
  readonly steps: readonly Step[];
};

/** A reading of nothing but a reason, with the stretch of the text that gives it. */
export function unclear(because: string, span: Span, grave: string | null = null): Reading {
  const doubts = [{ ...span, because }];
  return { understood: false, whole: false, because, grave, doubts, commands: [], steps: [] };
}

/** A word without anything in it that the shell would change. */
export function plainWord(text: string): Word {
  return { text, glob: false, tilde: false, bare: Infinity, unknown: false, shows: [], stream: false };
}

/** The text without the blanks and line ends around it, as the shell has it: `trim` would also take characters of words. */
export function withoutOuterBlanks(command: string): string {
  return command.replace(/^[ \t\n]+|[ \t\n]+$/g, "");
}
