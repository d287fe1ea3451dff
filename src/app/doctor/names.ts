/** What groups of checks, and what was looked at, are called before a person; as data they keep their own names. */
import { say } from "../../words/say.ts";
import type { Check } from "./check.ts";

type Group = Check["group"];

const groups: Readonly<Record<Group, string>> = {
  terminal: say`terminal`,
  programs: say`programs`,
  sandbox: say`sandbox`,
  files: say`files`,
  settings: say`settings`,
  models: say`models`,
  network: say`network`,
};

/** Programs, variables, providers and files have the same name in every language. */
const names: Readonly<Record<Group, Readonly<Record<string, string>>>> = {
  terminal: {
    terminal: say`terminal`,
    size: say`size`,
    colours: say`colours`,
    locale: say`locale`,
    further: say`further`,
    answers: say`answers`,
    version: say`version`,
    keyboard: say`keyboard`,
    "steady-frames": say`steady frames`,
    clipboard: say`clipboard`,
    widths: say`widths`,
  },
  programs: { editor: say`editor`, clipboard: say`clipboard` },
  sandbox: { sandbox: say`sandbox` },
  files: {
    settings: say`settings`,
    sessions: say`sessions`,
    keys: say`keys`,
    "temporary-files": say`temporary files`,
    disk: say`disk`,
  },
  settings: {
    settings: say`settings`,
    rules: say`rules`,
    "remembered-rules": say`remembered rules`,
    state: say`what rein remembers`,
    trust: say`trust`,
    keys: say`key bindings`,
    themes: say`themes`,
  },
  models: { settings: say`settings`, addresses: say`addresses`, model: say`model` },
  network: { proxy: say`proxy`, certificates: say`certificates` },
};

/** The heading of a group. */
export function groupWords(group: Group): string {
  return groups[group];
}

/** What was looked at. */
export function nameWords({ group, name }: Pick<Check, "group" | "name">): string {
  return names[group][name] ?? name;
}
