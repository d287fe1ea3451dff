/** A policy with its options, asked about one access at a time. The project is /repo, the home folder /home/u. */
import { createPolicy, type PolicyOptions } from "../../src/permissions/policy.ts";
import type { Decision } from "../../src/protocol/approval.ts";
import type { Access } from "../../src/protocol/tool-result.ts";

export const place = { root: "/repo", home: "/home/u" };

export type Options = Partial<PolicyOptions>;

export function decide(access: Access | Access[], { mode = "ask", ...more }: Options = {}): Decision {
  const accesses = Array.isArray(access) ? access : [access];
  return createPolicy({ ...place, unconfinedAuto: true, mode, ...more }).decide({ tool: "any", accesses });
}

export const bash = (command: string) => ({
  tool: "bash",
  accesses: [{ type: "execute", command, cwd: "/repo" }] as const,
});
export const run = (command: string, options?: Options) =>
  decide({ type: "execute", command, cwd: "/repo" }, options);
export const read = (path: string, options?: Options) => decide({ type: "read", path }, options);
export const write = (path: string, options?: Options) => decide({ type: "write", path }, options);
