/** Where the choices of each command's argument come from. */
import type { ModelRow } from "../../../app/model-list.ts";
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import { beginningMessages } from "../../../sessions/fork.ts";
import type { SecretRow } from "../../../secrets/veil.ts";
import { printable } from "../../../terminal/sanitize.ts";
import { say } from "../../../words/say.ts";
import type { ArgumentChoice, ArgumentSource } from "./argument-choice.ts";
import { commands, findCommand } from "../commands/commands.ts";
import { answersOf, holdsCode } from "../commands/copy-command.ts";
import { modelHelp } from "../commands/model-words.ts";
import { kindWords } from "../commands/secret-commands.ts";
import { sessionHelp } from "../lists/session-rows.ts";
import type { Theming } from "../screen/theming.ts";

export type ArgumentSourceParts = {
  readonly app: App;
  /** The one on screen. */
  readonly conversation: () => Conversation;
  readonly theming: Pick<Theming, "offered" | "name">;
};

/** For a command's name, where the choices come from; undefined where the argument is the user's own words. */
export function createArgumentSources(
  parts: ArgumentSourceParts,
): (command: string) => ArgumentSource | undefined {
  const sources: Readonly<Record<string, ArgumentSource>> = {
    model: (offer, signal) => offerModels(parts, offer, signal),
    effort: (offer) => offer(efforts(parts)),
    resume: (offer, signal) => offerSessions(parts, offer, signal),
    theme: (offer) =>
      offer(parts.theming.offered.map(({ name, what }) => ({ value: name, help: printable(what) }))),
    fork: (offer) => offer(messagesBack(parts.conversation())),
    tree: async (offer) => {
      const { treeChoices } = await import("../tree/tree-choices.ts");
      offer([...treeChoices(parts.conversation().session), ...wordsOf("tree")]);
    },
    rewind: (offer) => offer([...wordsOf("rewind"), ...messagesBefore(parts.conversation())]),
    copy: (offer) => {
      const all = answersOf(parts.conversation().session.branch()).toReversed();
      offer([...answers(all), ...(all.some(holdsCode) ? wordsOf("copy") : [])]);
    },
    help: (offer) => offer(commands.map(({ name, help }) => ({ value: name, help }))),
    budget: (offer) => offer([{ value: "off", help: say`no limit` }]),
    secrets: (offer) => offer([...wordsOf("secrets"), ...secrets(parts.conversation())]),
  };
  return (command) => {
    const own = Object.hasOwn(sources, command) ? sources[command] : undefined;
    const words = wordsOf(command);
    return own ?? (words.length === 0 ? undefined : (offer) => offer(words));
  };
}

/** What stands in the table of commands. */
function wordsOf(command: string): ArgumentChoice[] {
  return (findCommand(command)?.words ?? []).map(({ word, argument, help }) =>
    argument === undefined ? { value: word, help } : { value: word, help, further: argument },
  );
}

async function offerModels(
  { app, conversation }: ArgumentSourceParts,
  offer: (choices: readonly ArgumentChoice[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const { knownModels, listModels, withDemo } = await import("../../../app/model-list.ts");
  const current = conversation().engine.model;
  const choices = (rows: readonly ModelRow[]) =>
    withDemo(rows).map((row) => ({ value: row.name, help: modelHelp(row, row.name === current) }));
  offer(choices((await knownModels(app.modelListOptions)).rows));
  // What a server had to say is told by /model; here it is only a list that did not come.
  offer(choices((await listModels({ ...app.modelListOptions, signal })).rows));
}

function efforts({ app, conversation }: ArgumentSourceParts): ArgumentChoice[] {
  const { engine, effort } = conversation();
  const levels = app.modelInfo(engine.model)?.efforts ?? [];
  if (levels.length === 0) return [];
  const now = effort();
  return [
    ...levels.map((level) => ({ value: level, help: level === now ? say`← now` : "" })),
    {
      value: "default",
      help: now === undefined ? say`as its server pleases ← now` : say`as its server pleases`,
    },
  ];
}

async function offerSessions(
  { app, conversation }: ArgumentSourceParts,
  offer: (choices: readonly ArgumentChoice[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const current = conversation().session.header.sessionId;
  const { listIndexed } = await import("../../../sessions/index/indexed-sessions.ts");
  const sessions = await listIndexed(app.paths, { cwd: app.cwd }, { signal });
  const { priceOf } = conversation().spending;
  offer(
    sessions
      .filter(({ id }) => id !== current)
      .map((info) => ({ value: info.id, help: sessionHelp(info, { now: Date.now(), priceOf }) })),
  );
}

function messagesBack({ session }: Conversation): ArgumentChoice[] {
  return beginningMessages(session.branch()).map(({ message }, at) => ({
    value: String(at + 1),
    help: say`ends before: ${firstLine(message.text)}`,
  }));
}

function messagesBefore({ session }: Conversation): ArgumentChoice[] {
  return beginningMessages(session.branch()).map(({ message }, at) => ({
    value: String(at + 1),
    help: say`back to before: ${firstLine(message.text)}`,
  }));
}

function answers(all: readonly string[]): ArgumentChoice[] {
  return all.map((text, at) => ({ value: String(at + 1), help: firstLine(text) }));
}

/** What stands before the name in `/secrets allow NAME`. */
const allowWord = "allow";

function nameOf({ id }: SecretRow): string {
  return id.replace(/#\d+$/, "");
}

function secrets({ veil }: Conversation): ArgumentChoice[] {
  const hidden = (veil?.list() ?? []).filter(({ state }) => state !== "shown");
  return hidden.flatMap((row) => {
    const same = hidden.filter((other) => nameOf(other) === nameOf(row));
    const all = { value: `${allowWord} ${nameOf(row)}`, help: kindWords[row.kind] };
    const one = { value: `${allowWord} ${row.id}`, help: kindWords[row.kind] };
    if (same.length === 1) return [all];
    return row === same[0] ? [all, one] : [one];
  });
}

/** Enough to know a text again; UTF-16 units. */
const longestLine = 200;

function firstLine(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  return printable(line.trim().slice(0, longestLine));
}
