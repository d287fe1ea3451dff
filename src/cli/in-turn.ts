/** Hosts that follow each other in one terminal: a session, one that is watched, one that is shown again, and a copy of it. */
import { findLog } from "../app/replay/find-log.ts";
import type { ReplayEnd, ReplayStart } from "../hosts/replay/start.ts";
import type { ReplEnd, ReplStart } from "../hosts/repl/start.ts";
import { dataPaths } from "../sessions/paths.ts";
import { currentFolder } from "./current-folder.ts";

/** Model responses in a turn while somebody watches. */
const terminalMaxTurns = 50;

/** What stays the same whatever comes next. */
type Setting = Pick<ReplStart, "options" | "isFull">;

async function talkInTurn(start: ReplStart): Promise<number> {
  const { runRepl } = await import("../hosts/repl/run.ts");
  return afterTalk(start, await runRepl(start));
}

/** Watches what the user wants to watch next, and goes on from there as they say. Returns the exit code. */
export async function afterTalk(
  { options, isFull = false }: Setting,
  { code, watch, sessionId }: ReplEnd,
): Promise<number> {
  if (watch === undefined) return code;
  const end = await watchOne(watch, isFull);
  // Its id was for the session that was begun first.
  const { sessionId: _, ...others } = options;
  const setting = { options: others, isFull };
  if (end.type === "talk") return talkInTurn(goingOn(setting, end));
  // Back to where the user came from; there is nothing to go back to where nothing was said.
  return sessionId === null ? code : talkInTurn({ ...setting, resume: { type: "id", id: sessionId } });
}

/** Watches a session that is open in another place, and goes on with it or with a copy where the user wants to. */
export async function watchInTurn(id: string, version: string, isFull: boolean): Promise<number> {
  const setting = await plainSetting(version, isFull);
  const end = await watchOne(id, setting.isFull);
  return end.type === "left" ? 0 : talkInTurn(goingOn(setting, end));
}

/** Shows a session again, and goes on in a copy where the user wants to. */
export async function replayInTurn(start: ReplayStart, version: string): Promise<number> {
  const { runReplay } = await import("../hosts/replay/run-replay.ts");
  const setting = await plainSetting(version, start.isFull);
  const end = await runReplay({ ...start, isFull: setting.isFull });
  return end.type === "left" ? 0 : talkInTurn(goingOn(setting, end));
}

async function watchOne(id: string, isFull: boolean): Promise<ReplayEnd> {
  const { runWatch } = await import("../hosts/replay/run-watch.ts");
  const [cwd, paths] = [currentFolder(), dataPaths(process.env)];
  return runWatch({ env: process.env, cwd, paths, isFull, log: await findLog(id, { paths, cwd }) });
}

/** A copy has the model that was chosen for it, or that of its session, whatever was named before. */
function goingOn(
  { options, isFull = false }: Setting,
  { resume, model }: Extract<ReplayEnd, { type: "talk" }>,
): ReplStart {
  const { model: named, ...others } = options;
  const asked = model ?? (resume.type === "copy" ? undefined : named);
  return { options: { ...others, ...(asked === undefined ? {} : { model: asked }) }, isFull, resume };
}

async function plainSetting(version: string, isFull = false): Promise<Required<Setting>> {
  const { earlySetting } = await import("../settings/early-setting.ts");
  return {
    options: {
      cwd: currentFolder(),
      env: process.env,
      version,
      canAsk: true,
      defaultMaxTurns: terminalMaxTurns,
      allow: [],
      deny: [],
    },
    isFull: isFull || (await earlySetting(process.env, "screen")) === "full",
  };
}
