/** Starting and talking to the process that holds the sandbox runtime. */
import { join } from "node:path";
import { say } from "../../words/say.ts";
import { killMarked, markVariable } from "../marked-processes.ts";
import { prepare } from "../process-group.ts";
import type { SandboxTools } from "./find-tools.ts";
import type { FromHost, ToHost } from "./srt-talk.ts";

export type HostLink = {
  send(message: ToHost): void;
  /** Resolves with the process's last words when it has ended. */
  readonly ended: Promise<string>;
  readonly isAlive: () => boolean;
  /** For tests that kill it. */
  readonly pid: number;
  close(): void;
};

export type HostSetup = {
  readonly tools: SandboxTools;
  readonly ripgrep: string;
  /** An empty folder of rein's own: sockets and the like are made in there. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onMessage: (message: FromHost) => void;
};

/** So long the runtime may take to be ready, ms; it takes a fifth of a second. */
const startLimitMs = 15_000;

/** What a proxy of the user's own is named by; credentials and the rest of the environment stay out. */
const passed = /^(HOME|LANG|LC_ALL|https?_proxy|all_proxy|no_proxy|BUN_RUNTIME_TRANSPILER_CACHE_PATH)$/i;

/**
 * Starts the process and resolves when it can wrap commands.
 *
 * @throws Error with its reason when it cannot.
 */
export async function startHost({ tools, ripgrep, folder, env, onMessage }: HostSetup): Promise<HostLink> {
  const mark = prepare();
  const ready = Promise.withResolvers<null>();
  const child = Bun.spawn(
    [process.execPath, "--no-env-file", "--no-install", join(import.meta.dir, "srt-host.ts")],
    {
      cwd: folder,
      env: { ...onlyPassed(env), PATH: "/usr/bin:/bin:/usr/sbin:/sbin", TMPDIR: folder, NO_COLOR: "1" },
      stdio: ["ignore", "ignore", "pipe"],
      // A Ctrl-C in the terminal is for rein.
      detached: true,
      serialization: "json",
      ipc(message: FromHost) {
        if (message.type === "ready") ready.resolve(null);
        else if (message.type === "failed") ready.reject(new Error(message.reason));
        else onMessage(message);
      },
    },
  );
  let alive = true;
  let closed = false;
  const ended = child.exited.then(async () => {
    alive = false;
    killMarked(`${markVariable}=${mark}`);
    const said = await child.stderr.text();
    return said.trim().slice(-500);
  });
  void ended.then((said) =>
    ready.reject(new Error(said === "" ? say`the process that holds it ended while it started` : said)),
  );
  const timer = setTimeout(
    () => ready.reject(new Error(say`it was not ready within ${startLimitMs / 1000} s`)),
    startLimitMs,
  );
  const close = () => {
    child.kill("SIGKILL");
    killMarked(`${markVariable}=${mark}`);
  };
  const link: HostLink = {
    // To one that has ended there is nothing to say; whoever waits for its answer is told by `ended`.
    send: (message) => {
      if (alive && !closed) child.send(message);
    },
    ended,
    isAlive: () => alive && !closed,
    pid: child.pid,
    close: () => {
      if (alive && !closed) child.disconnect();
      closed = true;
    },
  };
  try {
    link.send({ type: "start", ripgrep, ...tools, mark: { name: markVariable, value: mark } });
    await ready.promise;
  } catch (thrown) {
    close();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
  child.unref();
  return link;
}

function onlyPassed(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && passed.test(name) ? [[name, value]] : [],
    ),
  );
}
