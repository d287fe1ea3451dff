/** Hosts that follow each other in one terminal: a session, one that is watched, one that is shown again, and a copy of it. */
import { findLog } from "../app/replay/find-log.ts";
import type { AppOptions, Resume } from "../app/options.ts";
import type { ReplayEnd, ReplayStart } from "../hosts/replay/start.ts";
import type { ReplEnd, ReplStart } from "../hosts/repl/start.ts";
import { dataPaths } from "../sessions/paths.ts";
import { currentFolder } from "./current-folder.ts";

/** Model responses in a turn while somebody watches. */
const terminalMaxTurns = 50;

async function talkInTurn(start: ReplStart): Promise<number> {
  const { runRepl } = await import("../hosts/repl/run.ts");
  return afterTalk(start, await runRepl(start));
}

/** Watches what the user wants to watch next, and goes on from there as they say. Returns the exit code. */
export async function afterTalk(
  start: Pick<ReplStart, "options">,
  { code, watch, sessionId }: ReplEnd,
): Promise<number> {
  if (watch === undefined) return code;
  const end = await watchOne(watch);
  if (end.type === "talk") return talkInTurn(goingOn(start.options, end));
  // Back to where the user came from; there is nothing to go back to where nothing was said.
  return sessionId === null
    ? code
    : talkInTurn({ options: start.options, resume: { type: "id", id: sessionId } });
}

/** Watches a session that is open in another place, and goes on with it or with a copy where the user wants to. */
export async function watchInTurn(id: string, version: string): Promise<number> {
  const end = await watchOne(id);
  return end.type === "left" ? 0 : talkInTurn(goingOn(plainOptions(version), end));
}

/** Shows a session again, and goes on in a copy where the user wants to. */
export async function replayInTurn(start: ReplayStart, version: string): Promise<number> {
  const { runReplay } = await import("../hosts/replay/run-replay.ts");
  const end = await runReplay(start);
  return end.type === "left" ? 0 : talkInTurn(goingOn(plainOptions(version), end));
}

async function watchOne(id: string): Promise<ReplayEnd> {
  const { runWatch } = await import("../hosts/replay/run-watch.ts");
  const [cwd, paths] = [currentFolder(), dataPaths(process.env)];
  return runWatch({ env: process.env, cwd, paths, log: await findLog(id, { paths, cwd }) });
}

function goingOn(
  options: AppOptions,
  { resume, model }: { readonly resume: Resume; readonly model?: string },
): ReplStart {
  return { options: { ...options, ...(model === undefined ? {} : { model }) }, resume };
}

function plainOptions(version: string): AppOptions {
  return {
    cwd: currentFolder(),
    env: process.env,
    version,
    canAsk: true,
    defaultMaxTurns: terminalMaxTurns,
    allow: [],
    deny: [],
  };
}
