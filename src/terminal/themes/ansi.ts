/** The theme that fits everywhere. */
import type { Theme } from "../theme.ts";

/** Sixteen colours only: the terminal's own palette decides what they look like, on light and on dark grounds. */
export const ansiTheme: Theme = {
  accent: { colour: "cyan" },
  dim: { attributes: ["dim"] },
  success: { colour: "green" },
  danger: { colour: "red" },
  warning: { colour: "yellow" },
  heading: { attributes: ["bold"] },
  link: { colour: "blue", attributes: ["underline"] },
  code: { colour: "cyan" },
  rule: { attributes: ["dim"] },
  spinner: { colour: "cyan" },
  selection: { attributes: ["inverse"] },
  added: { colour: "green" },
  removed: { colour: "red" },
  addedWord: { attributes: ["inverse"] },
  removedWord: { attributes: ["inverse"] },
  keyword: { colour: "magenta" },
  string: { colour: "green" },
  comment: { attributes: ["dim"] },
  number: { colour: "cyan" },
  title: { colour: "blue" },
  type: { colour: "yellow" },
};
