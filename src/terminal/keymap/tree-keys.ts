/** The keys of the session's tree. */
import { say } from "../../words/say.ts";

export const treeCommands = {
  "edit-message": say`go before the message, and write it anew`,
  "label-place": say`give the place a name`,
  "toggle-branch": say`fold the branch, or unfold it`,
  "fold-branch": say`fold the branch`,
  "unfold-branch": say`unfold the branch`,
  "toggle-calls": say`show calls, too, or only messages`,
  "fork-here": say`go on from there in a copy of the session`,
  "go-here": say`to where the conversation is`,
} as const;

export const treeKeys = {
  "select-previous": "up k ctrl+p",
  "select-next": "down j ctrl+n",
  "page-up": "pageup b ctrl+b",
  "page-down": "pagedown ctrl+f",
  "go-top": "g home",
  "go-bottom": "shift+g end",
  accept: "enter ctrl+m",
  "edit-message": "e",
  "label-place": "l",
  "toggle-branch": "space",
  "fold-branch": "left",
  "unfold-branch": "right",
  search: "/",
  "toggle-calls": "u",
  "fork-here": "f",
  "go-here": ".",
  "show-keys": "?",
  close: "q ctrl+d",
} as const;
