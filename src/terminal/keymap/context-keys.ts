/** The keys of the view of what fills the model's window. */
import { say } from "../../words/say.ts";

export const contextCommands = {
  "open-part": say`read the part; of a summary: what it stands for`,
  "fold-part": say`fold what a summary stands for`,
  "exclude-part": say`leave the part out, or put it back`,
  "exclude-turn": say`leave the whole turn out, or put it back`,
  "pin-part": say`keep the part through every summary, or no longer`,
  "shorten-part": say`its beginning and its end only; again: less`,
  "summarise-part": say`have the model summarise the part`,
  "apply-edits": say`apply what is marked; shows first what it costs`,
  "undo-edits": say`take back what is marked`,
  "sort-parts": say`by size, or in their order`,
} as const;

export const contextKeys = {
  "select-previous": "up k ctrl+p",
  "select-next": "down j ctrl+n",
  "page-up": "pageup b ctrl+b",
  "page-down": "pagedown space ctrl+f",
  "go-top": "g home",
  "go-bottom": "shift+g end",
  "open-part": "enter ctrl+m right",
  "fold-part": "left",
  "exclude-part": "x",
  "exclude-turn": "shift+x",
  "pin-part": "p",
  "shorten-part": "s",
  "summarise-part": "m",
  "apply-edits": "a",
  "undo-edits": "u",
  "sort-parts": "o",
  search: "/",
  "show-keys": "?",
  close: "q ctrl+d",
} as const;
