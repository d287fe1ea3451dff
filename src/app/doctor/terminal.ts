/** Is the terminal one that rein can draw on, and what of its keys arrives? */
import type { TerminalAnswers } from "../../terminal/terminal-tests.ts";
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
        "This is not a terminal, so nothing about one was looked at.",
        "Say rein doctor in a terminal.",
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
      term === "" ? "TERM is not set." : "TERM=dumb: this terminal says that it cannot move its cursor.",
      "Start rein in a terminal of its own; for lines only: rein -p.",
    );
  return ok("TERM", term);
}

/** From this size on the screen's rules hold; columns, rows. */
const least = { columns: 20, rows: 6 } as const;

function checkSize({ columns, rows }: TerminalFacts): Check {
  const size = `${columns} columns, ${rows} rows`;
  if (columns < least.columns || rows < least.rows)
    return bad(
      "size",
      size,
      `Make the window at least ${least.columns} columns wide and ${least.rows} rows high.`,
    );
  if (columns < 60 || rows < 16)
    return warn("size", `${size}: much is cut short`, "A window of 80 by 24 shows all of it.");
  return ok("size", size);
}

function checkMultiplexer(env: Env): readonly Check[] {
  if ((env["TMUX"] ?? "") !== "") {
    return [
      warn(
        "tmux",
        "tmux stands in between: it passes on only what it is told to.",
        "In ~/.tmux.conf: set -s extended-keys on; set -s set-clipboard on; set -g focus-events on; set -as terminal-features ',*:RGB:sync:hyperlinks'",
      ),
    ];
  }
  if ((env["STY"] ?? "") !== "") {
    return [
      warn(
        "screen",
        "GNU screen stands in between: no clipboard, no links, no further keys.",
        "tmux passes on more.",
      ),
    ];
  }
  return [];
}

function checkColours(env: Env): Check {
  if ((env["NO_COLOR"] ?? "") !== "")
    return ok("colours", "off, as NO_COLOR says; everything has a sign as well");
  if (/truecolor|24bit/i.test(env["COLORTERM"] ?? "")) return ok("colours", "16 million (COLORTERM says so)");
  if (/-(256color|direct)$/.test(env["TERM"] ?? "")) return ok("colours", "256 (TERM says so)");
  return ok("colours", "16");
}

function checkLocale(env: Env): readonly Check[] {
  const variable = ["LC_ALL", "LC_CTYPE", "LANG"].find((name) => (env[name] ?? "") !== "");
  const value = variable === undefined ? "" : (env[variable] ?? "");
  if (/utf-?8/i.test(value)) return [ok("locale", `${variable}=${value}`)];
  return [
    warn(
      "locale",
      variable === undefined
        ? "Neither LC_ALL, LC_CTYPE nor LANG is set; rein writes UTF-8 all the same."
        : `${variable}=${value} is no UTF-8 locale; rein writes UTF-8 all the same.`,
      "Say export LANG=C.UTF-8, or your language's own, in your shell's startup file.",
    ),
  ];
}

function checkAnswers({ keyboard, answers }: TerminalFacts, env: Env): readonly Check[] {
  if (answers === null)
    return [
      ok("further", "keys, widths and clipboard are asked of the terminal itself by /doctor, in a session"),
    ];
  if (!answers.answered)
    return [
      warn(
        "answers",
        "The terminal answered no question within its time: what it can is not known.",
        "Over a slow line that may pass. Nothing depends on it.",
      ),
    ];
  return [
    ok("version", answers.version ?? "it does not tell its name"),
    keyboard === "kitty"
      ? ok("keyboard", "every key arrives as itself (kitty keyboard protocol)")
      : warn(
          "keyboard",
          "Shift+Enter and Ctrl+Enter cannot be told from Enter here.",
          "ctrl+j begins a new line, alt+s steers; /keys lists what arrives. kitty, ghostty, WezTerm, foot, Alacritty and iTerm2 send all keys.",
        ),
    answers.synchronized === true
      ? ok("steady frames", "it shows frames whole (synchronized output)")
      : warn(
          "steady frames",
          "It does not say that it shows frames whole, so some may flicker.",
          "Newer terminals do, and tmux from 3.4 on.",
        ),
    clipboardCheck(answers, env),
    widthCheck(answers),
  ];
}

function clipboardCheck({ clipboard }: TerminalAnswers, env: Env): Check {
  if (clipboard) return ok("clipboard", "programs may write to it (OSC 52)");
  const isRemote = (env["SSH_CONNECTION"] ?? "") !== "";
  const text =
    "The terminal does not say that programs may write to its clipboard (OSC 52); many can and do not say so.";
  return isRemote
    ? warn("clipboard", text, "Over ssh nothing else reaches it: look for OSC 52 in the terminal's settings.")
    : ok("clipboard", text);
}

function widthCheck({ widths }: TerminalAnswers): Check {
  const unknown = widths.some(({ got }) => got === null);
  if (unknown) return warn("widths", "The terminal did not say how wide it draws; rein counts for itself.");
  const wrong = widths.filter(({ expected, got }) => got !== expected);
  if (wrong.length === 0)
    return ok("widths", "Chinese, Korean, accents and emoji are as wide as rein counts them");
  const words = wrong.map(({ name, expected, got }) => `${name}: ${got} instead of ${expected}`).join(", ");
  return warn(
    "widths",
    `Some characters have another width here than rein counts, in cells: ${words}.`,
    "Lines with them may be off by that much. A newer terminal (or tmux) with current Unicode widths is right.",
  );
}
