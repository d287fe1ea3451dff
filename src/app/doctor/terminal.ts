/** Is the terminal one that rein can draw on, and what of its keys arrives? */
import type { TerminalAnswers } from "../../terminal/terminal-tests.ts";
import { colourDepthOf } from "../../terminal/colour-depth.ts";
import { say } from "../../words/say.ts";
import { type Check, checksOf } from "./check.ts";

export type TerminalFacts = {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly keyboard: "unknown" | "kitty" | "legacy";
  /** What it said when it was asked; null when it was not. */
  readonly answers: TerminalAnswers | null;
};

type Env = Readonly<Record<string, string | undefined>>;

const { ok, warn, bad } = checksOf("terminal");

export function checkTerminal(facts: TerminalFacts, env: Env): readonly Check[] {
  if (!facts.isTerminal)
    return [
      warn(
        "terminal",
        say`This is not a terminal, so nothing about one was looked at.`,
        say`Say rein doctor in a terminal.`,
      ),
    ];
  return [
    checkType(env),
    checkSize(facts),
    ...checkMultiplexer(env),
    checkColours(env),
    ...checkLocale(env),
    ...checkAnswers(facts, env),
  ];
}

function checkType(env: Env): Check {
  const term = env["TERM"] ?? "";
  if (term === "" || term === "dumb")
    return bad(
      "TERM",
      term === ""
        ? say`TERM is not set.`
        : say`TERM=dumb: this terminal says that it cannot move its cursor.`,
      say`Start rein in a terminal of its own; for lines only: rein --accessible.`,
    );
  return ok("TERM", term);
}

/** From this size on the screen's rules hold; columns, rows. */
const least = { columns: 20, rows: 6 } as const;

function checkSize({ columns, rows }: TerminalFacts): Check {
  const size = say`${columns} columns, ${rows} rows`;
  if (columns < least.columns || rows < least.rows)
    return bad(
      "size",
      size,
      say`Make the window at least ${least.columns} columns wide and ${least.rows} rows high.`,
    );
  if (columns < 60 || rows < 16)
    return warn("size", say`${size}: much is cut short`, say`A window of 80 by 24 shows all of it.`);
  return ok("size", size);
}

function checkMultiplexer(env: Env): readonly Check[] {
  if ((env["TMUX"] ?? "") !== "") {
    return [
      warn(
        "tmux",
        say`tmux stands in between: it passes on only what it is told to.`,
        say`In ~/.tmux.conf: set -s extended-keys on; set -s set-clipboard on; set -g focus-events on; set -as terminal-features ',*:RGB:sync:hyperlinks'`,
      ),
    ];
  }
  if ((env["STY"] ?? "") !== "") {
    return [
      warn(
        "screen",
        say`GNU screen stands in between: no clipboard, no links, no further keys.`,
        say`tmux passes on more.`,
      ),
    ];
  }
  return [];
}

function checkColours(env: Env): Check {
  if ((env["NO_COLOR"] ?? "") !== "")
    return ok("colours", say`off, as NO_COLOR says; everything has a sign as well`);
  switch (colourDepthOf(env)) {
    case "none":
      return ok("colours", say`off, as TERM says; everything has a sign as well`);
    case "truecolor":
      return ok("colours", say`16 million`);
    case "256":
      return ok("colours", "256");
    case "16":
      return ok("colours", "16");
  }
}

function checkLocale(env: Env): readonly Check[] {
  const variable = ["LC_ALL", "LC_CTYPE", "LANG"].find((name) => (env[name] ?? "") !== "");
  const value = variable === undefined ? "" : (env[variable] ?? "");
  if (/utf-?8/i.test(value)) return [ok("locale", `${variable}=${value}`)];
  return [
    warn(
      "locale",
      variable === undefined
        ? say`Neither LC_ALL, LC_CTYPE nor LANG is set; rein writes UTF-8 all the same.`
        : say`${variable}=${value} is no UTF-8 locale; rein writes UTF-8 all the same.`,
      say`Say export LANG=C.UTF-8, or your language's own, in your shell's startup file.`,
    ),
  ];
}

function checkAnswers({ keyboard, answers }: TerminalFacts, env: Env): readonly Check[] {
  if (answers === null)
    return [
      ok(
        "further",
        say`keys, widths and clipboard are asked of the terminal itself by /doctor, in a session`,
      ),
    ];
  if (!answers.answered)
    return [
      warn(
        "answers",
        say`The terminal answered no question within its time: what it can is not known.`,
        say`Over a slow line that may pass. Nothing depends on it.`,
      ),
    ];
  return [
    ok("version", answers.version ?? say`it does not tell its name`),
    keyboard === "kitty"
      ? ok("keyboard", say`every key arrives as itself (kitty keyboard protocol)`)
      : warn(
          "keyboard",
          say`Shift+Enter and Ctrl+Enter cannot be told from Enter here.`,
          say`ctrl+j begins a new line, alt+s steers; /keys lists what arrives. kitty, ghostty, WezTerm, foot, Alacritty and iTerm2 send all keys.`,
        ),
    answers.synchronized === true
      ? ok("steady-frames", say`it shows frames whole (synchronized output)`)
      : warn(
          "steady-frames",
          say`It does not say that it shows frames whole, so some may flicker.`,
          say`Newer terminals do, and tmux from 3.4 on.`,
        ),
    clipboardCheck(answers, env),
    widthCheck(answers),
  ];
}

function clipboardCheck({ clipboard }: TerminalAnswers, env: Env): Check {
  if (clipboard) return ok("clipboard", say`programs may write to it (OSC 52)`);
  const isRemote = (env["SSH_CONNECTION"] ?? "") !== "";
  const text = say`The terminal does not say that programs may write to its clipboard (OSC 52); many can and do not say so.`;
  return isRemote
    ? warn(
        "clipboard",
        text,
        say`Over ssh nothing else reaches it: look for OSC 52 in the terminal's settings.`,
      )
    : ok("clipboard", text);
}

function widthCheck({ widths }: TerminalAnswers): Check {
  const unknown = widths.some(({ got }) => got === null);
  if (unknown)
    return warn("widths", say`The terminal did not say how wide it draws; rein counts for itself.`);
  const wrong = widths.filter(({ expected, got }) => got !== expected);
  if (wrong.length === 0)
    return ok("widths", say`Chinese, Korean, accents and emoji are as wide as rein counts them`);
  const words = wrong
    .map(({ name, expected, got }) => say`${name}: ${got ?? ""} instead of ${expected}`)
    .join(say`, `);
  return warn(
    "widths",
    say`Some characters have another width here than rein counts, in cells: ${words}.`,
    say`Lines with them may be off by that much. A newer terminal (or tmux) with current Unicode widths is right.`,
  );
}
