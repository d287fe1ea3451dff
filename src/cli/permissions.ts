/** `rein permissions`: what would be asked here, and why. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { policyFacts } from "../app/policy-facts.ts";
import { createPolicy, type SessionPolicy } from "../permissions/policy.ts";
import { ruleFault } from "../permissions/rule.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { type PermissionMode, permissionModes } from "../protocol/permission-mode.ts";
import { dataPaths } from "../sessions/paths.ts";
import { loadSettings } from "../settings/load.ts";
import { projectSettingsFile, userSettingsFile } from "../settings/paths.ts";
import type { LayerName } from "../settings/schema.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { currentFolder } from "./current-folder.ts";
import { answerTo } from "./permission-calls.ts";
import { tell } from "./tell.ts";
import { writeTo } from "./write-to.ts";

const help = `Usage:
  rein permissions test COMMAND   what would happen to a shell command here, part by part, and why; nothing is run
  rein permissions test --json    the same for a list on stdin: one call a line, {"id","tool","input"};
                                  answers one line each, {"id","verdict","class","because"}
  rein permissions list           the mode and the rules in force, and where they come from

Options:
  --cwd DIR      the project's folder (default: this one)
  --mode MODE    ${permissionModes.join(", ")}
  --allow RULE   another rule, as in --allow 'bash(npm test)'; more than once
  --deny RULE    the same, for what must not run`;

/** Runs one of the subcommands and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runPermissions(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  const [subcommand, ...rest] = positionals;
  if (values.help === true) return print(`${help}\n`);
  const place = await openPlace(values);
  switch (subcommand) {
    case "test":
      if (values.json === true && rest.length === 0) return answerLines(place);
      if (values.json === true || rest.length !== 1) {
        throw usageError("“test” takes one command, in quotes, or --json and a list on stdin.");
      }
      return print(explain(rest[0] ?? "", place));
    case undefined:
    case "list":
      if (rest.length > 0 || values.json === true) throw usageError("“list” takes no words behind it.");
      return print(list(place));
    default:
      throw usageError(`There is no “rein permissions ${subcommand}”.`);
  }
}

type Place = {
  readonly cwd: string;
  readonly mode: PermissionMode;
  readonly policy: SessionPolicy;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Where the mode comes from, in words. */
  readonly modeFrom: string;
  /** Where a rule comes from, in words. */
  readonly ruleFrom: (kind: "allow" | "deny", text: string) => string;
};

async function openPlace(values: ReturnType<typeof parse>["values"]): Promise<Place> {
  const env = process.env;
  const cwd = values.cwd === undefined ? currentFolder() : folderAt(values.cwd);
  const mode = permissionModes.find((name) => name === values.mode);
  if (values.mode !== undefined && mode === undefined) {
    throw usageError(`--mode is one of ${permissionModes.join(", ")}, not “${values.mode}”.`);
  }
  const flags = {
    permissions: { allow: values.allow ?? [], deny: values.deny ?? [] },
    ...(mode === undefined ? {} : { permissionMode: mode }),
  };
  const request = { env, project: cwd, ruleFault };
  const { settings, sources, warnings } = loadSettings({ ...request, flags });
  for (const { where, message } of warnings) await tell(`rein: ${where}: ${message}`);
  const { permissionMode, allow, deny } = settings;
  const policy = createPolicy({
    ...policyFacts(env, cwd, dataPaths(env)),
    mode: permissionMode,
    allow,
    deny,
  });
  const userFile = userSettingsFile(env);
  const readText = (file: string) =>
    file === userFile && existsSync(file) ? readFileSync(file, "utf8") : null;
  const ofUser = loadSettings({ ...request, readText }).settings;
  const names: Readonly<Record<LayerName, string>> = {
    user: userFile,
    project: projectSettingsFile(cwd),
    env: "the environment",
    flag: "the command line",
  };
  const layerOf = (kind: "allow" | "deny", text: string): LayerName => {
    if (ofUser[kind].includes(text)) return "user";
    return (values[kind] ?? []).includes(text) ? "flag" : "project";
  };
  return {
    cwd,
    mode: permissionMode,
    policy,
    allow,
    deny,
    modeFrom: sources.permissionMode === undefined ? "the default" : names[sources.permissionMode],
    ruleFrom: (kind, text) => names[layerOf(kind, text)],
  };
}

function folderAt(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new UserError(`The folder ${path} cannot be used (${messageOf(cause)}).`, { cause, exitCode: 2 });
  }
}

/** Answers as fast as the list comes, and keeps no more of it than what is being answered. */
async function answerLines({ policy, cwd }: Place): Promise<number> {
  let answers: string[] = [];
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    answers.push(answerTo(line, policy, cwd));
    if (answers.length < 200) continue;
    await writeTo(process.stdout, `${answers.join("\n")}\n`);
    answers = [];
  }
  if (answers.length > 0) await writeTo(process.stdout, `${answers.join("\n")}\n`);
  return 0;
}

const verdictWords = {
  allow: "It would run without a question",
  ask: "It would be asked",
  deny: "It would be refused",
};
const classWords = {
  read_only: "only reads",
  needs_approval: "needs approval",
  deny_or_always_ask: "always asked",
};

function explain(command: string, { policy, cwd, mode }: Place): string {
  const decision = policy.decide({ tool: "bash", accesses: [{ type: "execute", command, cwd }] });
  const { parts, unclear } = policy.explain(command, cwd);
  const lines = [
    ...parts.map(({ text, class: kind, why }) => `  ${text}\n      ${classWords[kind]}: ${why}`),
    ...(unclear === null ? [] : [`  It is not understood as a whole: ${unclear}`]),
    `${verdictWords[decision.verdict]} (${mode} mode): ${decision.reasons.join("; ")}.`,
    ...(decision.verdict === "ask" && decision.remember !== undefined
      ? [`The question would offer to keep the rule ${decision.remember}.`]
      : []),
    ...(decision.verdict === "ask" ? [decision.hint] : []),
  ];
  return `${sanitize(lines.join("\n"), "output")}\n`;
}

function list({ mode, modeFrom, allow, deny, ruleFrom }: Place): string {
  const line = (kind: "allow" | "deny") => (rule: string) =>
    `${kind.padEnd(6)}${rule}  (${ruleFrom(kind, rule)})`;
  const rules = [...deny.map(line("deny")), ...allow.map(line("allow"))];
  const lines = [`mode  ${mode}  (${modeFrom})`, ...(rules.length === 0 ? ["There are no rules."] : rules)];
  return `${sanitize(lines.join("\n"), "output")}\n`;
}

function parse(argv: readonly string[]) {
  const options = {
    json: { type: "boolean" },
    cwd: { type: "string" },
    mode: { type: "string" },
    allow: { type: "string", multiple: true },
    deny: { type: "string", multiple: true },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (thrown) {
    throw usageError(messageOf(thrown));
  }
}

function usageError(message: string): UserError {
  return new UserError(`${message}\n${help}`, { exitCode: 2 });
}

async function print(text: string): Promise<number> {
  await writeTo(process.stdout, text);
  return 0;
}
