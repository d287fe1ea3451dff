/**
 * The rules that the user has answered "always" with, by project: a file of the user's, so that no repository holds or
 * brings them. A line is added for every rule that is kept or forgotten and none is rewritten, so two rein that run at
 * once cannot lose each other's.
 */
import { closeSync, fstatSync, ftruncateSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { whyNotBelieved } from "../private-files/believable.ts";
import { oneAtATime } from "../private-files/one-at-a-time.ts";
import { openToAppend, openToRead, writeWhole } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { configFolder, type Environment } from "./paths.ts";

const lineSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** The project's folder: absolute and real. */
  project: z.string(),
  rule: z.string(),
  kept: z.boolean(),
});
type Line = z.infer<typeof lineSchema>;

export type RememberedRules = {
  /** In the order in which they were kept. */
  readonly rules: readonly string[];
  /** Why the file does not count, in a sentence for the user; null when it does. */
  readonly fault: string | null;
};

/** Where they are kept. */
export function rememberedRulesFile(env: Environment): string {
  return join(configFolder(env), "remembered-rules.jsonl");
}

/**
 * The rules that are kept for a project. Never throws: of a file that cannot be read in every line nothing counts,
 * because a rule may have been forgotten there.
 */
export function readRememberedRules(env: Environment, project: string): RememberedRules {
  const file = rememberedRulesFile(env);
  const read = look(file, project);
  if (read.fault === null) return read;
  try {
    // A line that another rein is writing is seen by halves, a page at a time.
    return oneAtATime(file, () => look(file, project));
  } catch {
    return read;
  }
}

function look(file: string, project: string): RememberedRules {
  try {
    const rules = new Set<string>();
    for (const line of readLines(file)) {
      if (line.project !== project) continue;
      if (line.kept) rules.add(line.rule);
      else rules.delete(line.rule);
    }
    return { rules: [...rules], fault: null };
  } catch (thrown) {
    const fault = say`The remembered rules in ${file} could not be read: ${messageOf(thrown)}. The file was left as it is, and nothing is allowed by it. Repair it, or remove it.`;
    return { rules: [], fault };
  }
}

/**
 * Keeps a rule for a project, or forgets it. Throws a `UserError` when it cannot be written, or when what stands there
 * could not be read afterwards.
 */
export function writeRememberedRule(env: Environment, line: Omit<Line, "at">, now: number): void {
  const file = rememberedRulesFile(env);
  const written: Line = { at: new Date(now).toISOString(), ...line };
  try {
    ensurePrivateFolder(configFolder(env), { mayBeLink: true });
    oneAtATime(file, () => {
      const { fault } = look(file, line.project);
      if (fault !== null) throw new UserError(fault);
      append(file, `${JSON.stringify(written)}\n`);
    });
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError(say`The rule ${line.rule} could not be kept in ${file}: ${messageOf(cause)}.`, {
      cause,
    });
  }
}

/** The whole line or nothing of it: half of one would make all rules count for nothing. */
function append(file: string, text: string): void {
  const fd = openToAppend(file);
  try {
    const { size } = fstatSync(fd);
    try {
      writeWhole(fd, text);
    } catch (thrown) {
      ftruncateSync(fd, size);
      throw thrown;
    }
  } finally {
    closeSync(fd);
  }
}

function readLines(file: string): readonly Line[] {
  let fd: number;
  try {
    fd = openToRead(file);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw thrown;
  }
  try {
    const doubt = whyNotBelieved(fstatSync(fd), file);
    if (doubt !== null) throw new Error(doubt);
    const lines = readFileSync(fd, "utf8").split("\n");
    return lines.flatMap((line, at) => (line === "" ? [] : [lineOf(line, at + 1)]));
  } finally {
    closeSync(fd);
  }
}

function lineOf(text: string, number: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(say`line ${number} is not JSON`);
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) throw new Error(say`line ${number} is no rule`);
  return parsed.data;
}
