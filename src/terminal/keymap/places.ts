/** The places of the key table, in the words of people. */
import type { Context } from "./bindings.ts";

/** In the order in which they are listed. */
export const placeTitles: Readonly<Record<Context, string>> = {
  composer: "Writing",
  completion: "Completions",
  "history-search": "Search in older messages",
  global: "Everywhere",
  dialog: "Questions",
  hunks: "Questions, hunk by hunk",
  queue: "Messages that wait",
  list: "Lists",
  jobs: "Background jobs",
  transcript: "Transcript and other long texts",
};

/** The places in that order. */
export const places = Object.keys(placeTitles).filter((name): name is Context =>
  Object.hasOwn(placeTitles, name),
);
