/** What a reading of a text says, held against what bash did with it. Pure. */
import { innerCommands } from "../../src/permissions/inner-commands.ts";
import { createPolicy } from "../../src/permissions/policy.ts";
import { readShell } from "../../src/permissions/read-shell.ts";
import type { Reading, SimpleCommand, Word } from "../../src/permissions/shell-syntax.ts";
import type { Deeds } from "./shell-oracle.ts";

const policy = createPolicy({ root: "/project", home: "/home", mode: "ask" });

/** Nobody can have allowed it beforehand, so the user sees all of it. */
function isAlwaysAsked(text: string): boolean {
  return policy.explain(text, "/project").class === "deny_or_always_ask";
}

/**
 * What bash did and the reading does not show; empty where the reading says that something may be missing, and where
 * nothing but an answer to the whole text lets it run.
 */
export function missedIn(text: string, deeds: Deeds, reading: Reading = readShell(text)): readonly string[] {
  if (!reading.whole || isAlwaysAsked(text)) return [];
  const inner = reading.commands.map((one) => innerCommands(one));
  const shown = [...reading.commands, ...inner.flatMap(({ commands }) => commands)];
  const targets = shown.flatMap(({ redirections }) =>
    redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : [])),
  );
  return [
    ...deeds.commands
      .filter((words) => !shown.some((command) => isShownAs(command, words)))
      .map((words) => `ran ${JSON.stringify(words)}`),
    ...deeds.files
      .filter(
        (file) => !targets.some((target) => target.unknown || target.glob || target.text.endsWith(file)),
      )
      .map((file) => `wrote ${JSON.stringify(file)}`),
  ];
}

/** The words may be these: known ones as they are, others in the place of any number of words. */
function isShownAs({ words }: SimpleCommand, ran: readonly string[]): boolean {
  let places = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const at of places) {
      if (isOpen(word)) for (let to = at; to <= ran.length; to += 1) next.add(to);
      else if (at < ran.length && isSame(word, ran[at] ?? "")) next.add(at + 1);
    }
    places = next;
  }
  return places.has(ran.length);
}

function isOpen({ unknown, glob }: Word): boolean {
  return unknown || glob;
}

function isSame(word: Word, ran: string): boolean {
  return word.tilde || word.stream || word.text === ran;
}
