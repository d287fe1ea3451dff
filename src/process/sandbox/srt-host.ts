/**
 * The process that holds the sandbox runtime. It is one of its own because the runtime looks for what to protect in
 * the folder it stands in, and leaves empty files there while commands run; because some of it waits for programs
 * without letting anything else run; and because a fault in it must not be one of rein's. It stands in an empty folder
 * of rein's and ends with rein.
 */
import { SandboxManager } from "@anthropic-ai/sandbox-runtime";
import { messageOf } from "../../protocol/error.ts";
import type { FromHost, ToHost } from "./srt-talk.ts";

const answers = new Map<number, (allow: boolean) => void>();
let asked = 0;
/** Of `allow`, by key: what the user allows one command comes one host at a time. */
const allowed = new Map<string, Set<string>>();

function tell(message: FromHost): void {
  process.send?.(message);
}

async function start({
  ripgrep,
  bwrap,
  socat,
  seccomp,
  mark,
}: Extract<ToHost, { type: "start" }>): Promise<void> {
  // What the runtime starts has the mark from here, so that whatever ends rein's commands ends it too.
  process.env[mark.name] = mark.value;
  await SandboxManager.initialize(
    {
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
      ripgrep: { command: ripgrep },
      mandatoryDenySearchDepth: 1,
      enableWeakerNestedSandbox: false,
      ...(bwrap === null ? {} : { bwrapPath: bwrap }),
      ...(socat === null ? {} : { socatPath: socat }),
      ...(seccomp === null ? {} : { seccomp: { applyPath: seccomp } }),
    },
    ({ host, port }) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      asked += 1;
      answers.set(asked, resolve);
      tell({ type: "ask", id: asked, host, port });
      return promise;
    },
  );
  // The runtime calls it a warning that nothing closes Unix sockets; here it is none.
  const { warnings } = SandboxManager.checkDependencies();
  const open = warnings.find((warning) => warning.includes("seccomp"));
  tell(open === undefined ? { type: "ready" } : { type: "failed", reason: open });
}

async function wrap({ id, key, script, rules }: Extract<ToHost, { type: "wrap" }>): Promise<void> {
  const { denyRead, allowRead, allowWrite, denyWrite } = rules;
  const filesystem = {
    denyRead: [...denyRead],
    allowRead: [...allowRead],
    allowWrite: [...allowWrite],
    denyWrite: [...denyWrite],
  };
  try {
    const { argv } = await SandboxManager.wrapWithSandboxArgv(
      script,
      "/bin/bash",
      { filesystem },
      undefined,
      undefined,
      { commandId: key },
    );
    tell({ type: "wrapped", id, argv });
  } catch (thrown) {
    tell({ type: "refused", id, reason: messageOf(thrown) });
  }
}

process.on("message", (message: ToHost) => {
  switch (message.type) {
    case "start":
      start(message).catch((thrown: unknown) => tell({ type: "failed", reason: messageOf(thrown) }));
      return;
    case "wrap":
      void wrap(message);
      return;
    case "allow": {
      const hosts = new Set([...(allowed.get(message.key) ?? []), ...message.hosts]);
      allowed.set(message.key, hosts);
      SandboxManager.registerCommandNetworkLists(message.key, { allowedDomains: [...hosts] });
      return;
    }
    case "answer":
      answers.get(message.id)?.(message.allow);
      answers.delete(message.id);
      return;
    case "ended":
      allowed.delete(message.key);
      SandboxManager.unregisterCommandNetworkLists(message.key);
      SandboxManager.cleanupAfterCommand();
      tell({ type: "cleared", id: message.id });
      return;
    default:
      message satisfies never;
  }
});

// rein is gone, however it went: what stands in for files that are not there goes, and what bridges the network.
const leave = () => process.exit(0);
process.on("disconnect", () => {
  SandboxManager.reset().then(leave, leave);
});
