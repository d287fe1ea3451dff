/**
 * P7: "Own config, git metadata, startup and editor files are never changed unasked, by tool, shell or sandboxed child."
 *
 * The names are held in `permissions/real-paths.test.ts` and `path-cases.test.ts`, what a sandboxed command may not write
 * and what is noticed after it in `process/sandbox/confines.test.ts`. Here the real program is allowed everything.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "bun:test";
import { makeCalls, type ToolCall } from "../e2e/make-calls.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { hasSandbox } from "../support/sandbox.ts";

const everything = [
  "--permission-mode",
  "auto",
  ...["bash", "edit", "read", "edit(/**)", "edit(~/**)", "read(~/**)"].flatMap((rule) => ["--allow", rule]),
];

/** Below the project, and below the home folder. */
const inProject = [
  ".rein/settings.json",
  ".rein/new.json",
  ".git/config",
  ".git/hooks/pre-commit",
  ".git/info/attributes",
  ".GIT/config",
  "sub/.git/config",
  "sub/new/.git/hooks/post-checkout",
  ".gitmodules",
  ".envrc",
  "sub/.envrc",
  ".mcp.json",
  ".vscode/tasks.json",
  ".idea/workspace.xml",
];
const inHome = [
  ".bashrc",
  ".profile",
  ".zshrc",
  ".gitconfig",
  ".config/git/config",
  ".ssh/authorized_keys",
  ".config/rein/settings.json",
  ".config/rein/state.json",
  ".local/share/rein/trust.json",
  ".config/autostart/x.desktop",
  ".local/bin/git",
];

/** The files below both folders, with their content, but for what rein keeps of its own work. */
function files(project: TestProject): Record<string, string> {
  const root = dirname(project.home);
  const names = readdirSync(root, { recursive: true }).map((name) => join(root, String(name)));
  const own =
    /^home\/(?:\.local\/share\/rein\/(?!trust\.json)|\.cache\/|\.config\/rein\/state\.json$)|^tmp\//;
  return Object.fromEntries(
    names
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
      .map((path) => [relative(root, path), readFileSync(path, "utf8")] as const)
      .filter(([name]) => !own.test(name)),
  );
}

async function makeTarget(): Promise<TestProject> {
  return makeProject({
    ".rein/settings.json": "{}",
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n\tbare = false\n",
    "sub/a.txt": "a\n",
    "x.txt": "evil\n",
    "../home/.bashrc": "# mine\n",
    "../home/.config/rein/settings.json": "{}",
    "../home/.ssh/authorized_keys": "",
  });
}

describe("P7: what configures rein, git, shells and editors is not changed unasked", () => {
  const ways: Record<string, (path: string) => ToolCall> = {
    write_file: (path) => ["write_file", { path, content: "evil\n" }],
    edit_file: (path) => ["edit_file", { path, old_string: "", new_string: "evil\n" }],
    "a redirection": (path) => ["bash", { command: `echo evil > ${path}` }],
    "a command": (path) => ["bash", { command: `cp x.txt ${path}` }],
    "a command in a changed folder": (path) => [
      "bash",
      { command: `cd ${dirname(path)} && tee -a ${path.split("/").at(-1)} < /dev/null` },
    ],
    "a removal": (path) => ["bash", { command: `rm -f ${path}` }],
  };

  test.each(Object.entries(ways))("by %s, whatever is allowed", async (_, way) => {
    await using project = await makeTarget();
    const before = files(project);
    const paths = [...inProject, ...inHome.map((name) => join(project.home, name))];
    const { told } = await makeCalls(project, paths.map(way), {
      args: [...everything, "--sandbox", "none"],
      together: true,
    });
    const ran = paths.filter((_path, at) => !/^error|not run/i.test(told[at] ?? ""));
    expect(ran).toEqual([]);
    expect(files(project)).toEqual(before);
  });

  test.skipIf(!hasSandbox)("by what an allowed command starts, in the sandbox", async () => {
    await using project = await makeTarget();
    // In folders of its own a command may make what it likes: that is noticed, and asked about before git is run again.
    const kept = inProject.filter((name) => !/^\.GIT|^sub\/|^\.gitmodules/.test(name));
    const paths = [...kept, ...inHome.map((name) => join(project.home, name))];
    const tries = paths.map(
      (path) => `mkdir -p "$(dirname ${path})"; echo evil > ${path}; cp x.txt ${path}; rm -f ${path}`,
    );
    await project.write("try.sh", [...tries, "mv .git gone", "echo tried > tried; true", ""].join("\n"));
    const before = files(project);
    const { told } = await makeCalls(project, [["bash", { command: "bash try.sh" }]], {
      args: [...everything, "--allow", "bash(bash try.sh)"],
      env: { REIN_SANDBOX: "" },
    });
    expect(told[0]).toContain("Read-only file system");
    expect(files(project)).toEqual({ ...before, "project/tried": "tried\n" });
  });
});
