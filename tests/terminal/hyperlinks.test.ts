import { expect, test } from "bun:test";
import { takesHyperlinks } from "../../src/terminal/hyperlinks.ts";

test("terminals get links unless they are known to print the sequence as text", () => {
  const xterm = { TERM: "xterm-256color" };
  expect(takesHyperlinks(xterm)).toBe(true);
  expect(takesHyperlinks({ TERM: "xterm-kitty" })).toBe(true);
  for (const TERM of ["dumb", "linux", "screen", "screen.xterm-256color", ""])
    expect(takesHyperlinks({ TERM })).toBe(false);
  expect(takesHyperlinks({})).toBe(false);
  expect(takesHyperlinks({ ...xterm, NO_COLOR: "1" })).toBe(false);
  expect(takesHyperlinks({ ...xterm, VTE_VERSION: "4803" })).toBe(false);
  expect(takesHyperlinks({ ...xterm, VTE_VERSION: "7600" })).toBe(true);
});

test("tmux gets them, also under the name of screen; screen itself does not", () => {
  expect(takesHyperlinks({ TERM: "screen-256color", TMUX: "/tmp/tmux-0/default,1,0" })).toBe(true);
  expect(takesHyperlinks({ TERM: "tmux-256color", TMUX: "/tmp/tmux-0/default,1,0" })).toBe(true);
  expect(takesHyperlinks({ TERM: "xterm", STY: "1.pts-0" })).toBe(false);
});
