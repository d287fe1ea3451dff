/** Every flag of the command line, defined once: parsing and `--help` are made from this table. */

import { say } from "../words/say.ts";

type Option = {
  readonly type: "boolean" | "string";
  readonly short?: string;
  readonly multiple?: boolean;
  /** How the value is named in `--help`. */
  readonly value?: string;
  readonly help: string;
};

export const options = {
  print: {
    type: "boolean",
    short: "p",
    help: say`answer one prompt on stdout and exit; “-” reads the prompt from stdin`,
  },
  events: {
    type: "boolean",
    help: say`let a program drive: events on stdout, what to do on stdin, in lines of JSON`,
  },
  model: {
    type: "string",
    short: "m",
    value: "MODEL",
    help: say`the model to talk to, provider/model or provider/model:effort; demo is offline`,
  },
  continue: { type: "boolean", short: "c", help: say`go on with this folder's latest session` },
  resume: {
    type: "boolean",
    short: "r",
    value: "[ID]",
    help: say`go on with a session, by its id or words said in it; without: choose one`,
  },
  fork: { type: "boolean", help: say`with -c or -r: go on in a copy of the session, and leave it as it is` },
  "session-id": {
    type: "string",
    value: "ID",
    help: say`the id of the session that is begun: 3 to 64 characters of a-z, 0-9 and “-”`,
  },
  ephemeral: {
    type: "boolean",
    help: say`keep nothing of this session: no log, no drafts, no copies of files`,
  },
  "permission-mode": { type: "string", value: "MODE", help: say`ask, accept-edits, plan or auto` },
  allow: {
    type: "string",
    multiple: true,
    value: "RULE",
    help: say`let these calls run unasked, as in 'bash(npm test)'; repeatable`,
  },
  ask: {
    type: "string",
    multiple: true,
    value: "RULE",
    help: say`ask about these calls though something allows them; repeatable`,
  },
  deny: { type: "string", multiple: true, value: "RULE", help: say`never let these calls run; repeatable` },
  accessible: {
    type: "boolean",
    help: say`plain lines for a screen reader: nothing is redrawn, no boxes; also ACCESSIBLE=1`,
  },
  full: {
    type: "boolean",
    help: say`the whole window for the conversation, with the composer at its bottom`,
  },
  trust: { type: "boolean", help: say`use what this folder brings (settings, instructions) in this run` },
  sandbox: {
    type: "string",
    value: "MODE",
    help: say`confine commands: auto, required (start only with one) or none`,
  },
  tools: { type: "string", value: "A,B", help: say`give the model only these tools` },
  "max-turns": { type: "string", value: "N", help: say`most model responses in one turn (50; with -p 16)` },
  "max-cost": {
    type: "string",
    value: "USD",
    help: say`end a turn before its session costs more than this, as in 0.50`,
  },
  record: {
    type: "string",
    value: "FILE",
    help: say`record the talk with the model's server; --model replay:FILE plays it`,
  },
  debug: { type: "string", value: "FILE", help: say`log requests and responses there, keys removed` },
  help: { type: "boolean", short: "h", help: say`show this` },
  version: { type: "boolean", short: "v", help: say`show the version` },
} as const satisfies Readonly<Record<string, Option>>;

/** The text of `rein --help`. */
export function helpText(version: string): string {
  const rows = Object.entries<Option>(options).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    const value = option.value === undefined ? "" : ` ${option.value}`;
    return { left: `  ${short}--${name}${value}`, help: option.help };
  });
  const width = Math.max(...rows.map((row) => row.left.length)) + 2;
  return [
    say`rein ${version}: a coding agent in your terminal, with you holding the reins`,
    "",
    say`Usage:`,
    say`  rein [options] [prompt]          talk to a model about this folder`,
    say`  rein -p [options] [prompt]       one answer on stdout, no screen`,
    say`  rein --events [options]          a session that another program drives; see docs/events.md`,
    say`  rein sessions [command]          saved sessions: list, search, show, export, …; see “rein sessions --help”`,
    say`  rein replay SESSION              show a session again as it happened; see “rein replay --help”`,
    say`  rein models [filter]             the models that you can talk to`,
    say`  rein auth login|list|logout      keys of providers; see “rein auth --help”`,
    say`  rein trust list|DIR|forget       folders whose settings and instructions are used`,
    say`  rein permissions test|list       what would be asked here, and why; see “rein permissions --help”`,
    say`  rein stats [--days N]            sessions, tokens, cost, tools and approvals by day, project and model`,
    say`  rein doctor                      what is not right on this machine, and how to repair it`,
    say`  rein bug-report [ID]             one file for whoever is to find a fault, shown before it is saved`,
    "",
    say`Options:`,
    ...rows.map((row) => row.left.padEnd(width) + row.help),
    "",
    say`Exit codes: 0 answered · 1 failed · 2 wrong usage · 3 limit reached · 130 interrupted`,
  ].join("\n");
}
