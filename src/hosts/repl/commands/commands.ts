/** The slash commands. One definition each: parsing, completion and /help are made from this table. */

import { nearestWord } from "../../../terminal/nearest-word.ts";
import { say } from "../../../words/say.ts";

/** What a command can do to the screen and the session. */
export type CommandHost = {
  /** Lists the commands and the keys, or tells all about the one named. */
  help(name: string): void;
  /** Starts a fresh session; the old one stays saved. */
  clear(): void;
  /** Lets the user pick a model, or switches to the one named. */
  model(name: string): void;
  /** Tells how much the model thinks, or changes it. */
  effort(level: string): void;
  /** Goes on with a session by id, or lets the user pick one. */
  resume(id: string): void;
  sessions(): void;
  /** Gives the session a name, takes it away, or puts the present title into the composer to change it. */
  rename(words: string): void;
  /** Shows the branches of the session, or goes to the turn with this number or label. */
  tree(place: string): void;
  /** Goes on in a copy of the session; `back`: one that ends before the message so many back, which is there to edit. */
  fork(back: string): void;
  /** Goes back to before a message, as many back as said or one that the user picks; "undo" takes that back. */
  rewind(argument: string): void;
  /** Says what the session has used and cost. */
  usage(): void;
  /** Shows what a session may cost, or sets it: US dollars, or "off". */
  budget(argument: string): void;
  /** Puts a summary in the place of what the model has read so far; `focus` says what to pay attention to. */
  compact(focus: string): void;
  /** Shows what fills the model's window, or changes parts of it by their numbers. */
  context(argument: string): void;
  /** Asks again what a turn that failed had asked. */
  retry(): void;
  /** Does so by itself at the time that the server named. */
  wait(): void;
  /** Lists the session's background commands. */
  jobs(): void;
  /** Sends the model's running command to the background. */
  background(): void;
  /** Says what confines commands, what was denied lately and what has appeared. */
  sandbox(): void;
  /** Lets the user pick a theme, or wears the one named. */
  theme(name: string): void;
  /** Switches vim mode on or off. */
  vim(): void;
  /** Lists the secrets that are hidden, adds one, or shows one. */
  secrets(argument: string): void;
  /** Copies the last answer, the Nth last, or code of it. */
  copy(argument: string): void;
  /** Writes what is shown to a file: as Markdown, as a page or as JSON. */
  export(argument: string): void;
  /** Lists all keys. */
  keys(): void;
  /** Looks at everything that rein stands on; `online`: at servers, too; `keys`: shows what arrives. */
  doctor(argument: string): void;
  exit(): void;
};

export type Command = {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** How its argument is named, when it takes one. */
  readonly argument?: string;
  /** The words that its argument may begin with. */
  readonly words?: readonly { readonly word: string; readonly argument?: string; readonly help: string }[];
  readonly help: string;
  /** May it run while a turn does? */
  readonly whileBusy: boolean;
  readonly run: (host: CommandHost, argument: string) => void;
};

export const commands: readonly Command[] = [
  {
    name: "help",
    // With an argument in the table Enter would wait for one; most people want the whole list.
    help: say`the commands and the keys; with a command behind it, all about that one`,
    whileBusy: true,
    run: (host, name) => host.help(name),
  },
  {
    name: "clear",
    aliases: ["new"],
    help: say`start a fresh session; this one stays saved`,
    whileBusy: false,
    run: (host) => host.clear(),
  },
  {
    name: "model",
    argument: say`[provider/model]`,
    help: say`talk to another model: choose one, or name it`,
    whileBusy: false,
    run: (host, name) => host.model(name),
  },
  {
    name: "effort",
    argument: say`[level]`,
    help: say`how much the model thinks before it answers`,
    whileBusy: false,
    run: (host, level) => host.effort(level),
  },
  {
    name: "resume",
    argument: "[id]",
    help: say`go on with another session`,
    whileBusy: false,
    run: (host, id) => host.resume(id),
  },
  {
    name: "fork",
    argument: say`[messages back]`,
    help: say`go on in a copy of this session; with a number, one that ends before your message so many back`,
    whileBusy: false,
    run: (host, back) => host.fork(back),
  },
  {
    name: "rewind",
    // With an argument in the table Enter would wait for one; most people want to see the list.
    words: [{ word: "undo", help: say`undo the last rewind` }],
    help: say`go back to before one of your messages: the conversation, the files, or both; with a number, so many messages back`,
    whileBusy: false,
    run: (host, argument) => host.rewind(argument),
  },
  {
    name: "sessions",
    help: say`this folder's sessions`,
    whileBusy: true,
    run: (host) => host.sessions(),
  },
  {
    name: "rename",
    // With an argument in the table Enter would wait for one; without, the title comes to be changed.
    help: say`give this session a name: /rename fix the login; without words, change the one it has; “-” for the one by rule`,
    whileBusy: true,
    run: (host, words) => host.rename(words),
  },
  {
    name: "tree",
    // With an argument in the table Enter would wait for one; most people want to see it.
    words: [{ word: "label", argument: say`N NAME`, help: say`give a turn a name, to go to it by` }],
    help: say`the branches of this session: go to another, name places, fold; with a number, go on behind that turn`,
    whileBusy: false,
    run: (host, place) => host.tree(place),
  },
  {
    name: "compact",
    argument: say`[focus]`,
    help: say`summarise the conversation so far for the model; the log keeps it all`,
    whileBusy: false,
    run: (host, focus) => host.compact(focus),
  },
  {
    name: "context",
    // With an argument in the table Enter would wait for one; most people want to see it.
    words: [
      { word: "exclude", argument: say`N…`, help: say`leave these parts out of the requests from here on` },
      { word: "restore", argument: say`N…`, help: say`have these parts again as they were said` },
      { word: "pin", argument: say`N…`, help: say`keep these parts through every summary` },
      { word: "shorten", argument: say`N… [to TOKENS]`, help: say`their beginning and their end only` },
      { word: "summarise", argument: say`N…`, help: say`have the model write them in fewer words` },
    ],
    help: say`what fills the model's window, part by part: leave out, pin, shorten, put back`,
    whileBusy: true,
    run: (host, argument) => host.context(argument),
  },
  {
    name: "retry",
    help: say`ask again what the last turn failed at`,
    whileBusy: false,
    run: (host) => host.retry(),
  },
  {
    name: "wait",
    help: say`do so by itself at the time that the server named; esc stops waiting`,
    whileBusy: false,
    run: (host) => host.wait(),
  },
  {
    name: "usage",
    aliases: ["cost"],
    help: say`the tokens that this session has used, by model, and what they cost`,
    whileBusy: true,
    run: (host) => host.usage(),
  },
  {
    name: "budget",
    argument: say`[dollars|off]`,
    help: say`show what this session may cost at most, or set it`,
    whileBusy: true,
    run: (host, argument) => host.budget(argument),
  },
  {
    name: "jobs",
    help: say`the commands that run in the background: see their output, kill them`,
    whileBusy: true,
    run: (host) => host.jobs(),
  },
  {
    name: "background",
    aliases: ["bg"],
    help: say`let the running command go on in the background, and the turn with it`,
    whileBusy: true,
    run: (host) => host.background(),
  },
  {
    name: "sandbox",
    help: say`what confines the model's commands, what was denied lately, what is new in the project`,
    whileBusy: true,
    run: (host) => host.sandbox(),
  },
  {
    name: "secrets",
    argument: say`[add NAME|allow NAME]`,
    words: [
      { word: "add", argument: say`NAME`, help: say`hide a secret of yours: rein asks for it, unseen` },
      { word: "allow", argument: say`[NAME]`, help: say`show one to the model from now on` },
    ],
    help: say`the secrets that the model does not see: list, add, allow`,
    whileBusy: true,
    run: (host, argument) => host.secrets(argument),
  },
  {
    name: "theme",
    argument: say`[name]`,
    help: say`how the screen is coloured: try themes on and choose one, or name it`,
    whileBusy: true,
    run: (host, name) => host.theme(name),
  },
  {
    name: "vim",
    help: say`edit as in vim, or as in the shell again`,
    whileBusy: true,
    run: (host) => host.vim(),
  },
  {
    name: "copy",
    argument: "[N|code|all]",
    words: [
      { word: "code", help: say`one of the code blocks of the last answer that has any` },
      { word: "all", help: say`the whole conversation as Markdown, without its secrets` },
    ],
    help: say`copy the last answer as it was written, or the Nth last; code: a code block of it; all: the conversation`,
    whileBusy: true,
    run: (host, argument) => host.copy(argument),
  },
  {
    name: "export",
    argument: say`[md|html|json] [file]`,
    words: [
      { word: "md", argument: say`[file]`, help: say`Markdown: readable as it is` },
      { word: "html", argument: say`[file]`, help: say`one page for a browser, with everything in it` },
      { word: "json", argument: say`[file]`, help: say`the messages, for a program` },
    ],
    help: say`write this session to a file of the working folder, without its secrets`,
    whileBusy: true,
    run: (host, argument) => host.export(argument),
  },
  {
    name: "keys",
    help: say`all the keys, and which of them this terminal can send`,
    whileBusy: true,
    run: (host) => host.keys(),
  },
  {
    name: "doctor",
    argument: "[online|keys]",
    words: [
      { word: "online", help: say`ask the servers of models as well` },
      { word: "keys", help: say`show what arrives for each key` },
    ],
    help: say`what is not right with terminal, programs, sandbox, folders, settings, and how to repair it`,
    whileBusy: true,
    run: (host, argument) => host.doctor(argument),
  },
  {
    name: "exit",
    aliases: ["quit"],
    help: say`leave; the session is saved`,
    whileBusy: true,
    run: (host) => host.exit(),
  },
];

/** What a sign at the start, or at the start of a word, does. Listed in /help. */
export const signs: readonly { readonly sign: string; readonly help: string }[] = [
  { sign: say`!command`, help: say`run it in your shell, in this terminal; the model gets to see it` },
  { sign: say`!!command`, help: say`the same, not shared with the model` },
  { sign: say`@path`, help: say`name a file of the project` },
];

export type ParsedInput =
  | { readonly type: "message" }
  | { readonly type: "command"; readonly command: Command; readonly argument: string }
  | { readonly type: "unknown"; readonly name: string; readonly nearest: string | null }
  /** For the user's shell; `command` may be empty. */
  | { readonly type: "shell"; readonly command: string; readonly shared: boolean };

/**
 * What a text of the composer is. Only one that starts with "/" and one word without another "/" can be a command: a
 * message may well begin with a path. `isTyped`: its first character was typed; what was pasted is a message.
 */
export function parseInput(text: string, isTyped: boolean): ParsedInput {
  if (!isTyped) return { type: "message" };
  const shell = /^(!!?)([\s\S]*)$/.exec(text);
  if (shell !== null) return { type: "shell", command: shell[2]?.trim() ?? "", shared: shell[1] === "!" };
  const match = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/.exec(text.trimEnd());
  if (match === null) return { type: "message" };
  const [, name = "", argument = ""] = match;
  const command = findCommand(name);
  if (command !== undefined) return { type: "command", command, argument: argument.trim() };
  return { type: "unknown", name, nearest: nearest(name) };
}

/** The commands whose name begins with what stands behind the "/" so far. */
export function completions(text: string): readonly Command[] {
  const match = /^\/([a-z-]*)$/.exec(text);
  if (match === null) return [];
  return commands.filter(({ name, aliases = [] }) =>
    [name, ...aliases].some((candidate) => candidate.startsWith(match[1] ?? "")),
  );
}

/** A command of one line with a blank behind its name: the name, and what stands behind the blanks so far. */
export function splitCommand(text: string): { readonly name: string; readonly argument: string } | null {
  const [all, name = "", argument = ""] = /^\/([a-z][a-z-]*) +(.*)$/.exec(text) ?? [];
  return all === undefined ? null : { name, argument };
}

/** The command of this name or alias. */
export function findCommand(name: string): Command | undefined {
  return commands.find((command) => command.name === name || command.aliases?.includes(name) === true);
}

/** The command that is a slip of the fingers away; else the one that shares the longest beginning, at least two letters. */
function nearest(name: string): string | null {
  const near = nearestWord(
    name,
    commands.flatMap((command) => [command.name, ...(command.aliases ?? [])]),
  );
  if (near !== null) return near;
  const shared = (other: string) => {
    let length = 0;
    while (length < name.length && name[length] === other[length]) length += 1;
    return length;
  };
  const best = commands.toSorted((one, other) => shared(other.name) - shared(one.name))[0];
  return best !== undefined && shared(best.name) >= 2 ? best.name : null;
}
