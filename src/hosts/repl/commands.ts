/** The slash commands. One definition each: parsing, completion and /help are made from this table. */

/** What a command can do to the screen and the session. */
export type CommandHost = {
  /** Prints lines of rein's own words. */
  tell(text: string, level?: "info" | "warning" | "error"): void;
  help(): void;
  /** Starts a fresh session; the old one stays saved. */
  clear(): void;
  /** Tells the model, or switches to the one named. */
  model(name: string): void;
  /** Goes on with a session by id, or lets the user pick one. */
  resume(id: string): void;
  sessions(): void;
  compact(): void;
  /** Lists the session's background commands. */
  jobs(): void;
  exit(): void;
};

export type Command = {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** How its argument is named, when it takes one. */
  readonly argument?: string;
  readonly help: string;
  /** May it run while a turn does? */
  readonly whileBusy: boolean;
  readonly run: (host: CommandHost, argument: string) => void;
};

export const commands: readonly Command[] = [
  {
    name: "help",
    help: "the commands and the keys",
    whileBusy: true,
    run: (host) => host.help(),
  },
  {
    name: "clear",
    aliases: ["new"],
    help: "start a fresh session; this one stays saved",
    whileBusy: false,
    run: (host) => host.clear(),
  },
  {
    name: "model",
    argument: "[provider/model]",
    help: "show the model, or talk to another one",
    whileBusy: false,
    run: (host, name) => host.model(name),
  },
  {
    name: "resume",
    argument: "[id]",
    help: "go on with another session",
    whileBusy: false,
    run: (host, id) => host.resume(id),
  },
  {
    name: "sessions",
    help: "this folder's sessions",
    whileBusy: true,
    run: (host) => host.sessions(),
  },
  {
    name: "compact",
    help: "how full the model's context is, and whether it needs shortening",
    whileBusy: true,
    run: (host) => host.compact(),
  },
  {
    name: "jobs",
    help: "the commands that run in the background: see their output, kill them",
    whileBusy: true,
    run: (host) => host.jobs(),
  },
  {
    name: "exit",
    aliases: ["quit"],
    help: "leave; the session is saved",
    whileBusy: true,
    run: (host) => host.exit(),
  },
];

/** What a sign at the start, or at the start of a word, does. Listed in /help. */
export const signs: readonly { readonly sign: string; readonly help: string }[] = [
  { sign: "!command", help: "run it in your shell, in this terminal; the model gets to see it" },
  { sign: "!!command", help: "the same, not shared with the model" },
  { sign: "@path", help: "name a file of the project" },
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

function findCommand(name: string): Command | undefined {
  return commands.find((command) => command.name === name || command.aliases?.includes(name) === true);
}

/** The command that shares the longest beginning, if at least two letters. */
function nearest(name: string): string | null {
  const shared = (other: string) => {
    let length = 0;
    while (length < name.length && name[length] === other[length]) length += 1;
    return length;
  };
  const best = commands.toSorted((one, other) => shared(other.name) - shared(one.name))[0];
  return best !== undefined && shared(best.name) >= 2 ? best.name : null;
}
