/** What can be typed in accessible mode. */
import { type Command, commands, findCommand, signs } from "../repl/commands/commands.ts";
import { say } from "../../words/say.ts";

/** Commands in place of keys and views that only a screen has. */
export const ownCommands: readonly Pick<Command, "name" | "argument" | "help" | "whileBusy">[] = [
  {
    name: "mode",
    argument: "[ask|accept-edits|plan|auto]",
    help: say`what may run unasked: say it, or set it`,
    whileBusy: true,
  },
  {
    name: "history",
    argument: "[N]",
    help: say`what you typed in this folder; with a number, send it again`,
    whileBusy: true,
  },
  { name: "take-back", help: say`take the last message that waits back`, whileBusy: true },
  { name: "output", help: say`all that the last call printed`, whileBusy: true },
];

/** What the shared table says of keys and views that are not here. */
const otherWords: Readonly<Record<string, Partial<Pick<Command, "argument" | "help">>>> = {
  help: { help: say`the commands, or one of them` },
  wait: { help: say`do so by itself at the time that the server named; Ctrl+C stops waiting` },
  jobs: {
    argument: say`[ID|kill ID]`,
    help: say`the commands that run in the background, what one has printed, or end one`,
  },
  tree: {
    argument: say`[N|label N NAME]`,
    help: say`the turns on all branches of this session; go on behind one, or give it a name`,
  },
  secrets: {
    argument: say`[add NAME|allow NAME]`,
    help: say`the secrets that the model does not see; add one of yours, or show it one`,
  },
};

const signWords: Readonly<Record<string, string>> = {
  [say`!command`]: say`run it in your shell, without anything to read; the model gets to see it`,
};

/** The lines of /help, for the commands that there are; `only`: of one of them, with or without its slash. */
export function helpLines(names: readonly string[], only = ""): string[] {
  const told = [...commands, ...ownCommands].filter(({ name }) => names.includes(name));
  if (only !== "") {
    const wanted = only.replace(/^\//, "").toLowerCase();
    const one = told.filter(({ name }) => name === wanted || findCommand(wanted)?.name === name);
    return one.length > 0
      ? one.map(commandLine)
      : [say`There is no command /${wanted}; ${say`/help lists them`}`];
  }
  return [
    say`A line is a message. A backslash at its end goes on in the next line. While rein works, a message waits for its turn.`,
    say`Only Enter: how things stand. Ctrl+C stops what runs; when nothing runs, twice leaves. Ctrl+D leaves. Ctrl+Z suspends.`,
    say`Commands:`,
    ...told.map(commandLine),
    ...signs.map(({ sign, help }) => say`${sign}: ${signWords[sign] ?? help}`),
  ];
}

function commandLine({ name, ...shared }: Pick<Command, "name" | "argument" | "help">): string {
  const { argument = shared.argument, help = shared.help } = otherWords[name] ?? {};
  return say`${`/${name}${argument === undefined ? "" : ` ${argument}`}`}: ${help}`;
}
