/**
 * Which terminal this is, as far as it matters for sequences that others would misread. What it answers to XTVERSION
 * counts more than the environment, which a terminal inherits from the one that it was started in.
 */
import type { Reply } from "./input/event.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export type TerminalName =
  | "conemu"
  | "foot"
  | "ghostty"
  | "iterm2"
  | "kitty"
  | "rxvt"
  | "vte"
  | "wezterm"
  | "windows-terminal"
  /** tmux, GNU screen, Zellij: what stands around it is not known, and gets nothing that it does not know itself. */
  | "multiplexer"
  | "unknown";

export type TerminalKind = {
  readonly name: TerminalName;
  /** As the terminal writes it; empty when it does not tell. */
  readonly version: string;
};

const names: Readonly<Record<string, TerminalName>> = {
  foot: "foot",
  ghostty: "ghostty",
  iterm2: "iterm2",
  "iterm.app": "iterm2",
  kitty: "kitty",
  "rxvt-unicode": "rxvt",
  vte: "vte",
  wezterm: "wezterm",
  tmux: "multiplexer",
  screen: "multiplexer",
  zellij: "multiplexer",
};

function kind(name: TerminalName, version = ""): TerminalKind {
  return { name, version };
}

/** What the environment says. */
export function kindFromEnvironment(env: Environment): TerminalKind {
  const term = env["TERM"] ?? "";
  if (isSet(env["TMUX"]) || isSet(env["STY"]) || isSet(env["ZELLIJ"]) || /^(?:tmux|screen)/.test(term))
    return kind("multiplexer");
  // In the order in which they are set: a terminal's own name for TERM is its own, a variable may be inherited.
  if (term.startsWith("xterm-kitty")) return kind("kitty");
  if (/^(?:xterm-)?ghostty/.test(term)) return kind("ghostty", versionFor("ghostty", env));
  if (term.startsWith("foot")) return kind("foot");
  if (term.startsWith("rxvt-unicode")) return kind("rxvt");
  const program = names[(env["TERM_PROGRAM"] ?? "").toLowerCase()];
  if (program !== undefined) return kind(program, env["TERM_PROGRAM_VERSION"] ?? "");
  if (env["ConEmuANSI"] === "ON") return kind("conemu");
  if (isSet(env["WT_SESSION"])) return kind("windows-terminal");
  if (isSet(env["VTE_VERSION"])) return kind("vte", env["VTE_VERSION"]);
  return kind("unknown");
}

/**
 * What the answer to XTVERSION says, as in `kitty(0.38.1)` or `WezTerm 20250209-182623-44866cc1`; undefined for any other
 * answer. A name that is not known here is a terminal all the same, and not the one that the environment speaks of.
 */
export function kindFromReply(reply: Reply): TerminalKind | undefined {
  if (reply.kind !== "version") return undefined;
  const [, name = "", version = ""] = /^([^\s(]+)[\s(]*([^\s)]*)/.exec(reply.text) ?? [];
  if (name === "") return undefined;
  return { name: names[name.toLowerCase()] ?? "unknown", version };
}

function versionFor(program: string, env: Environment): string {
  return (env["TERM_PROGRAM"] ?? "").toLowerCase() === program ? (env["TERM_PROGRAM_VERSION"] ?? "") : "";
}

/**
 * Whether it shows progress (OSC 9;4). Where OSC 9 is a notification and nothing else, every such sequence would pop up as
 * one: in older versions of some, and in kitty for good.
 *
 * - iTerm2 3.6.6: https://iterm2.com/downloads.html
 * - Ghostty 1.2.0: https://ghostty.org/docs/install/release-notes/1-2-0; from 1.0 on it knows that it is none
 * - WezTerm 20250209: https://github.com/wezterm/wezterm/issues/6581; before, it ignores it
 * - Windows Terminal 1.6, ConEmu: https://conemu.github.io/en/AnsiEscapeCodes.html#ConEmu_specific_OSC
 */
export function takesProgress({ name, version }: TerminalKind): boolean {
  switch (name) {
    case "conemu":
    case "windows-terminal":
    case "ghostty":
    case "wezterm":
      return true;
    case "iterm2":
      return isAtLeast(version, [3, 6, 6]);
    default:
      return false;
  }
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const numbers = version.split(".").map((part) => Number.parseInt(part, 10));
  for (const [at, wanted] of least.entries()) {
    const number = numbers[at] ?? 0;
    if (number !== wanted) return number > wanted;
  }
  return true;
}

/**
 * How it wants to be told of a notification; `bell` where only a sound gets through.
 *
 * - OSC 99: https://sw.kovidgoyal.net/kitty/desktop-notifications/
 * - OSC 777: of rxvt-unicode; foot, Ghostty, WezTerm and the VTE of some distributions have it, too
 * - OSC 9: of iTerm2; whoever does not know it ignores it
 */
export function notificationWay({ name }: TerminalKind): "osc9" | "osc99" | "osc777" | "bell" {
  switch (name) {
    case "kitty":
      return "osc99";
    case "foot":
    case "ghostty":
    case "rxvt":
    case "vte":
    case "wezterm":
      return "osc777";
    case "multiplexer":
      return "bell";
    default:
      return "osc9";
  }
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
