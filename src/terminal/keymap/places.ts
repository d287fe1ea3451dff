/** The places of the key table, in the words of people. */
import type { Context } from "./bindings.ts";
import { say } from "../../words/say.ts";

/** In the order in which they are listed. */
export const placeTitles: Readonly<Record<Context, string>> = {
  composer: say`Writing`,
  completion: say`Completions`,
  "history-search": say`Search in older messages`,
  global: say`Everywhere`,
  dialog: say`Questions`,
  hunks: say`Questions, hunk by hunk`,
  queue: say`Messages that wait`,
  list: say`Lists`,
  sessions: say`Saved sessions`,
  jobs: say`Background jobs`,
  tree: say`The tree of the session`,
  context: say`What fills the model's window`,
  replay: say`A session that is shown again, or watched`,
  transcript: say`Transcript and other long texts`,
};

/** The places in that order. */
export const places = Object.keys(placeTitles).filter((name): name is Context =>
  Object.hasOwn(placeTitles, name),
);
