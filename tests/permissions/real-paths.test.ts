/** Paths as a model may give them, followed on a real disk and then decided: what counts is where they come out. */
import { describe, expect, test } from "bun:test";
import { link, mkdir, rename, symlink } from "node:fs/promises";
import { createPolicy } from "../../src/permissions/policy.ts";
import type { Decision, PermissionMode } from "../../src/protocol/approval.ts";
import { FileError } from "../../src/workspace/file-error.ts";
import { resolveName, resolvePath, writeAccess } from "../../src/workspace/paths.ts";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "../tools/call-tool.ts";

type Operation = "read" | "write" | "remove";

async function projectWithLinks(): Promise<TestProject> {
  const project = await makeProject({ "src/a.ts": "a", "README.md": "read me" });
  await mkdir(`${project.folder}-evil`);
  await mkdir(`${project.home}/deep`);
  const links = {
    inner: "src",
    out: project.home,
    "chain-1": "chain-2",
    "chain-2": "out",
    startup: `${project.home}/.bashrc`,
    dangling: `${project.home}/later.txt`,
    "dangling-chain": "dangling",
    "dangling-inside": "src/later.ts",
    loop: "loop",
    sibling: `../${project.folder.slice(project.folder.lastIndexOf("/") + 1)}-evil`,
    etc: "/etc",
    deep: `${project.home}/deep`,
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, project.path(name));
  return project;
}

/** How it is decided: "refused" before anybody is asked, "always" when no mode and no rule lets it run unasked. */
async function verdict(
  project: TestProject,
  operation: Operation,
  path: string,
  cwd = project.folder,
): Promise<"allow" | "ask" | "always" | "refused"> {
  let found;
  try {
    found = await (operation === "remove" ? resolveName : resolvePath)(cwd, path);
  } catch (thrown) {
    if (thrown instanceof FileError) return "refused";
    throw thrown;
  }
  const access = operation === "read" ? ({ type: "read", path: found.path } as const) : writeAccess(found);
  const decide = (mode: PermissionMode, allow: readonly string[]): Decision["verdict"] =>
    createPolicy({ root: project.folder, home: project.home, mode, allow }).decide({
      tool: "x",
      accesses: [access],
    }).verdict;
  if (decide("ask", []) === "allow") return "allow";
  return decide("accept-edits", ["read", "edit"]) === "allow" ? "ask" : "always";
}

describe("a path that stays in the project", () => {
  test.each([
    ["./src/../README.md"],
    ["src//a.ts"],
    ["inner/a.ts"],
    ["inner/../README.md"],
    ["dangling-inside"],
    ["..hidden"],
    ["..."],
    ["a/..b/c"],
    ["-rf"],
    ["日本語.txt"],
    ["👩‍👩‍👧 notes ❤️.md"],
    ["$HOME/x"],
    [".git-notes.md"],
    [".gitignore"],
    [".github/workflows/ci.yml"],
    ["a:b"],
  ])("%p is read unasked and written after a question", async (path) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "read", path)).toBe("allow");
    expect(await verdict(project, "write", path)).toBe("ask");
  });
});

describe("a path that leaves the project", () => {
  test.each([
    [".."],
    ["../x"],
    ["src/../../x"],
    ["out/x"],
    ["out/new/deep/x"],
    ["chain-1/x"],
    ["sibling/x"],
    ["deep/../x"],
    ["inner/../../x"],
  ])("%p is asked for reading", async (path) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "read", path)).toBe("ask");
  });

  test("a folder whose name only begins like the project's is another one", async () => {
    await using project = await projectWithLinks();
    for (const operation of ["read", "write"] as const) {
      expect(await verdict(project, operation, `${project.folder}-evil/x`)).toBe("ask");
    }
  });

  test.each([
    ["startup"],
    ["etc/hosts"],
    ["dangling"],
    ["dangling-chain"],
    ["/etc/hosts"],
    ["/usr/local/bin/x"],
  ])("%p is always asked for writing", async (path) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "write", path)).toBe("always");
  });

  test("a relative path is taken from the folder that the session works in", async () => {
    await using project = await projectWithLinks();
    const cwd = project.path("src");
    expect(await verdict(project, "read", "../README.md", cwd)).toBe("allow");
    expect(await verdict(project, "read", "../../x", cwd)).toBe("ask");
    expect(await verdict(project, "write", "hooks/x", project.path(".git"))).toBe("always");
  });
});

test.each([
  [""],
  ["loop"],
  ["loop/x"],
  ["a\0b"],
  ["file:///etc/hosts"],
  ["https://example.org/x"],
  ["README.md/x"],
  ["C:\\Users\\x"],
  ["d:/x"],
  ["\\\\server\\share\\x"],
  ["a/".repeat(3_000)],
  ["x".repeat(300)],
])("%p is no path", async (path) => {
  await using project = await projectWithLinks();
  expect(await verdict(project, "read", path)).toBe("refused");
  expect(await verdict(project, "write", path)).toBe("refused");
});

describe("names that are not what they look like", () => {
  test.each([["a\nb"], ["\u202Egnp.exe"], ["READ\u200BME.md"], ["src/a\u0007.ts"], ["\u2066x"]])(
    "%p is asked even for reading, and nothing is offered to remember",
    async (path) => {
      await using project = await projectWithLinks();
      expect(await verdict(project, "read", path)).toBe("ask");
      const accesses = [{ type: "read", path: project.path(path) }] as const;
      const policy = createPolicy({ root: project.folder, home: project.home, mode: "ask" });
      expect(policy.decide({ tool: "x", accesses })).not.toHaveProperty("remember");
    },
  );

  test.each([
    [".GIT/config"],
    [".Git"],
    [".gi\u200Ct/config"],
    [".\uFF47it/config"],
    [".git./config"],
    [".git /config"],
    ["GIT~1/config"],
    ["git~1\\config"],
    [".git::$INDEX_ALLOCATION/config"],
    [".rein\\settings.json"],
    ["sub/.VSCode/tasks.json"],
    [".ENVRC"],
    ["x.Code-Workspace"],
    [".HUSKY/pre-commit"],
  ])("%p is protected as the name that a file system may take it for", async (path) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "write", path)).toBe("always");
  });

  test("a name is the same however its letters are put together", () => {
    const policy = createPolicy({
      root: "/repo",
      home: "/home/u",
      mode: "auto",
      allow: ["edit"],
      ownFolders: ["/home/u/Donn\u00E9es/rein"],
    });
    const accesses = [{ type: "write", path: "/home/u/Donne\u0301es/rein/x" }] as const;
    expect(policy.decide({ tool: "x", accesses }).verdict).toBe("ask");
  });
});

describe("devices and the inside of processes", () => {
  test.each([["/dev/sda"], ["/dev/mem"], ["/proc/1/environ"], ["/proc/kcore"]])(
    "%s is always asked",
    async (path) => {
      await using project = await projectWithLinks();
      expect(await verdict(project, "read", path)).toBe("always");
      expect(await verdict(project, "write", path)).toBe("always");
    },
  );

  test.skipIf(process.platform !== "linux")("/proc/self/root leads to where it leads", async () => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "read", `/proc/self/root${project.path("src/a.ts")}`)).toBe("allow");
    expect(await verdict(project, "read", "/proc/self/root/etc/hosts")).toBe("ask");
    expect(await verdict(project, "write", "/proc/self/root/etc/hosts")).toBe("always");
    expect(await verdict(project, "read", "/proc/self/cwd/../../../../../../../../etc/hosts")).toBe("ask");
  });

  test.each([["/dev/null"], ["/dev/zero"], ["/dev/fd/0"]])("%s is asked for reading", async (path) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "read", path)).toBe("ask");
  });
});

describe("the home folder", () => {
  test.each([
    [".bashrc"],
    [".config/fish/config.fish"],
    [".config/some-program/plugins/x.lua"],
    [".vimrc"],
    [".local/bin/ls"],
    ["bin/ls"],
    [".npmrc"],
    [".local/share/keyrings/x"],
  ])("~/%s is always asked for writing", async (name) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "write", `${project.home}/${name}`)).toBe("always");
  });

  test.each([["notes.md"], ["binary/x"], [".cache/x"], ["other/.npmrc"]])(
    "~/%s is an ordinary file outside the project",
    async (name) => {
      await using project = await projectWithLinks();
      expect(await verdict(project, "write", `${project.home}/${name}`)).toBe(
        name.endsWith("npmrc") ? "always" : "ask",
      );
    },
  );

  test.each([
    [".npmrc"],
    [".mozilla/firefox/x/logins.json"],
    [".config/google-chrome/Default/Cookies"],
    [".psql_history"],
  ])("~/%s is always asked for reading", async (name) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "read", `${project.home}/${name}`)).toBe("always");
  });

  test("a project that is itself kept among the dot files is an ordinary one", () => {
    const policy = createPolicy({ root: "/home/u/.dotfiles", home: "/home/u", mode: "accept-edits" });
    const write = (path: string) =>
      policy.decide({ tool: "x", accesses: [{ type: "write", path: `/home/u/.dotfiles/${path}` }] }).verdict;
    expect(write("vim/vimrc")).toBe("allow");
    expect(write(".gitmodules")).toBe("ask");
  });

  test("`~` and another user's home are refused by the tools: they would be folders of the project", async () => {
    await using project = await projectWithLinks();
    for (const path of ["~", "~/x", "~other/x", "~root/.ssh/id_rsa"]) {
      const read = await callTool(readFileTool, { path }, contextOf(project));
      expect(said(read)).toContain("is not expanded in paths");
    }
    expect(said(await callTool(readFileTool, { path: "~backup.ts" }, contextOf(project)))).toContain(
      "does not exist",
    );
  });
});

describe("what removes a file", () => {
  test("takes the link and not what it leads to, unless a slash behind it says so", async () => {
    await using project = await projectWithLinks();
    expect(await resolveName(project.folder, "etc")).toEqual({ path: project.path("etc"), type: "other" });
    expect(await verdict(project, "remove", "etc")).toBe("ask");
    expect(await verdict(project, "remove", "etc/")).toBe("always");
    expect(await verdict(project, "remove", "out/x")).toBe("ask");
  });

  test.each([["."], [".."], ["/"], ["src/.."], [".git"]])("%p is always asked", async (path) => {
    await using project = await projectWithLinks();
    expect(await verdict(project, "remove", path)).toBe("always");
    expect(await verdict(project, "remove", project.home)).toBe("always");
  });
});

test("a file with other names is always asked: they keep the old content", async () => {
  await using project = await projectWithLinks();
  await link(project.path("src/a.ts"), `${project.home}/other-name`);
  expect(await verdict(project, "read", "src/a.ts")).toBe("allow");
  expect(await verdict(project, "write", "src/a.ts")).toBe("always");
});

test("what describes the system to everybody is read unasked", async () => {
  await using project = await projectWithLinks();
  expect(await verdict(project, "read", "/etc/os-release")).toBe("allow");
  expect(await verdict(project, "read", "/etc/passwd")).toBe("ask");
  expect(await verdict(project, "write", "/etc/os-release")).toBe("always");
});

describe("a folder that is swapped for a link after the question", () => {
  test("nothing is written where the link leads", async () => {
    await using project = await makeProject({ "src/a.ts": "one\n" });
    await Bun.write(`${project.home}/a.ts`, "one\n");
    const context = contextOf(project);
    await callTool(readFileTool, { path: "src/a.ts" }, context);
    const calls = [
      await prepare(editFileTool, { path: "src/a.ts", old_string: "one", new_string: "two" }, context),
      await prepare(writeFileTool, { path: "src/a.ts", content: "two\n" }, context),
      await prepare(writeFileTool, { path: "src/new.ts", content: "two\n" }, context),
    ];
    await rename(project.path("src"), project.path("moved"));
    await symlink(project.home, project.path("src"));
    for (const call of calls) {
      const run = call.run({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });
      expect(run).rejects.toThrow("now leads to");
      await run.catch(() => undefined);
    }
    expect(await Bun.file(`${project.home}/a.ts`).text()).toBe("one\n");
    expect(await Bun.file(`${project.home}/new.ts`).exists()).toBe(false);
    expect(await project.read("moved/a.ts")).toBe("one\n");
  });
});
