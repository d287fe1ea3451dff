/** The commands of a replay, and the keys that they have when nobody has moved them. */
import { say } from "../../words/say.ts";

export const replayCommands = {
  "toggle-pause": say`pause, or go on`,
  "next-entry": say`show the next step, and pause`,
  "next-turn": say`to the next message`,
  "previous-turn": say`to the message before`,
  faster: say`faster`,
  slower: say`slower`,
} as const;

export const replayKeys = {
  "toggle-pause": "space",
  "next-entry": "right n",
  "next-turn": "}",
  "previous-turn": "{",
  faster: "+ =",
  slower: "- _",
  "go-top": "g home",
  "go-bottom": "shift+g end",
  "fork-here": "f",
  close: "q ctrl+d",
} as const;
