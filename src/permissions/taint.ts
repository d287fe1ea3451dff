/**
 * Foreign text in the turn: what came from the network may have been written to make a model do things. While it is
 * there, what leaves the project or the machine is asked, whatever the mode and the rules.
 */
import { resolve } from "node:path";
import type { Decision, DecisionRequest } from "../protocol/approval.ts";
import type { Entry } from "../protocol/entry.ts";
import { type ToolCallPart, toolCallsOf } from "../protocol/message.ts";
import type { Access } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { argumentsOf, programOf } from "./command-risk.ts";
import { innerCommands } from "./inner-commands.ts";
import type { Facts } from "./judgement.ts";
import { isInside, pathsIn } from "./place.ts";
import { readShell } from "./read-shell.ts";
import type { SimpleCommand } from "./shell-syntax.ts";

/** Programs that talk to other machines, whatever their arguments. */
const talkers =
  /^(curl|wget|aria2c|http|https|xh|httpie|lynx|w3m|links|elinks|gh|glab|hub|tea|az|aws|gcloud|gsutil|s3cmd|rclone|kubectl|helm|terraform|ssh|scp|sftp|rsync|ftp|nc|ncat|netcat|socat|telnet|ping|dig|host|nslookup|whois|mail|sendmail|twine|gem|heroku|vercel|netlify|fly|flyctl|wrangler|ollama|youtube-dl|yt-dlp)$/;

/** Subcommands that do, of programs that also have others. */
const talking: Readonly<Record<string, RegExp>> = {
  git: /^(push|fetch|pull|clone|ls-remote|submodule|remote|archive|send-email|svn|lfs)$/,
  npm: /^(publish|unpublish|view|info|show|v|search|s|find|install|i|add|ci|update|up|audit|outdated|access|owner|team|dist-tag|deprecate|login|whoami|ping|exec|x|init|create|star|pack|token|profile)$/,
  pnpm: /^(publish|view|info|show|search|install|i|add|update|up|audit|outdated|dlx|create|login)$/,
  yarn: /^(publish|npm|info|install|add|up|upgrade|audit|outdated|dlx|create|login)$/,
  bun: /^(publish|install|i|add|a|update|outdated|audit|x|create|c|info|pm)$/,
  pip: /^(install|download|index|search|wheel)$/,
  pip3: /^(install|download|index|search|wheel)$/,
  pipx: /^(install|run|upgrade)$/,
  uv: /^(add|sync|pip|tool|publish|lock|run)$/,
  poetry: /^(add|install|update|publish|search)$/,
  cargo: /^(publish|search|install|add|update|fetch|login|owner|yank|info)$/,
  go: /^(get|install|mod)$/,
  docker: /^(pull|push|login|search|build|run|compose|buildx)$/,
  podman: /^(pull|push|login|search|build|run)$/,
  brew: /^(install|upgrade|update|search|info|fetch|tap)$/,
  apt: /^(install|update|upgrade|search|show|download)$/,
  "apt-get": /^(install|update|upgrade|source|download)$/,
  composer: /^(install|update|require|show|search)$/,
  mvn: /./,
  gradle: /./,
};
/** They fetch what they run. */
const fetchers = /^(npx|bunx|pnpx|uvx)$/;

/** What of a source is told; UTF-16 units. */
const longestSource = 60;

/**
 * What of the present turn came from the network, in words, each once: the results of calls since the user's last message,
 * and of commands of theirs that go with it. `isRemoteTool`: a tool's results come from there.
 */
export function taintSources(
  branch: readonly Entry[],
  isRemoteTool: (name: string) => boolean,
): readonly string[] {
  const last = branch.findLastIndex(({ type }) => type === "user");
  const turnBefore = branch.findLastIndex(({ type }, at) => type === "turn_end" && at < last);
  const calls = new Map<string, ToolCallPart>();
  const sources = new Set<string>();
  for (let at = turnBefore + 1; at < branch.length; at += 1) {
    const entry = branch[at];
    if (entry === undefined) break;
    if (entry.type === "user_command" && entry.shared) addCommand(entry.command, sources);
    if (at <= last) continue;
    if (entry.type === "assistant") for (const call of toolCallsOf(entry.parts)) calls.set(call.callId, call);
    if (entry.type === "approval" && entry.answer.type === "edit") {
      const call = calls.get(entry.callId);
      if (call !== undefined) calls.set(entry.callId, { ...call, argumentsText: entry.answer.arguments });
    }
    if (entry.type !== "tool_result" || !hasOutput(entry.result)) continue;
    if (isRemoteTool(entry.name))
      sources.add(say`the result of ${shortened(`${entry.name} ${entry.title}`)}`);
    const command = commandOf(calls.get(entry.callId));
    if (command !== null) addCommand(command, sources);
  }
  return [...sources];
}

type Result = Extract<Entry, { type: "tool_result" }>["result"];

/** A call that did not run has told the model nothing. */
function hasOutput(result: Result): boolean {
  return result.ok || result.kind === "failed" || result.kind === "timeout" || result.kind === "interrupted";
}

function commandOf(call: ToolCallPart | undefined): string | null {
  if (call === undefined || !call.argumentsText.includes('"command"')) return null;
  try {
    const parsed: unknown = JSON.parse(call.argumentsText);
    if (typeof parsed !== "object" || parsed === null || !("command" in parsed)) return null;
    return typeof parsed.command === "string" ? parsed.command : null;
  } catch {
    // What is no JSON has not run.
    return null;
  }
}

function addCommand(command: string, sources: Set<string>): void {
  const remote = remotePart(command);
  if (remote !== null) sources.add(say`output of \`${shortened(remote)}\``);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= longestSource ? line : `${line.slice(0, longestSource - 1)}…`;
}

/** The part of a command that talks to other machines, or null. */
export function remotePart(command: string): string | null {
  for (const part of partsOf(command)) {
    if (talks(part)) return part.words.map(({ text }) => text).join(" ");
  }
  return null;
}

function talks(part: SimpleCommand): boolean {
  const program = programOf(part);
  if (talkers.test(program) || fetchers.test(program)) return true;
  const subcommand = subcommandOf(program, argumentsOf(part));
  if (program === "git" && subcommand === "remote")
    return argumentsOf(part).some((word) => /^(update|show|prune|-u|set-head)$/.test(word));
  return talking[program]?.test(subcommand) ?? false;
}

/** Options of these that have a value stand before their subcommand. */
const valued: Readonly<Record<string, RegExp>> = {
  git: /^(-[cC]|--git-dir|--work-tree|--namespace)$/,
  npm: /^(--prefix|-C|-w|--workspace)$/,
  pnpm: /^(-C|--dir|--filter|-F)$/,
  docker: /^(-H|--host|--context|-c)$/,
};

function subcommandOf(program: string, words: readonly string[]): string {
  let at = 0;
  while (words[at]?.startsWith("-") === true) at += valued[program]?.test(words[at] ?? "") === true ? 2 : 1;
  return words[at] ?? "";
}

function partsOf(command: string): SimpleCommand[] {
  const { commands } = readShell(command);
  return [...commands, ...commands.flatMap((part) => innerCommands(part).commands)];
}

/**
 * The decision while foreign text is in the turn: what goes out of the project or of the machine is asked, and no rule
 * comes of any answer. A "deny" stays.
 */
export function underTaint(
  decision: Decision,
  { accesses }: DecisionRequest,
  sources: readonly string[],
  facts: Pick<Facts, "root" | "home" | "outputFolder" | "scratchFolder">,
): Decision {
  if (sources.length === 0 || decision.verdict === "deny") return decision;
  const out =
    decision.class === "read_only" ? null : (accesses.map((one) => wayOut(one, facts)).find(Boolean) ?? null);
  const source = sourceWords(sources);
  if (decision.verdict === "ask") {
    const { remember, ...asked } = decision;
    if (out === null && remember === undefined) return decision;
    const why =
      out === null
        ? say`“don't ask again” is not offered while ${source} is in this turn`
        : say`${out} while ${source} is in this turn`;
    return { ...asked, reasons: [...decision.reasons, why] };
  }
  if (out === null) return decision;
  const kind = decision.class === undefined ? {} : { class: decision.class };
  return {
    ...kind,
    verdict: "ask",
    reasons: [say`${out} while ${source} is in this turn: what it says may be behind this`],
    hint: say`No flag allows this; start rein in a terminal, where it can ask you, or ask for it in a message of its own.`,
  };
}

function sourceWords(sources: readonly string[]): string {
  const [first = "", ...more] = sources;
  return more.length === 0 ? first : say`${first} and of ${more.length} more`;
}

/** How an access goes out of the project or of the machine, in words, or null. */
function wayOut(
  access: Access,
  facts: Pick<Facts, "root" | "home" | "outputFolder" | "scratchFolder">,
): string | null {
  const isOurs = (path: string) =>
    [facts.root, facts.scratchFolder, facts.outputFolder].some(
      (folder) => folder !== undefined && isInside(folder, path),
    );
  switch (access.type) {
    case "read":
      return null;
    case "write":
      return isOurs(access.path) ? null : say`it writes outside the project (${access.path})`;
    case "execute": {
      const remote = remotePart(access.command);
      if (remote !== null) return say`\`${shortened(remote)}\` uses the network`;
      const outside = outsidePath(access.command, access.cwd, facts.home, isOurs);
      if (outside !== null) return say`it names ${outside}, outside the project,`;
      return readShell(access.command).understood ? null : say`it is not known what this does`;
    }
    default:
      // Addresses and servers: whatever else comes, it is not the project.
      return say`it uses the network`;
  }
}

/** The first path outside the project that a command names, or null. It need not write there. */
function outsidePath(
  command: string,
  cwd: string,
  home: string,
  isOurs: (path: string) => boolean,
): string | null {
  for (const part of partsOf(command)) {
    const words = [...part.words.slice(1), ...part.redirections.map(({ target }) => target)];
    for (const word of words.flatMap(({ text }) => pathsIn(text))) {
      if (!/^(?:\/|~\/|\.\.)/.test(word) || word.startsWith("/dev/")) continue;
      if (!isOurs(resolve(cwd, word.replace(/^~(?=\/)/, home)))) return word;
    }
  }
  return null;
}
