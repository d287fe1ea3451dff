/**
 * The shared cases: a path, and whether a file tool may use it unasked. Skipped where the folder is absent.
 *
 * A folder stands for `/`, with `repo` and `home/u` in it. Paths are resolved there on the real disk, and what comes out
 * is decided with the folder's name taken off again.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { createPolicy } from "../../src/permissions/policy.ts";
import type { Decision, PermissionMode } from "../../src/protocol/approval.ts";
import type { Access } from "../../src/protocol/tool-result.ts";
import { FileError } from "../../src/workspace/file-error.ts";
import { resolveName, resolvePath, writeAccess } from "../../src/workspace/paths.ts";

const caseSchema = z.object({
  id: z.string(),
  op: z.enum(["read", "write", "delete"]),
  cwd: z.string(),
  path: z.string(),
  expect: z.enum(["allow", "ask", "deny_or_always_ask"]),
  why: z.string(),
  platform: z.string(),
  outside: z.boolean().optional(),
  race: z.object({ between: z.string(), replace: z.string(), with_symlink_to: z.string() }).optional(),
  fs: z
    .array(z.object({ path: z.string(), type: z.enum(["symlink", "hardlink"]), target: z.string() }))
    .optional(),
});
type Case = z.infer<typeof caseSchema>;

const file = join(import.meta.dir, "../../../shared/cases/paths.jsonl");
const cases: readonly Case[] = existsSync(file)
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => caseSchema.parse(JSON.parse(line)))
  : [];

let disk = "";
beforeAll(() => {
  disk = realpathSync(mkdtempSync(join(tmpdir(), "rein-test-")));
});
afterAll(() => rmSync(disk, { recursive: true, force: true }));

/** Folders that the cases speak of and that have to be there; each is seen below `disk`. */
const standIns = /^\/(repo|repo-evil|repository|home)(\/|$)/;
const onDisk = (path: string) => (standIns.test(path) ? disk + path : path);
const offDisk = (path: string) =>
  path === disk ? "/" : path.startsWith(`${disk}/`) ? path.slice(disk.length) : path;

function furnish({ cwd, fs = [] }: Case): void {
  for (const name of ["repo", "home", "repo-evil", "etc"])
    rmSync(join(disk, name), { recursive: true, force: true });
  for (const folder of ["/repo/src", "/repo/a", "/repo/.git", "/repo-evil", "/home/u", cwd]) {
    mkdirSync(onDisk(folder), { recursive: true });
  }
  mkdirSync(`${disk}/etc`, { recursive: true });
  for (const name of ["/repo/README.md", "/repo/src/f0.ts", "/repo-evil/x.txt", "/home/u/.bashrc"]) {
    writeFileSync(onDisk(name), "");
  }
  for (const { path, type, target } of fs) {
    mkdirSync(dirname(onDisk(path)), { recursive: true });
    // The tree's own /etc: what counts is where a path comes out, and the machine's has to be no part of that.
    const leads = target.startsWith("/etc") ? disk + target : onDisk(target);
    if (type === "symlink") symlinkSync(leads, onDisk(path));
    else linkSync(leads, onDisk(path));
  }
}

/** What the call would touch, or null where the path is refused before anybody is asked. */
async function accessOf({ op, cwd, path }: Case): Promise<Access | null> {
  try {
    const found = await (op === "delete" ? resolveName : resolvePath)(onDisk(cwd), onDisk(path));
    const place = { ...found, path: offDisk(found.path) };
    return op === "read" ? { type: "read", path: place.path } : writeAccess(place);
  } catch (thrown) {
    if (thrown instanceof FileError) return null;
    throw thrown;
  }
}

/** The session's own folder is where the cases have it. */
const place = { root: "/repo", home: "/home/u", scratchFolder: "/tmp/agent-session-x" };

function decide(access: Access, mode: PermissionMode, allow: readonly string[]): Decision["verdict"] {
  return createPolicy({ ...place, mode, allow }).decide({ tool: "any", accesses: [access] }).verdict;
}

/** What happens without rules; "always" for what no mode and no rule lets run unasked. */
async function verdictOn(one: Case): Promise<Case["expect"]> {
  furnish(one);
  const access = await accessOf(one);
  if (access === null || !("path" in access)) return "deny_or_always_ask";
  if (decide(access, "ask", []) === "allow") return "allow";
  const kind = access.type === "read" ? "read" : "edit";
  const rules = [
    kind,
    `${kind}(/**)`,
    ...(/[*?[\]{}!\\]/.test(access.path) ? [] : [`${kind}(${access.path})`]),
  ];
  return decide(access, "accept-edits", rules) === "allow" ? "ask" : "deny_or_always_ask";
}

describe.skipIf(cases.length === 0)("shared path cases (skipped when the cases are absent)", () => {
  // Where there are no cases this one says that they were skipped.
  test("are of every operation", () => {
    expect([...new Set(cases.map(({ op }) => op))].toSorted()).toEqual(["delete", "read", "write"]);
  });

  const here = cases.filter(({ platform }) => platform !== "win32");
  test.each(here.map((one) => [`${one.id} ${one.op}: ${one.why}`, one] as const))(
    "%s",
    async (_name, one) => {
      expect(await verdictOn(one)).toBe(one.expect);
    },
  );

  // There is no rein for Windows. Where such a path is given here, it may be a name like any other.
  const elsewhere = cases.filter(({ platform }) => platform === "win32");
  test.each(elsewhere.map((one) => [`${one.id} ${one.op}: ${one.why}`, one] as const))(
    "%s, not on this system, yet never unasked",
    async (_name, one) => {
      expect(await verdictOn(one)).not.toBe("allow");
    },
  );
});
