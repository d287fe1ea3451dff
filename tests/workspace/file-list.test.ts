/** Which files a project has, and what is known of those that are left out. */
import { describe, expect, test } from "bun:test";
import { chmod, rename, rm, symlink, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import fc from "fast-check";
import { createFolderTree } from "../../src/workspace/folder-tree.ts";
import { filesOf, listFiles } from "../../src/workspace/file-list.ts";
import { makeProject } from "../support/project.ts";
import { list, files, atHome } from "./listed.ts";

const repository = { ".git/HEAD": "ref: refs/heads/main\n" };

describe("the files of a project", () => {
  test("come folder by folder in the order of their names", async () => {
    await using project = await makeProject({ "b.txt": "", "a/z.txt": "", "a/b/c.txt": "", "Z.txt": "" });
    expect(await files(project.folder)).toEqual(["Z.txt", "b.txt", "a/z.txt", "a/b/c.txt"]);
  });

  test("ignored files are left out, by the deepest file that has an opinion", async () => {
    await using project = await makeProject({
      ".gitignore": "*.log\ngenerated/\n/only-top.txt\n",
      "a.log": "",
      "generated/out.js": "",
      "only-top.txt": "",
      "src/only-top.txt": "",
      "src/.gitignore": "!keep.log\nlocal.txt\n",
      "src/keep.log": "",
      "src/other.log": "",
      "src/local.txt": "",
    });
    expect(await files(project.folder)).toEqual(["src/keep.log", "src/only-top.txt"]);
  });

  test("names of another case are other names", async () => {
    await using project = await makeProject({ ".gitignore": "readme\n", README: "", readme: "" });
    expect(await files(project.folder)).toEqual(process.platform === "linux" ? ["README"] : []);
  });

  test(".ignore beats .gitignore, .reinignore beats both, at any depth", async () => {
    await using project = await makeProject({
      ".gitignore": "*.log\ngenerated/\n",
      ".ignore": "!a.log\n!generated/\nnotes.md\n",
      ".reinignore": "!notes.md\n",
      "a.log": "",
      "b.log": "",
      "generated/c.ts": "",
      "generated/d.log": "",
      "notes.md": "",
      "src/.reinignore": "a.log\nsecret/\n",
      "src/a.log": "",
      "src/secret/x.ts": "",
    });
    expect(await files(project.folder)).toEqual(["a.log", "notes.md", "generated/c.ts"]);
  });

  test("a search in a subfolder follows the rules of the repository around it", async () => {
    await using project = await makeProject({
      ...repository,
      ".git/info/exclude": "private.txt\n",
      ".gitignore": "/src/generated/\n*.tmp\n",
      "src/a.ts": "",
      "src/a.tmp": "",
      "src/private.txt": "",
      "src/generated/b.ts": "",
    });
    expect(await files(project.path("src"))).toEqual(["a.ts"]);
    expect(await files(project.path("src"), { project: project.folder })).toEqual(["a.ts"]);
  });

  test("without a repository, ignore files count from the project on, and none above it", async () => {
    await using project = await makeProject({ ".gitignore": "*.tmp\n", "src/a.ts": "", "src/b.tmp": "" });
    expect(await files(project.path("src"), { project: project.folder })).toEqual(["a.ts"]);
    expect(await files(project.path("src"))).toEqual(["a.ts", "b.tmp"]);
  });

  test("a repository within another begins anew", async () => {
    await using project = await makeProject({
      ...repository,
      ".gitignore": "*.log\n",
      "inner/.git/HEAD": "ref: refs/heads/main\n",
      "inner/.git/info/exclude": "own.txt\n",
      "inner/a.log": "",
      "inner/own.txt": "",
    });
    expect(await files(project.folder)).toEqual(["inner/a.log"]);
  });

  test("a worktree has the excludes of its repository", async () => {
    await using project = await makeProject({
      "main/.git/HEAD": "ref: refs/heads/main\n",
      "main/.git/info/exclude": "private.txt\n",
      "main/.git/worktrees/side/HEAD": "ref: refs/heads/side\n",
      "main/.git/worktrees/side/commondir": "../..\n",
      "side/private.txt": "",
      "side/a.txt": "",
    });
    await project.write("side/.git", `gitdir: ${project.path("main/.git/worktrees/side")}\n`);
    expect(await files(project.path("side"))).toEqual(["a.txt"]);
  });

  test("the user's own excludes hold, from git's default place and from the configuration", async () => {
    await using project = await makeProject({ ...repository, "a.ts": "", "a.swp": "", "a.orig": "" });
    await atHome(project, async () => {
      await project.write("../home/.config/git/ignore", "*.swp\n");
      expect(await files(project.folder)).toEqual(["a.orig", "a.ts"]);
      await project.write("../home/more.inc", '[Core]\n\texcludesFile = "~/my excludes" # mine\n');
      await project.write("../home/.gitconfig", "[user]\n\tname = x\n[include]\n\tpath = more.inc\n");
      await project.write("../home/my excludes", "*.orig\n");
      expect(await files(project.folder)).toEqual(["a.swp", "a.ts"]);
    });
  });

  test("hidden files only when asked, .git never", async () => {
    await using project = await makeProject({ ...repository, ".env": "", ".github/ci.yml": "", "a.txt": "" });
    expect(await files(project.folder)).toEqual(["a.txt"]);
    expect(await files(project.folder, { hidden: true })).toEqual([".env", "a.txt", ".github/ci.yml"]);
    expect(await files(project.path(".github"), { project: project.folder })).toEqual(["ci.yml"]);
  });

  test("links are not followed, so a loop ends and nothing outside is seen", async () => {
    await using project = await makeProject({ "a/b.txt": "" });
    await symlink("..", project.path("a/up"));
    await symlink(project.home, project.path("home"));
    expect(await files(project.folder)).toEqual(["a/b.txt"]);
  });

  test("an ignore file that is a FIFO is not waited for", async () => {
    await using project = await makeProject({ "a.txt": "" });
    expect(Bun.spawnSync(["mkfifo", project.path(".gitignore")]).exitCode).toBe(0);
    expect(await files(project.folder)).toEqual(["a.txt"]);
  });

  test("names with line feeds and names that are no UTF-8 break nothing", async () => {
    await using project = await makeProject({ "a\nb.txt": "" });
    await writeFile(Buffer.concat([Buffer.from(`${project.folder}/c`), Buffer.from([0xff])]), "");
    expect(await files(project.folder)).toEqual(["a\nb.txt", "c\uFFFD"]);
  });

  test.skipIf(process.getuid?.() === 0)("a folder that cannot be read is told", async () => {
    await using project = await makeProject({ "a.txt": "", "closed/b.txt": "" });
    await chmod(project.path("closed"), 0);
    const { unreadable } = await list(project.folder);
    await chmod(project.path("closed"), 0o700);
    expect(unreadable).toEqual([project.path("closed")]);
  });

  test("a signal ends it with what is known by then", async () => {
    await using project = await makeProject({ "a.txt": "", "b/c.txt": "" });
    const stopped = await listFiles(project.folder, project.folder, { signal: AbortSignal.abort() });
    expect(stopped.end).toBe("stopped");
    expect((await listFiles(project.folder, project.folder)).end).toBe("whole");
  });
});

describe("folders that tools fill", () => {
  const tree = { "node_modules/x/index.js": "", "build/tool.ts": "", "src/target/a.rs": "", "src/b.rs": "" };

  test("stay out without an ignore file, and are told", async () => {
    await using project = await makeProject(tree);
    const { files: found, leftOut } = await list(project.folder);
    expect(found).toEqual(["src/b.rs"]);
    expect(leftOut.map((path) => relative(project.folder, path))).toEqual([
      "build",
      "node_modules",
      "src/target",
    ]);
  });

  test("are not told when an ignore file names them", async () => {
    await using project = await makeProject({ ...tree, ".gitignore": "node_modules\nbuild/\ntarget/\n" });
    expect((await list(project.folder)).leftOut).toEqual([]);
  });

  test("are seen when an ignore file admits them by name, not by a wildcard", async () => {
    await using project = await makeProject({ ...tree, ".gitignore": "*\n!*/\n!*.ts\n!*.js\n!/build/\n" });
    expect(await files(project.folder)).toEqual(["build/tool.ts"]);
  });

  test("are looked into when they are asked for, ignored or not", async () => {
    await using project = await makeProject({ ...tree, ".gitignore": "node_modules/\n*.map\n" });
    const options = { project: project.folder };
    expect(await files(project.path("node_modules/x"), options)).toEqual(["index.js"]);
    expect(await files(project.path("build"), options)).toEqual(["tool.ts"]);
  });
});

describe("what was found before", () => {
  test("is looked over: files come and go, rules change in place, folders turn to files", async () => {
    await using project = await makeProject({
      ".gitignore": "*.log\n",
      "a.txt": "",
      "src/b.log": "",
      "src/c.txt": "",
    });
    expect(await files(project.folder)).toEqual(["a.txt", "src/c.txt"]);
    await project.write("src/deep/d.txt", "");
    await rm(project.path("a.txt"));
    expect(await files(project.folder)).toEqual(["src/c.txt", "src/deep/d.txt"]);
    await project.write(".gitignore", "*.txt\n");
    expect(await files(project.folder)).toEqual(["src/b.log"]);
    await rm(project.path(".gitignore"));
    await rm(project.path("src/deep"), { recursive: true });
    await project.write("src/deep", "");
    expect(await files(project.folder)).toEqual(["src/b.log", "src/c.txt", "src/deep"]);
    await project.write(".ignore", "src\n");
    expect(await files(project.folder)).toEqual([]);
  });

  test("quiet folders are not read again, and a change in one of them is found all the same", async () => {
    await using project = await makeProject({ "a/b/c.txt": "", "d/e.txt": "", ".gitignore": "*.log\n" });
    const tree = createFolderTree(project.folder, project.folder);
    // What has just changed is read once more; wait until nothing is.
    for (let before = -1; before !== tree.changes();) {
      before = tree.changes();
      await tree.look(tree.root);
    }
    await project.write("a/b/new.txt", "");
    const before = tree.changes();
    await tree.look(tree.root);
    expect(tree.changes() - before).toBe(1);
    expect([...filesOf({ folder: tree.root, hidden: false })]).toContain(project.path("a/b/new.txt"));
  });

  const name = fc.constantFrom("a", "b", "c.log", "d.ts", ".e");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const rules = fc.array(fc.constantFrom("a", "*.log", "!c.log", "/b/", "d.ts", "!a/", ".e", "a/b"), {
    maxLength: 3,
  });
  const step = fc.oneof(
    fc.record({ type: fc.constant("write" as const), path }),
    fc.record({ type: fc.constant("remove" as const), path }),
    fc.record({ type: fc.constant("move" as const), path, to: path }),
    fc.record({
      type: fc.constant("rules" as const),
      path: fc.oneof(fc.constant("."), path),
      file: fc.constantFrom(".gitignore", ".ignore", ".reinignore"),
      rules,
    }),
  );

  test("never differs from what a new walk finds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, hidden) => {
        await using project = await makeProject({ "a/b/d.ts": "", "b/c.log": "" });
        for (const one of steps) {
          await listFiles(project.folder, project.folder, { hidden });
          try {
            if (one.type === "write") await project.write(one.path, "");
            else if (one.type === "remove") await rm(project.path(one.path), { recursive: true });
            else if (one.type === "move") await rename(project.path(one.path), project.path(one.to));
            else await project.write(`${one.path}/${one.file}`, one.rules.join("\n"));
          } catch (thrown) {
            // A step that the file system refuses changes nothing.
            if (!(thrown instanceof Error && "code" in thrown)) throw thrown;
          }
          const anew = createFolderTree(project.folder, project.folder);
          await anew.look(anew.root, { hidden });
          const expected = [...filesOf({ folder: anew.root, hidden })];
          expect([...filesOf(await listFiles(project.folder, project.folder, { hidden }))]).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });
});
