/** The rules and the mode that hold in a project, from the settings and from what the user has answered before. */
import { isBroad } from "../permissions/broad-rules.ts";
import type { PolicyOptions } from "../permissions/policy.ts";
import { parseRule, ruleFault } from "../permissions/rule.ts";
import { messageOf } from "../protocol/error.ts";
import type { LoadedSettings } from "../settings/load.ts";
import type { Environment } from "../settings/paths.ts";
import {
  readRememberedRules,
  rememberedRulesFile,
  writeRememberedRule,
} from "../settings/remembered-rules.ts";
import { say } from "../words/say.ts";

export type RulesInForce = Pick<PolicyOptions, "mode" | "distrust"> & {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  /** Those of `allow` that stand in no settings and on no command line. */
  readonly remembered: readonly string[];
  /** What the user should know, a sentence each. */
  readonly warnings: readonly string[];
};

/** What holds in `project` (absolute and real). One look at the disk; never throws. */
export function rulesInForce(
  { settings, distrust }: Pick<LoadedSettings, "settings" | "distrust">,
  env: Environment,
  project: string,
): RulesInForce {
  const { permissionMode: mode, allow, ask, deny } = settings;
  if (distrust !== null) {
    return {
      mode: mode === "plan" ? mode : "ask",
      allow: [],
      ask,
      deny,
      distrust,
      remembered: [],
      warnings: [],
    };
  }
  const { rules, fault } = readRememberedRules(env, project);
  const faults = new Map(
    rules.flatMap((rule) => {
      const fault = faultOf(rule);
      return fault === null ? [] : [[rule, fault] as const];
    }),
  );
  const remembered = rules.filter((rule) => !faults.has(rule) && !allow.includes(rule));
  return {
    mode,
    allow: [...allow, ...remembered],
    ask,
    deny,
    distrust: undefined,
    remembered,
    warnings: [
      ...(fault === null ? [] : [fault]),
      ...[...faults.values()].map((why) => say`${rememberedRulesFile(env)}: ${why} It is ignored.`),
    ],
  };
}

/** Why a rule is not kept beyond the session, or null: it is none, or it leaves open what it allows. */
export function faultOf(rule: string): string | null {
  const fault = ruleFault(rule);
  if (fault !== null) return fault;
  return isBroad(parseRule(rule))
    ? say`The rule ${rule} allows nearly anything, so it is not kept; it may stand in your settings or on the command line.`
    : null;
}

/** Keeps rules for a project and tells whoever listens where that fails: they then hold for the session only. */
export function ruleKeeper(env: Environment, project: string) {
  let tell: ((message: string) => void) | undefined;
  return {
    onRemember(rule: string): void {
      try {
        if (faultOf(rule) === null) writeRememberedRule(env, { project, rule, kept: true }, Date.now());
      } catch (thrown) {
        tell?.(say`${messageOf(thrown)} The rule holds until rein ends.`);
      }
    },
    onTrouble(listener: (message: string) => void): void {
      tell = listener;
    },
  };
}
