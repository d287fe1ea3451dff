/** Which terminal this is, and what it may be sent. */
import { describe, expect, test } from "bun:test";
import {
  kindFromEnvironment,
  kindFromReply,
  notificationWay,
  takesProgress,
} from "../../src/terminal/terminal-kind.ts";

const told = (text: string) => kindFromReply({ kind: "version", text });

describe("progress", () => {
  const takes = (env: Record<string, string>) => takesProgress(kindFromEnvironment(env));

  test("goes to terminals that are known to show it", () => {
    expect(takes({ WT_SESSION: "x", TERM: "xterm-256color" })).toBe(true);
    expect(takes({ ConEmuANSI: "ON" })).toBe(true);
    expect(takes({ TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.2.0", TERM: "xterm-ghostty" })).toBe(
      true,
    );
    expect(takes({ TERM_PROGRAM: "WezTerm" })).toBe(true);
    expect(takes({ TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.6.6" })).toBe(true);
    expect(takes({ TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.10" })).toBe(true);
  });

  test("goes to none that would make a notification of it, nor to one that is not known", () => {
    expect(takes({ TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.6.5" })).toBe(false);
    expect(takes({ TERM_PROGRAM: "iTerm.app" })).toBe(false);
    expect(takes({ TERM: "xterm-kitty" })).toBe(false);
    expect(takes({ TERM: "xterm-256color", VTE_VERSION: "7600" })).toBe(false);
    expect(takes({ TERM: "xterm-256color" })).toBe(false);
    expect(takes({})).toBe(false);
  });

  test("goes to none behind tmux, screen or Zellij, whatever stands around it", () => {
    for (const inside of [{ TMUX: "/tmp/x,1,0" }, { STY: "1.x" }, { ZELLIJ: "0" }, { TERM: "tmux-256color" }])
      expect(takes({ WT_SESSION: "x", TERM_PROGRAM: "ghostty", ...inside })).toBe(false);
  });
});

test("what a terminal says of itself is read in each of its forms", () => {
  expect(told("kitty(0.38.1)")).toEqual({ name: "kitty", version: "0.38.1" });
  expect(told("WezTerm 20250209-182623-44866cc1")).toEqual({
    name: "wezterm",
    version: "20250209-182623-44866cc1",
  });
  expect(told("ghostty 1.2.3")).toEqual({ name: "ghostty", version: "1.2.3" });
  expect(told("iTerm2 3.6.9")).toEqual({ name: "iterm2", version: "3.6.9" });
  expect(told("tmux 3.4")?.name).toBe("multiplexer");
  expect(told("XTerm(390)")?.name).toBe("unknown");
  expect(told("")).toBeUndefined();
  expect(kindFromReply({ kind: "color-scheme", scheme: "dark" })).toBeUndefined();
});

test("a notification has the form that the terminal knows", () => {
  const way = (env: Record<string, string>) => notificationWay(kindFromEnvironment(env));
  expect(way({ TERM: "xterm-kitty" })).toBe("osc99");
  expect(way({ TERM: "foot" })).toBe("osc777");
  expect(way({ TERM: "rxvt-unicode-256color" })).toBe("osc777");
  expect(way({ TERM_PROGRAM: "iTerm.app" })).toBe("osc9");
  expect(way({ TERM: "xterm-256color" })).toBe("osc9");
  expect(way({ TERM: "screen-256color", TERM_PROGRAM: "iTerm.app" })).toBe("bell");
});
