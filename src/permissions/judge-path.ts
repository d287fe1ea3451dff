/** May this file be read, or written? */
import { relative, resolve } from "node:path";
import type { Access } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import {
  allow,
  allowRules,
  ask,
  askAlways,
  deny,
  type Judgement,
  type Policy,
  type Facts,
} from "./judgement.ts";
import { isInside, isOwnOutput } from "./place.ts";
import { hasGlob, matchesPath, matchesPathOrParent, namesFile } from "./rule.ts";
import { hidesCharacters } from "./compared-names.ts";
import {
  homeProtection,
  isHomeSecret,
  isPublicSystemFile,
  isSecretLooking,
  readProtection,
  writeProtection,
} from "./sensitive-paths.ts";

export type PathAccess = Extract<Access, { readonly type: "read" | "write" }>;

/** Judges one access to a real, absolute path. */
export function judgePath(access: PathAccess, policy: Policy, facts: Facts): Judgement {
  const { type: kind, path } = access;
  const { root } = facts;
  const shown = isInside(root, path) ? relative(root, path) || "." : path;
  const reads = kind === "read";
  const denied = policy.rules.deny.find((rule) => matchesPathOrParent(rule, kind, path, facts));
  if (denied !== undefined) return deny(say`the rule ${denied.text} forbids it`);
  if (kind === "write" && policy.mode === "plan")
    return deny(say`plan mode: only reading is possible, and this changes ${shown}`);

  if (kind === "read" && isOwnOutput(path, facts))
    return allow(say`it reads the output of the session's own commands`);
  if (facts.scratchFolder !== undefined && isInside(facts.scratchFolder, path))
    return allow(say`it is in the session's own folder for what does not belong to the project`);

  const protection = protectionOf(access, facts);
  if (protection !== null)
    return askAlways(
      reads ? say`it reads ${shown} (${protection})` : say`it changes ${shown} (${protection})`,
    );

  const asked = policy.rules.ask?.find((rule) => matchesPathOrParent(rule, kind, path, facts));
  if (asked !== undefined) return ask(say`the rule ${asked.text} has it asked`);
  const secret = isSecretLooking(path);
  const rule = allowRules(policy).find(
    (rule) => matchesPath(rule, kind, path, facts) && (!secret || namesFile(rule)),
  );
  if (rule !== undefined) return allow(say`the rule ${rule.text} allows it`);

  const candidate = ruleFor(kind, path, facts);
  if (secret)
    return ask(
      reads
        ? say`it reads ${shown}, which looks like it holds secrets`
        : say`it changes ${shown}, which looks like it holds secrets`,
      candidate,
    );
  const inside = isInside(root, path);
  if (kind === "read" && isPublicSystemFile(path)) return allow(say`it only reads what describes the system`);
  if (inside && hidesCharacters(relative(root, path))) {
    return ask(
      reads
        ? say`it reads ${shown}, whose name holds characters that do not show`
        : say`it changes ${shown}, whose name holds characters that do not show`,
      candidate,
    );
  }
  if (kind === "read") {
    return inside
      ? allow(say`it only reads inside the project`)
      : ask(say`it reads outside the project: ${path}`, candidate);
  }
  if (!inside) return ask(say`it changes a file outside the project: ${path}`, candidate);
  if (policy.mode === "accept-edits" || policy.mode === "auto") {
    return allow(say`${policy.mode} mode: it changes a file inside the project`);
  }
  return ask(say`it changes ${shown}`, candidate);
}

/** Why no rule and no mode lets this run by itself, or null. */
function protectionOf(access: PathAccess, { root, home, ownFolders }: Facts): string | null {
  const { path } = access;
  // Everything here compares real paths; one that is none must not pass for a place in the project.
  if (resolve(path) !== path) return say`a path that was not followed to its end`;
  const read = isHomeSecret(path, home) ? say`a store of credentials` : null;
  if (access.type === "read") return readProtection(path, ownFolders) ?? read;
  const protection = writeProtection(path, root, ownFolders) ?? homeProtection(path, { root, home }) ?? read;
  if (protection !== null) return protection;
  if (access.caution === "other_names")
    return say`it has other names, hard links, which keep the old content`;
  const leavesByLink = access.caution === "dangling_link" && !isInside(root, path);
  return leavesByLink ? say`a link that leads to nothing yet stands for it` : null;
}

/** The rule for this file alone, or undefined where its name would mean more as a rule. */
function ruleFor(kind: "read" | "write", path: string, facts: Facts): string | undefined {
  const inside = isInside(facts.root, path) && path !== facts.root;
  const name = inside ? relative(facts.root, path) : path;
  // `~/x` inside the project would be the home folder as a rule.
  if (hasGlob(name) || name.startsWith("~") || /[\p{Cc}\p{Cf}]|^\s|\s$/u.test(name)) return undefined;
  return `${kind === "read" ? "read" : "edit"}(${name})`;
}
