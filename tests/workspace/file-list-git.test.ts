/** The same files as git sees. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeProject } from "../support/project.ts";
import { files, atHome } from "./listed.ts";

describe.skipIf(Bun.which("git") === null)("compared with git", () => {
  const name = fc.constantFrom("a", "b", "c.log", "d.ts", ".e", "f g", "ä.ts", "h#i", "x.tmp");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const pattern = fc.constantFrom(
    "a",
    "a/",
    "/a",
    "*.log",
    "!*.log",
    "b/*",
    "!b/d.ts",
    "**/c.log",
    "a/**/d.ts",
    "f\\ g",
    "\\#x",
    "# note",
    "*",
    "!*/",
    "!*.ts",
    "x.*",
    "[a-c]",
    "a/b",
    "!a",
    "ä.ts",
    "h#i",
    "  ",
    ".e",
    "/*/b",
    "b/**",
    "?",
  );
  const ignoreFile = fc.record({
    folder: fc.oneof(fc.constant("."), path),
    lines: fc.array(pattern, { minLength: 1, maxLength: 5 }),
  });

  test("the same files are seen", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { minLength: 1, maxLength: 12 }),
        fc.array(ignoreFile, { maxLength: 3 }),
        async (paths, ignoreFiles) => {
          await using project = await makeProject();
          Bun.spawnSync(["git", "init", "-q"], { cwd: project.folder, env: project.env });
          for (const file of paths) await project.write(file, "").catch(() => undefined);
          for (const { folder, lines } of ignoreFiles) {
            await project.write(`${folder}/.gitignore`, lines.join("\n")).catch(() => undefined);
          }
          const git = Bun.spawnSync(["git", "ls-files", "-coz", "--exclude-standard"], {
            cwd: project.folder,
            env: project.env,
          });
          const expected = git.stdout
            .toString()
            .split("\0")
            .filter((file) => file !== "");
          const found = await atHome(project, () => files(project.folder, { hidden: true }));
          expect(found.toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 50 },
    );
  });
});
