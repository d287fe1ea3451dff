/**
 * The sandbox of `@anthropic-ai/sandbox-runtime`: bubblewrap on Linux, seatbelt on macOS, and a proxy for the hosts that
 * the user lets a command connect to.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { say } from "../../words/say.ts";
import { ownFolder } from "../folder-track.ts";
import { markVariable } from "../marked-processes.ts";
import { createConnections } from "./connections.ts";
import { findSandboxTools, type SandboxTools } from "./find-tools.ts";
import { innerScript, innerVariables } from "./inner-script.ts";
import { createLookout, type Lookout } from "./lookout.ts";
import { probeSandbox } from "./probe.ts";
import { missingTool, troubleIn } from "./reasons.ts";
import type {
  AfterCommand,
  CommandPolicy,
  ConfinedCall,
  Finding,
  Sandbox,
  SandboxStatus,
  WrappedCommand,
} from "./sandbox.ts";
import { tellPort } from "./port-fifo.ts";
import { type HostLink, startHost } from "./srt-link.ts";
import { boundsOf, filesystemRules, type SandboxPlaces } from "./srt-policy.ts";
import type { FromHost } from "./srt-talk.ts";
import { createStandIns } from "./stand-ins.ts";

export type SrtOptions = SandboxPlaces & {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The ripgrep that comes with rein; null where there is none. */
  readonly ripgrep: string | null;
  /** Why a path of the project may not be written unasked, or null. */
  readonly protection: (path: string) => string | null;
  /** Told of what a command has brought about that makes other programs run something. Must not throw. */
  readonly onFindings: (findings: readonly Finding[]) => void;
  /** Told once in a sentence when not all of the project can be watched. Must not throw. */
  readonly onIncomplete: (sentence: string) => void;
  /** Told when the sandbox is lost, and when it is there again. Must not throw. */
  readonly onStatus?: (status: SandboxStatus) => void;
  /** @default those on the PATH and of the package */
  readonly tools?: SandboxTools;
};

/** The look behind a command serves the next one, when that comes at once, ms. */
const freshMs = 100;

/** The sandbox, and the process behind it, which can be told from it for tests. */
export type SrtSandbox = Sandbox & { readonly hostPid: number | null };

/** Starts nothing: `probe` does. */
export function createSrtSandbox(options: SrtOptions): SrtSandbox {
  const { env, root, ripgrep } = options;
  const standIns = createStandIns();
  const lookout: Lookout = createLookout({ ...options, isOurs: (path) => standIns.has(path) });
  const connections = createConnections((message) => host?.send(message));
  const waiting = new Map<
    number,
    { resolve: (argv: readonly string[] | null) => void; reject: (why: Error) => void }
  >();
  let status: SandboxStatus | null = null;
  let probed: Promise<SandboxStatus> | undefined;
  let starting: Promise<HostLink> | undefined;
  let host: HostLink | null = null;
  let found: SandboxTools | null = null;
  let wrapped = 0;
  /** What ended commands have left to do; never rejects. */
  let clearing: Promise<unknown> = Promise.resolve();
  let closed = false;

  const setStatus = (next: SandboxStatus): SandboxStatus => {
    const changed = status !== null && status.type !== next.type;
    status = next;
    if (changed) options.onStatus?.(next);
    return next;
  };

  const onMessage = (message: FromHost): void => {
    switch (message.type) {
      case "wrapped":
        waiting.get(message.id)?.resolve(message.argv);
        waiting.delete(message.id);
        return;
      case "cleared":
        waiting.get(message.id)?.resolve(null);
        waiting.delete(message.id);
        return;
      case "refused":
        waiting.get(message.id)?.reject(new Error(message.reason));
        waiting.delete(message.id);
        return;
      case "ask":
        void connections.answer(message);
        return;
      case "ready":
      case "failed":
        return;
      default:
        message satisfies never;
    }
  };

  const start = async (tools: SandboxTools, program: string): Promise<HostLink> => {
    const own = ownFolder();
    if (own === null) throw new Error(say`there is no folder for small files: $TMPDIR cannot be written to`);
    const folder = join(own, "sandbox");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const link = await startHost({ tools, ripgrep: program, folder, env, onMessage });
    if (closed) link.close();
    host = link;
    void link.ended.then((said) => {
      if (host === link) host = null;
      starting = undefined;
      for (const { reject } of waiting.values())
        reject(new Error(said || say`the process that holds the sandbox ended`));
      waiting.clear();
    });
    return link;
  };

  /** Looked for anew when one of them is gone. */
  const findTools = (): SandboxTools => {
    const isThere = found !== null && Object.values(found).every((tool) => tool !== null && existsSync(tool));
    if (found === null || !isThere) found = options.tools ?? findSandboxTools(env["PATH"] ?? "", root);
    return found;
  };

  /** The process, started anew when somebody has ended it: commands that ran then have no network any more. */
  const ready = async (): Promise<HostLink> => {
    if (closed) throw new Error(say`the session is over`);
    const tools = findTools();
    const missing = missingTool(tools, ripgrep);
    if (missing !== null || ripgrep === null)
      throw new SandboxLost(
        missing ?? { reason: say`the ripgrep that comes with rein is missing`, help: "" },
      );
    starting ??= start(tools, ripgrep);
    try {
      return await starting;
    } catch (thrown) {
      starting = undefined;
      throw thrown;
    }
  };

  const askHost = (link: HostLink, send: (id: number) => void): Promise<readonly string[] | null> => {
    if (!link.isAlive()) return Promise.reject(new Error(say`the process that holds the sandbox ended`));
    wrapped += 1;
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[] | null>();
    waiting.set(wrapped, { resolve, reject });
    send(wrapped);
    return promise;
  };

  const wrapNow = async (call: ConfinedCall, policy: CommandPolicy): Promise<WrappedCommand> => {
    const link = await ready();
    const own = ownFolder();
    if (own === null) throw new Error(say`there is no folder for small files: $TMPDIR cannot be written to`);
    const landscape = policy.kind === "project" ? await lookout.look(freshMs) : null;
    const runFolder = mkdtempSync(join(own, "run-"));
    const places = {
      ...options,
      guarded: [...options.guarded, join(own, "start.bash"), join(own, "sandbox")],
    };
    const bounds = boundsOf(policy, places, landscape, runFolder);
    const key = crypto.randomUUID();
    const rules = filesystemRules(bounds, options);
    const script = innerScript(markVariable);
    const reached = new Set(policy.ports);
    const allowPorts = (ports: Iterable<number>) =>
      link.send({ type: "allow", key, hosts: Array.from(ports, (port) => `localhost:${port}`) });
    const morePorts = join(runFolder, "ports");
    let argv: readonly string[] | null;
    standIns.begin(bounds.guarded);
    try {
      argv = await askHost(link, (id) => link.send({ type: "wrap", id, key, script, rules }));
      if (reached.size > 0) allowPorts(reached);
    } catch (thrown) {
      standIns.end();
      rmSync(runFolder, { recursive: true, force: true });
      throw thrown;
    }
    connections.begin(key, call.onConnect);
    const leftFile = join(runFolder, "left");
    const clear = async (): Promise<void> => {
      // Gone meanwhile, it has nothing left to clear.
      await askHost(link, (id) => link.send({ type: "ended", id, key })).catch(() => null);
      standIns.end();
      rmSync(runFolder, { recursive: true, force: true });
      if (policy.kind === "project") await lookout.look();
    };
    const end = (): AfterCommand => {
      const deniedHosts = connections.end(key);
      const endedChildren = existsSync(leftFile);
      clearing = Promise.all([clearing, clear()]);
      return { deniedHosts, endedChildren };
    };
    let after: AfterCommand | undefined;
    const scratch =
      policy.kind === "project" && options.scratch !== null && existsSync(options.scratch)
        ? options.scratch
        : null;
    return {
      argv: argv ?? [],
      env: {
        [innerVariables.command]: call.command,
        ...(scratch === null ? {} : cachesIn(scratch)),
        [innerVariables.temporary]: scratch ?? runFolder,
        [innerVariables.leftFile]: leftFile,
        [innerVariables.ports]: [...reached].join(" "),
        [innerVariables.morePorts]: policy.ports === undefined ? "" : morePorts,
        [innerVariables.socat]: findTools().socat ?? "",
      },
      runFolder,
      bounds,
      reach(ports) {
        for (const port of ports) {
          if (reached.has(port)) continue;
          allowPorts([port]);
          if (tellPort(morePorts, port)) reached.add(port);
        }
      },
      after: () => (after ??= end()),
    };
  };

  const probe = async (): Promise<SandboxStatus> => {
    try {
      await ready();
      const problem = await probeSandbox(wrapNow, root, findTools().socat);
      return setStatus(problem === null ? { type: "on" } : { type: "off", ...problem });
    } catch (thrown) {
      return setStatus(offBecause(thrown));
    }
  };

  return {
    get status() {
      return status;
    },
    get hostPid() {
      return host?.pid ?? null;
    },
    async probe() {
      const known = await (probed ??= probe());
      await clearing;
      return known;
    },
    async wrap(call, policy) {
      const known = await (probed ??= probe());
      if (known.type === "off") throw new Error(known.reason);
      try {
        return await wrapNow(call, policy);
      } catch (thrown) {
        const off = offBecause(thrown);
        setStatus(off);
        // Whoever asks next finds out anew.
        probed = undefined;
        throw new Error(off.reason, { cause: thrown });
      }
    },
    close() {
      closed = true;
      host?.close();
    },
  };
}

/** Caches that programs cannot do without, and that lie in the home folder, where nothing is writable. */
function cachesIn(folder: string): Readonly<Record<string, string>> {
  return { GOCACHE: join(folder, "go-build") };
}

/** Something that the sandbox is made with is missing. */
class SandboxLost extends Error {
  readonly trouble: { readonly reason: string; readonly help: string };

  constructor(trouble: { readonly reason: string; readonly help: string }) {
    super(trouble.reason);
    this.trouble = trouble;
  }
}

function offBecause(thrown: unknown): Extract<SandboxStatus, { type: "off" }> {
  const trouble =
    thrown instanceof SandboxLost
      ? thrown.trouble
      : troubleIn(thrown instanceof Error ? thrown.message : String(thrown));
  return { type: "off", ...trouble };
}
