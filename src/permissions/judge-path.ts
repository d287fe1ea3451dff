/** May this file be read, or written? */
import { relative } from "node:path";
import { allow, ask, deny, type Judgement, type Policy, type Facts } from "./judgement.ts";
import { isInside } from "./place.ts";
import { hasGlob, matchesPath, matchesPathOrParent, namesFile } from "./rule.ts";
import { isSecretLooking, readProtection, writeProtection } from "./sensitive-paths.ts";

/** Judges one access to a real, absolute path. */
export function judgePath(kind: "read" | "write", path: string, policy: Policy, facts: Facts): Judgement {
  const { root } = facts;
  const shown = isInside(root, path) ? relative(root, path) || "." : path;
  const verb = kind === "read" ? "reads" : "changes";
  const denied = policy.rules.deny.find((rule) => matchesPathOrParent(rule, kind, path, facts));
  if (denied !== undefined) return deny(`the rule ${denied.text} forbids it`);
  if (kind === "write" && policy.mode === "plan")
    return deny(`plan mode: only reading is possible, and this changes ${shown}`);

  const protection =
    kind === "read" ? readProtection(path, facts.ownFolders) : writeProtection(path, root, facts.ownFolders);
  if (protection !== null) return ask(`it ${verb} ${shown} (${protection}); this is always asked`);

  const secret = isSecretLooking(path);
  const rule = [...policy.rules.allow, ...policy.sessionRules].find(
    (rule) => matchesPath(rule, kind, path, facts) && (!secret || namesFile(rule)),
  );
  if (rule !== undefined) return allow(`the rule ${rule.text} allows it`);

  const candidate = ruleFor(kind, path, facts);
  if (secret) return ask(`it ${verb} ${shown}, which looks like it holds secrets`, candidate);
  const inside = isInside(root, path);
  if (kind === "read") {
    return inside
      ? allow("it only reads inside the project")
      : ask(`it reads outside the project: ${path}`, candidate);
  }
  if (!inside) return ask(`it changes a file outside the project: ${path}`, candidate);
  if (policy.mode === "accept-edits" || policy.mode === "auto") {
    return allow(`${policy.mode} mode: it changes a file inside the project`);
  }
  return ask(`it changes ${shown}`, candidate);
}

/** The rule for this file alone, or undefined where its name would mean more as a rule. */
function ruleFor(kind: "read" | "write", path: string, facts: Facts): string | undefined {
  const inside = isInside(facts.root, path) && path !== facts.root;
  const name = inside ? relative(facts.root, path) : path;
  // `~/x` inside the project would be the home folder as a rule.
  if (hasGlob(name) || name.startsWith("~") || /[\p{Cc}\p{Cf}]|^\s|\s$/u.test(name)) return undefined;
  return `${kind === "read" ? "read" : "edit"}(${name})`;
}
