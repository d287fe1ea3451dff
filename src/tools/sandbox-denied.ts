/** What a command was denied in its sandbox, and what the model is told of it. */
import { listensHere } from "../process/listening-ports.ts";
import type { CommandResult } from "../process/run-command.ts";
import { type Denial, denialsIn } from "../process/sandbox/denials.ts";
import type { AfterCommand, Bounds } from "../process/sandbox/sandbox.ts";

export type RanConfined = {
  readonly command: string;
  readonly cwd: string;
  /** The user's folder. */
  readonly home: string;
  readonly kind: "looks" | "project";
  readonly bounds: Bounds;
  readonly result: CommandResult;
  readonly after: AfterCommand;
};

export type Denied = {
  readonly all: readonly Denial[];
  /** Those because of which it may have failed: another try with more is worth a question. */
  readonly toAsk: readonly Denial[];
};

/** ssh logs in with keys, which are hidden, so letting it connect leads nowhere. */
export const sshPort = 22;

/** The denials that a path or a port speaks for, also where the exit code says that all is well. */
const certain: ReadonlySet<Denial["type"]> = new Set<Denial["type"]>(["write", "read", "local_port"]);

/** Looks which ports of this machine are listened on. */
export function deniedTo({ command, cwd, home, kind, bounds, result, after }: RanConfined): Denied {
  if (result.aborted || result.timedOut) return { all: [], toAsk: [] };
  const hasFailed = result.exitCode !== 0;
  const told = hasFailed || kind === "project" ? denialsIn(result.output, bounds, cwd, home) : [];
  const { deniedHosts } = after;
  const ssh = deniedHosts.flatMap((address): Denial[] =>
    address.endsWith(`:${sshPort}`) ? [{ type: "ssh", host: address.slice(0, -`:${sshPort}`.length) }] : [],
  );
  const read = told.filter(
    (denial) =>
      (hasFailed || certain.has(denial.type)) &&
      // A host that was refused by its name explains what else did not get through.
      (denial.type !== "network" || deniedHosts.length === 0) &&
      (denial.type !== "local_port" || listensHere(denial.port)),
  );
  const all = ssh.length > 0 ? ssh : read;
  // What stands behind a pipe has the last word about the exit code, whatever became of the command before it.
  return { all, toAsk: hasFailed || command.includes("|") ? all : [] };
}

/** In a few words each. */
export function deniedWords(denials: readonly Denial[], { deniedHosts }: AfterCommand): readonly string[] {
  return [
    ...denials.flatMap((denial) => wordsOf(denial) ?? []),
    ...deniedHosts.map((host) => `connecting to ${host}`),
  ];
}

/** What the model is told, a sentence each. */
export function deniedNotes(
  denied: readonly string[],
  { endedChildren }: AfterCommand,
  { writable }: Bounds,
): string[] {
  const [, ...places] = writable;
  const where = places.length === 0 ? "nothing but $TMPDIR" : `${places.join(", ")} and $TMPDIR`;
  return [
    ...(denied.length === 0
      ? []
      : [
          `The sandbox denied: ${denied.join("; ")}. Writable in it: ${where}; the network is off but for hosts that the user allows.`,
        ]),
    ...(endedChildren
      ? [
          "What it left running ended with it: each command has a sandbox of its own. For a server use run_in_background.",
        ]
      : []),
  ];
}

/** Null for what the refused host says already. */
function wordsOf(denial: Denial): string | null {
  switch (denial.type) {
    case "write":
      return `writing ${denial.path}`;
    case "write_somewhere":
      return "writing outside of what is writable";
    case "read":
      return `reading ${denial.path}`;
    case "login":
      return "the user's keys and logins";
    case "ssh":
      return null;
    case "unix_socket":
      return "connecting to a Unix socket";
    case "local_port":
      return `connecting to localhost:${denial.port}, where a program outside waits`;
    case "network":
      return "the network, for a program that does not take the proxy in $HTTPS_PROXY";
    default:
      return denial satisfies never;
  }
}
