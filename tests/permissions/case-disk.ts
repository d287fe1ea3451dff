/**
 * The disk of the shared command cases: a folder stands for `/`, with `repo` and `home/u` in it. Paths are resolved
 * there, and what comes out is told with the folder's name taken off again.
 */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { createPolicy, type SessionPolicy } from "../../src/permissions/policy.ts";
import type { PermissionMode } from "../../src/protocol/approval.ts";
import { findBelow } from "../../src/workspace/find-below.ts";
import { gitSettings } from "../../src/workspace/git-settings.ts";
import { leadsTo } from "../../src/workspace/leads-to.ts";

export const entrySchema = z.object({
  path: z.string(),
  type: z.enum(["file", "dir", "symlink", "append", "hardlink"]),
  content: z.string().optional(),
  target: z.string().optional(),
});

/** Folders that the cases speak of; each is seen below the disk. */
const standIns = /^\/(repo|repo-evil|home)(\/|$)/;

export type CaseDisk = {
  furnish(entries: readonly z.infer<typeof entrySchema>[]): void;
  policy(options: { mode: PermissionMode; allow?: string[]; deny?: string[] }): SessionPolicy;
  remove(): void;
};

export function openCaseDisk(): CaseDisk {
  const disk = realpathSync(mkdtempSync(join(tmpdir(), "rein-test-")));
  const onDisk = (path: string) => (standIns.test(path) ? disk + path : path);
  const offDisk = (path: string) =>
    path === disk ? "/" : path.startsWith(`${disk}/`) ? path.slice(disk.length) : path;
  let changed = true;
  return {
    furnish(entries) {
      if (!changed && entries.length === 0) return;
      changed = entries.length > 0;
      rmSync(disk, { recursive: true, force: true });
      for (const folder of [
        "/repo/src",
        "/repo/sub",
        "/repo/.git/objects",
        "/repo/.git/refs",
        "/repo-evil",
        "/home/u",
      ]) {
        mkdirSync(onDisk(folder), { recursive: true });
      }
      for (const name of [
        "/repo/README.md",
        "/repo/package.json",
        "/repo/a.txt",
        "/repo/sub/a.txt",
        "/repo/src/f0.ts",
        "/repo-evil/x.txt",
      ]) {
        writeFileSync(onDisk(name), "");
      }
      writeFileSync(onDisk("/repo/.git/HEAD"), "ref: refs/heads/main\n");
      writeFileSync(onDisk("/repo/.git/config"), "[core]\n\tbare = false\n");
      for (const { path, type, content = "", target = "" } of entries) {
        const place = onDisk(path.startsWith("/") ? path : `/repo/${path}`);
        mkdirSync(type === "dir" ? place : dirname(place), { recursive: true });
        if (type === "file") writeFileSync(place, content);
        if (type === "append") appendFileSync(place, content);
        if (type === "symlink") symlinkSync(onDisk(target), place);
      }
    },
    policy: (options) =>
      createPolicy({
        root: "/repo",
        home: "/home/u",
        leadsTo: (folder, word, glob) => leadsTo(onDisk(folder), onDisk(word), glob)?.map(offDisk) ?? null,
        gitSettings: (folder) => gitSettings(onDisk(folder)),
        findBelow: (folder, matches) => findBelow(onDisk(folder), (path) => matches(offDisk(path))),
        ...options,
      }),
    remove: () => rmSync(disk, { recursive: true, force: true }),
  };
}
