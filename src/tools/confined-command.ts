/** Running a command in its sandbox, and asking the user when it wants out. */
import { tmpdir } from "node:os";
import { portsOfCommands } from "../process/listening-ports.ts";
import { type CommandRequest, type CommandResult, runCommand } from "../process/run-command.ts";
import type { AfterCommand, CommandPolicy, Sandbox, WrappedCommand } from "../process/sandbox/sandbox.ts";
import { messageOf } from "../protocol/error.ts";
import { isInside } from "../workspace/paths.ts";
import type { Confinement } from "./confinement.ts";
import { deniedNotes, deniedTo, deniedWords, sshPort } from "./sandbox-denied.ts";
import { wayOut } from "./sandbox-exit.ts";
import { type FurtherQuestion, ToolError, type ToolRun } from "./tool.ts";
import { say } from "../words/say.ts";

export type ConfinedResult = {
  readonly result: CommandResult;
  /** What the model is told of the sandbox, a sentence each. */
  readonly notes: readonly string[];
};

type Call = Pick<ToolRun, "class" | "ask">;
type Request = Omit<CommandRequest, "wrapped">;

/** So often a command is run again with more than before. */
const mostTries = 3;

/** So often it is looked while a command runs whether a job serves something by now, ms. */
const lookMs = 500;

/** How a command of this class is confined at first. */
export function firstPolicy(
  kind: ToolRun["class"],
  command: string,
  { root, home }: Pick<Confinement, "root" | "home">,
): CommandPolicy {
  if (kind === "read_only") return { kind: "looks" };
  const shared = tmpdir();
  const named = command.matchAll(
    new RegExp(String.raw`(?<=^|[\s'"=<>(:,])${RegExp.escape(shared)}/[^\s'"<>();&|]*`, "g"),
  );
  // Whoever allowed it has read that it goes there; everybody's folder for small files holds nothing that programs run.
  const namesShared = [...named].some(([path]) => !isInside(root, path) && !isInside(home, path));
  return { kind: "project", ...(namesShared ? { writable: [shared] } : {}) };
}

/** Wraps a command, or throws a `ToolError` that says why nothing was run. Null where nothing confines commands. */
export async function wrapOrRefuse(
  { sandbox, required = false }: Confinement,
  call: Parameters<Sandbox["wrap"]>[0],
  policy: CommandPolicy,
): Promise<WrappedCommand | null> {
  const status = await sandbox.probe();
  if (status.type === "off" && required)
    throw new ToolError(`Not run: a sandbox is required, and there is none any more: ${status.reason}.`);
  // Where none is to be had the user has been asked knowing that.
  if (status.type !== "on") return null;
  try {
    return await sandbox.wrap(call, policy);
  } catch (thrown) {
    throw new ToolError(
      `Not run: the sandbox was there and is lost: ${messageOf(thrown)}. Commands are asked about again from now on.`,
    );
  }
}

/**
 * Runs a command to its end. One that is denied something is run again when the user allows what it wanted: that is
 * asked each time, and never remembered. Throws what `runCommand` throws, and a `ToolError` when the sandbox is lost.
 */
export async function runConfined(
  confinement: Confinement | undefined,
  call: Call,
  request: Request,
): Promise<ConfinedResult> {
  if (confinement === undefined) return { result: await runCommand(request), notes: [] };
  const { command, cwd, signal, jobs } = request;
  const { root, home, onDenied } = confinement;
  const notes: string[] = [];
  const allowed = new Set<string>();
  let policy = firstPolicy(call.class, command, confinement);
  // What jobs serve outside of the sandbox is there for the session's own commands, too.
  if (policy.kind === "project" && jobs?.list().some(({ status }) => status === "running") === true)
    policy = { ...policy, ports: portsOfCommands() };
  for (let tries = 1; ; tries++) {
    const { result, ended } = await runOnce(confinement, call, request, { policy, allowed });
    if (ended === null) return { result, notes };
    const { after, wrapped } = ended;
    const { bounds } = wrapped;
    const denied = deniedTo({ command, cwd, home, kind: policy.kind, bounds, result, after });
    const words = deniedWords(denied.all, after);
    if (words.length > 0) onDenied?.(words, command);
    const exit =
      signal.aborted || tries >= mostTries ? null : wayOut(denied.toAsk, policy, { root, home, bounds });
    const answer =
      exit === null
        ? "no"
        : await call.ask?.({
            wants: say`more than the sandbox lets it do`,
            preview: { type: "command", command, cwd, how: say`once more, from its start, ${exit.how}` },
            reasons: exit.reasons,
          });
    if (exit === null || answer !== "yes" || signal.aborted)
      return { result, notes: [...notes, ...deniedNotes(words, after, bounds)] };
    notes.push(
      `The sandbox denied it ${words.join("; ")}; the user allowed it once more, ${exit.policy === "outside" ? "outside of the sandbox" : "with just that open to it"}. This is what that run gave.`,
    );
    if (exit.policy === "outside") return { result: await runCommand(request), notes };
    policy = exit.policy;
  }
}

type RunOnce = {
  readonly result: CommandResult;
  /** Null for one that nothing confines, and for one that goes on in the background. */
  readonly ended: { readonly wrapped: WrappedCommand; readonly after: AfterCommand } | null;
};

/** `allowed`: the hosts that the user let this call connect to; more may come. */
async function runOnce(
  confinement: Confinement,
  { ask }: Call,
  request: Request,
  { policy, allowed }: { readonly policy: CommandPolicy; readonly allowed: Set<string> },
): Promise<RunOnce> {
  const questions: Promise<unknown>[] = [];
  const onConnect = async (host: string, port: number | undefined): Promise<boolean> => {
    if (port === sshPort) return false;
    const address = port === undefined ? host : `${host}:${port}`;
    if (allowed.has(address)) return true;
    const asked = ask?.(connectQuestion(request, address));
    questions.push(Promise.resolve(asked));
    const may = (await asked) === "yes";
    if (may) allowed.add(address);
    return may;
  };
  const { command } = request;
  const mayConnect = policy.kind === "project" && ask !== undefined;
  const wrapped = await wrapOrRefuse(confinement, { command, ...(mayConnect ? { onConnect } : {}) }, policy);
  if (wrapped === null) return { result: await runCommand(request), ended: null };
  const looking =
    policy.ports === undefined ? null : setInterval(() => wrapped.reach(portsOfCommands()), lookMs);
  let result: CommandResult;
  try {
    result = await runCommand({ ...request, wrapped });
  } catch (thrown) {
    wrapped.after();
    throw thrown;
  } finally {
    if (looking !== null) clearInterval(looking);
  }
  // A question about it must not stay open behind its result.
  await Promise.all(questions);
  return { result, ended: result.movedToBackground === null ? { wrapped, after: wrapped.after() } : null };
}

function connectQuestion({ command, cwd }: Request, address: string): FurtherQuestion {
  return {
    wants: say`to connect to ${address}`,
    preview: { type: "command", command, cwd, how: say`while it waits: let it connect to ${address}` },
    reasons: [
      say`it wants to connect to ${address}; the network is off in the sandbox but for what you allow`,
    ],
  };
}
