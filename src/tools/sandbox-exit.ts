/** What would have to be allowed for a command that was denied something, and how that is put to the user. */
import { keptPlace, placeToOpen } from "../process/sandbox/bounds.ts";
import type { Denial } from "../process/sandbox/denials.ts";
import type { Bounds, CommandPolicy } from "../process/sandbox/sandbox.ts";
import { isInside } from "../workspace/paths.ts";
import { say } from "../words/say.ts";

export type WayOut = {
  readonly policy: CommandPolicy | "outside";
  /** As in "with /srv/data writable". */
  readonly how: string;
  readonly reasons: readonly string[];
};

/** The project's folder and the user's, and what the command was confined to. */
export type Confines = { readonly root: string; readonly home: string; readonly bounds: Bounds };

/** Null when no permission would help. Pure but for looking which paths exist. */
export function wayOut(denials: readonly Denial[], policy: CommandPolicy, confines: Confines): WayOut | null {
  let wanted: CommandPolicy | "outside" = policy;
  for (const denial of denials) if (wanted !== "outside") wanted = allowing(denial, wanted, confines);
  const how =
    wanted === "outside" ? say`outside of the sandbox, with all that you may do` : howOf(wanted, policy);
  const reasons = denials.map((denial) => reasonOf(denial, confines));
  return how === "" ? null : { policy: wanted, how, reasons };
}

/** The policy with just what this denial asks for. */
function allowing(
  denial: Denial,
  policy: CommandPolicy,
  { root, home, bounds }: Confines,
): CommandPolicy | "outside" {
  if (denial.type === "local_port") return { ...policy, ports: [...(policy.ports ?? []), denial.port] };
  if (denial.type !== "write") return "outside";
  const { path } = denial;
  if (isInside(root, path)) {
    const kept = keptPlace(path, bounds);
    return {
      ...policy,
      kind: "project",
      lifted: [...(policy.lifted ?? []), ...(kept === null ? [] : [kept])],
    };
  }
  const place = placeToOpen(path, { root, home });
  return place === null ? "outside" : { ...policy, writable: [...(policy.writable ?? []), place] };
}

/** What `wanted` has beyond `before`; empty for nothing. */
function howOf(wanted: CommandPolicy, before: CommandPolicy): string {
  const places = [
    ...added(wanted.writable, before.writable),
    ...added(wanted.lifted, before.lifted),
    ...(wanted.kind === before.kind ? [] : [say`the project`]),
  ];
  const ports = added(wanted.ports, before.ports).map((port) => `localhost:${port}`);
  const more = [
    ...(places.length === 0 ? [] : [say`${places.join(say` and `)} writable`]),
    ...(ports.length === 0 ? [] : [say`${ports.join(say` and `)} reachable`]),
  ];
  return more.length === 0 ? "" : say`with ${more.join(say`, and `)}`;
}

function added<T>(now: readonly T[] = [], before: readonly T[] = []): readonly T[] {
  return [...new Set(now)].filter((one) => !before.includes(one));
}

function reasonOf(denial: Denial, { root, bounds }: Confines): string {
  switch (denial.type) {
    case "write": {
      const { path } = denial;
      if (!isInside(root, path))
        return say`it was kept from writing ${path}, which is outside of the project`;
      return keptPlace(path, bounds) === null
        ? say`it was taken for one that only looks, and wants to write ${path}`
        : say`it was kept from writing ${path}: other programs run or read their settings from there`;
    }
    case "write_somewhere":
      return say`it was kept from writing somewhere outside of the project`;
    case "read":
      return say`it could not read ${denial.path}, which is hidden in the sandbox`;
    case "login":
      return say`it has no login: keys and logins are hidden in the sandbox`;
    case "ssh":
      return say`it connects to ${denial.host} by ssh, and keys are hidden in the sandbox`;
    case "unix_socket":
      return say`it could not connect to a Unix socket: the sandbox closes them`;
    case "local_port":
      return say`nothing answers at localhost:${denial.port} in the sandbox; outside a program waits there`;
    case "network":
      return say`it reached no network: it does not take the sandbox's proxy, the only way out`;
    default:
      return denial satisfies never;
  }
}
