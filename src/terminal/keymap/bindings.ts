/** The commands and the keys that they have when nobody has moved them. */
import type { EditCommand } from "../text-buffer/commands.ts";
import { say } from "../../words/say.ts";
import { contextCommands, contextKeys } from "./context-keys.ts";
import { replayCommands, replayKeys } from "./replay-keys.ts";
import { treeCommands, treeKeys } from "./tree-keys.ts";

/** The place that has the keyboard. */
export type Context =
  | "global"
  | "composer"
  | "completion"
  | "history-search"
  | "list"
  | "jobs"
  | "queue"
  | "sessions"
  | "dialog"
  | "hunks"
  | "tree"
  | "context"
  | "replay"
  | "transcript";

const ownCommands = {
  // Everywhere.
  interrupt: say`stop what runs; clear the text; once more on an empty line: exit`,
  dismiss: say`close what is on top; stop what runs`,
  suspend: say`suspend; fg comes back`,
  "cycle-mode": say`next permission mode`,
  "open-transcript": say`open or close the transcript`,
  "toggle-todos": say`show or hide the todo list`,
  "show-raw": say`the last answer as the model wrote it`,
  redraw: say`paint the screen anew`,
  // Composer.
  send: say`send; while busy: after this turn`,
  steer: say`send while busy: before the next request`,
  newline: say`new line`,
  "delete-forward-or-exit": say`delete the next character; twice on an empty line: exit`,
  "history-previous": say`line up, then older messages`,
  "history-next": say`line down, then newer messages and the draft`,
  "search-history": say`search in older messages`,
  "take-back-queued": say`take the last queued message back`,
  "open-queue": say`the messages that wait: change, order and remove them`,
  "stash-draft": say`set the text aside; on an empty line: bring back what was set aside`,
  "open-editor": say`edit the text in $EDITOR`,
  "paste-image": say`paste from the clipboard: an image, else its text`,
  "open-chip": say`show the pasted text in place`,
  rewind: say`go back to before a message; esc twice: on an empty line, when idle`,
  complete: say`complete`,
  // Lists of any kind: completions, choices, search.
  "select-previous": say`one up`,
  "select-next": say`one down`,
  accept: say`take what is selected`,
  "search-older": say`next older match`,
  "search-newer": say`next newer match`,
  "search-elsewhere": say`search in all folders, or only in this project`,
  "clear-filter": say`empty the filter`,
  "kill-job": say`kill the job`,
  "remove-queued": say`take the message away; it is set aside`,
  "steer-queued": say`send it before the next request`,
  "queue-steered": say`send it after the turn`,
  "move-earlier": say`one place up in the order`,
  "move-later": say`one place down in the order`,
  "all-folders": say`this folder's sessions, those of all folders, or of other programs`,
  "remove-session": say`move the session to the trash; asks first`,
  "rename-session": say`give the session a name`,
  "search-sessions": say`search all that was said and printed for what is typed; re: in front for a regular expression`,
  // Dialogs.
  "choose-1": say`first choice`,
  "choose-2": say`second choice`,
  "choose-3": say`third choice`,
  "view-call": say`see the whole call`,
  "show-reasons": say`see all the reasons why it asks`,
  "toggle-layout": say`show a change side by side, or one below the other`,
  "next-question": say`next question`,
  "previous-question": say`question before`,
  "answer-all": say`yes, once, to all questions that were shown; else show the next`,
  "edit-call": say`change the call before it runs`,
  "choose-hunks": say`decide hunk by hunk`,
  // Hunk by hunk.
  "take-hunk": say`take the hunk`,
  "leave-hunk": say`leave the hunk out`,
  "leave-hunk-with-words": say`leave the hunk out, and say why`,
  "edit-hunk": say`change what the hunk puts there`,
  "take-other-hunks": say`take all hunks that are not decided`,
  // Transcript.
  "scroll-up": say`up`,
  "scroll-down": say`down`,
  "page-up": say`one page up`,
  "page-down": say`one page down`,
  "go-top": say`to the start`,
  "go-bottom": say`to the end`,
  "next-panel": say`next panel`,
  "previous-panel": say`panel before`,
  "toggle-panel": say`open or close the panel`,
  "toggle-all-panels": say`open or close all panels`,
  "previous-prompt": say`message before`,
  "next-prompt": say`next message`,
  search: say`search`,
  "next-match": say`next match`,
  "previous-match": say`match before`,
  "toggle-raw": say`this item as it was written, or drawn again`,
  "toggle-all-raw": say`all items as they were written, or drawn again`,
  "toggle-details": say`show or hide times, models and costs`,
  "show-keys": say`show more keys, where not all fit`,
  copy: say`copy this item`,
  "open-pager": say`open this item in the pager`,
  close: say`back`,
  ...contextCommands,
  ...replayCommands,
  ...treeCommands,
} as const;

const editDescriptions: Readonly<Record<EditCommand, string>> = {
  "move-left": say`one character left`,
  "move-right": say`one character right`,
  "move-word-left": say`one word left`,
  "move-word-right": say`one word right`,
  "move-line-start": say`to the start of the line`,
  "move-line-end": say`to the end of the line`,
  "move-text-start": say`to the start of the text`,
  "move-text-end": say`to the end of the text`,
  "move-up": say`one row up`,
  "move-down": say`one row down`,
  "delete-backward": say`delete the character before`,
  "delete-forward": say`delete the next character`,
  "kill-word-backward": say`cut the word before`,
  "kill-word-forward": say`cut the next word`,
  "kill-shell-word-backward": say`cut back to the last space`,
  "kill-to-line-start": say`cut to the start of the line`,
  "kill-to-line-end": say`cut to the end of the line`,
  yank: say`put back what was cut`,
  "yank-pop": say`put back an older cut instead`,
  undo: say`undo`,
  redo: say`redo`,
  "extend-left": say`select the character before`,
  "extend-right": say`select the next character`,
  "extend-word-left": say`select the word before`,
  "extend-word-right": say`select the next word`,
  "extend-line-start": say`select to the start of the line`,
  "extend-line-end": say`select to the end of the line`,
  "extend-text-start": say`select to the start of the text`,
  "extend-text-end": say`select to the end of the text`,
  "extend-up": say`select one row up`,
  "extend-down": say`select one row down`,
};

export type Command = keyof typeof ownCommands | EditCommand;

export const commandDescriptions: Readonly<Record<Command, string>> = { ...ownCommands, ...editDescriptions };

/** Esc pressed twice: the one key that is two. */
export const escapeTwice = "escape escape";

export type Binding = {
  readonly context: Context;
  readonly command: Command;
  /** In the form of `keyId`: `ctrl+alt+shift+super+name`. */
  readonly keys: readonly string[];
};

function bind(context: Context, table: Partial<Record<Command, string>>): Binding[] {
  return commandsOf(table).map((command) => ({ context, command, keys: table[command]?.split(" ") ?? [] }));
}

function commandsOf(table: Partial<Record<Command, string>>): Command[] {
  return Object.keys(table).filter((name): name is Command => Object.hasOwn(commandDescriptions, name));
}

/**
 * With the kitty protocol Ctrl+M, Ctrl+I, Ctrl+H and Ctrl+[ are keys of their own; they do what they have always done.
 * Ctrl+_ arrives in three shapes, since many keyboards have it on Ctrl+/ or Ctrl+-.
 */
export const defaultBindings: readonly Binding[] = [
  ...bind("composer", {
    send: "enter ctrl+m",
    steer: "ctrl+enter alt+s",
    newline: "shift+enter ctrl+j alt+enter",
    complete: "tab ctrl+i",
    "history-previous": "up ctrl+p",
    "history-next": "down ctrl+n",
    "search-history": "ctrl+r",
    "take-back-queued": "alt+up",
    "open-queue": "alt+q",
    "stash-draft": "ctrl+s",
    "open-editor": "ctrl+g",
    "paste-image": "ctrl+v",
    "open-chip": "alt+o",
    "move-left": "left ctrl+b",
    "move-right": "right ctrl+f",
    "move-word-left": "alt+b ctrl+left alt+left",
    "move-word-right": "alt+f ctrl+right alt+right",
    "move-line-start": "ctrl+a home super+left",
    "move-line-end": "ctrl+e end super+right",
    "move-text-start": "ctrl+home alt+< super+up",
    "move-text-end": "ctrl+end alt+> super+down",
    "delete-backward": "backspace ctrl+h shift+backspace",
    "delete-forward": "delete",
    "delete-forward-or-exit": "ctrl+d",
    "kill-word-backward": "alt+backspace ctrl+backspace",
    "kill-word-forward": "alt+d ctrl+delete alt+delete",
    "kill-shell-word-backward": "ctrl+w",
    "kill-to-line-start": "ctrl+u super+backspace",
    "kill-to-line-end": "ctrl+k",
    yank: "ctrl+y",
    "yank-pop": "alt+y",
    undo: "ctrl+_ ctrl+/ ctrl+- ctrl+shift+- super+z",
    redo: "alt+z ctrl+shift+z super+shift+z",
    "extend-left": "shift+left",
    "extend-right": "shift+right",
    "extend-word-left": "ctrl+shift+left alt+shift+left",
    "extend-word-right": "ctrl+shift+right alt+shift+right",
    "extend-line-start": "shift+home",
    "extend-line-end": "shift+end",
    "extend-text-start": "ctrl+shift+home",
    "extend-text-end": "ctrl+shift+end",
    "extend-up": "shift+up",
    "extend-down": "shift+down",
  }),
  { context: "composer", command: "rewind", keys: [escapeTwice] },
  ...bind("completion", {
    "select-previous": "up ctrl+p",
    "select-next": "down ctrl+n",
    accept: "enter ctrl+m",
    complete: "tab ctrl+i",
  }),
  ...bind("history-search", {
    "search-older": "ctrl+r up",
    "search-newer": "ctrl+s down",
    "search-elsewhere": "tab ctrl+i",
    "clear-filter": "ctrl+u",
    accept: "enter ctrl+m",
    dismiss: "ctrl+g",
  }),
  ...bind("list", {
    "select-previous": "up ctrl+p",
    "select-next": "down ctrl+n",
    accept: "enter ctrl+m",
    "page-up": "pageup",
    "page-down": "pagedown",
    "delete-backward": "backspace ctrl+h",
    "clear-filter": "ctrl+u",
    close: "ctrl+d",
  }),
  ...bind("jobs", { "kill-job": "k", close: "q" }),
  ...bind("queue", {
    "remove-queued": "d delete",
    "steer-queued": "s",
    "queue-steered": "a",
    "move-earlier": "shift+up shift+k",
    "move-later": "shift+down shift+j",
    close: "q alt+q",
  }),
  ...bind("sessions", {
    "all-folders": "tab ctrl+i",
    "remove-session": "delete ctrl+x",
    "rename-session": "ctrl+r f2",
    "search-sessions": "ctrl+f",
  }),
  ...bind("dialog", {
    "choose-1": "1",
    "choose-2": "2",
    "choose-3": "3",
    "select-previous": "up ctrl+p",
    "select-next": "down ctrl+n",
    accept: "enter ctrl+m",
    "view-call": "v",
    "show-reasons": "w",
    "toggle-layout": "d",
    "next-question": "tab ctrl+i",
    "previous-question": "shift+tab",
    "answer-all": "a",
    "scroll-up": "k shift+up",
    "scroll-down": "j shift+down",
    "edit-call": "e",
    "choose-hunks": "h",
    "page-up": "pageup",
    "page-down": "pagedown",
  }),
  ...bind("hunks", {
    "select-previous": "k up ctrl+p",
    "select-next": "j down ctrl+n",
    "take-hunk": "y 1",
    "leave-hunk": "n",
    "leave-hunk-with-words": "3 shift+n",
    "edit-hunk": "e",
    "take-other-hunks": "a",
    accept: "enter ctrl+m",
    "page-up": "pageup",
    "page-down": "pagedown",
  }),
  ...bind("tree", treeKeys),
  ...bind("context", contextKeys),
  ...bind("replay", replayKeys),
  ...bind("transcript", {
    "scroll-up": "up k ctrl+p",
    "scroll-down": "down j ctrl+n",
    "page-up": "pageup b ctrl+b",
    "page-down": "pagedown space ctrl+f",
    "go-top": "g home",
    "go-bottom": "shift+g end",
    "next-panel": "tab ctrl+i",
    "previous-panel": "shift+tab",
    "toggle-panel": "enter ctrl+m",
    "toggle-all-panels": "ctrl+e",
    "previous-prompt": "{",
    "next-prompt": "}",
    search: "/",
    "next-match": "n",
    "previous-match": "shift+n",
    "toggle-raw": "r",
    "toggle-all-raw": "shift+r",
    "toggle-details": "t",
    "show-keys": "?",
    copy: "c",
    "open-pager": "v",
    close: "q",
  }),
  ...bind("global", {
    interrupt: "ctrl+c",
    dismiss: "escape ctrl+[",
    suspend: "ctrl+z",
    "cycle-mode": "shift+tab",
    "open-transcript": "ctrl+o",
    "show-raw": "alt+m",
    "toggle-todos": "ctrl+t",
    redraw: "ctrl+l",
    "page-up": "pageup",
    "page-down": "pagedown",
  }),
];
