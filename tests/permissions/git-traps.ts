/** Repositories that have git run a program of theirs: each trap leaves a file when it was sprung. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Trap = {
  readonly name: string;
  /** Sets it up in a repository with the files `a.txt` and `b.txt`; `program` is what must not run. */
  readonly set: (repository: Repository, program: string) => void;
};

export type Repository = {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly git: (...args: string[]) => string;
  readonly write: (name: string, text: string) => void;
};

export const traps: readonly Trap[] = [
  setting("core.fsmonitor"),
  setting("core.pager"),
  setting("core.sshCommand"),
  setting("core.askPass"),
  setting("core.editor"),
  setting("credential.helper", "!"),
  setting("diff.external"),
  setting("pager.log"),
  setting("pager.diff"),
  setting("interactive.diffFilter"),
  setting("alias.status", "!"),
  setting("alias.log", "!"),
  {
    name: "hooks of the project's own",
    set({ git, write, folder }, program) {
      write(".husky/post-index-change", `#!/bin/sh\n${program}\n`);
      chmodSync(join(folder, ".husky/post-index-change"), 0o755);
      git("config", "core.hooksPath", ".husky");
    },
  },
  {
    name: "a hook of git's",
    set({ write, folder }, program) {
      write(".git/hooks/post-index-change", `#!/bin/sh\n${program}\n`);
      chmodSync(join(folder, ".git/hooks/post-index-change"), 0o755);
    },
  },
  ...["clean", "smudge", "process"].map((kind): Trap => ({
    name: `a filter (${kind})`,
    set({ git, write }, program) {
      write(".gitattributes", "* filter=evil\n");
      git("config", `filter.evil.${kind}`, program);
    },
  })),
  ...["textconv", "command"].map((kind): Trap => ({
    name: `a driver of diff (${kind})`,
    set({ git, write }, program) {
      write(".gitattributes", "* diff=evil\n");
      git("config", `diff.evil.${kind}`, program);
    },
  })),
  {
    name: "signatures",
    set({ git }, program) {
      git("config", "log.showSignature", "true");
      git("config", "gpg.program", program);
      git("config", "gpg.ssh.program", program);
    },
  },
  {
    name: "an included file",
    set({ git, write }, program) {
      write(".git/more", `[core]\n\tfsmonitor = ${program}\n`);
      git("config", "include.path", "more");
    },
  },
  {
    name: "settings of the working folder",
    set({ git }, program) {
      git("config", "extensions.worktreeConfig", "true");
      git("config", "--worktree", "filter.evil.clean", program);
      git("config", "--worktree", "core.fsmonitor", program);
    },
  },
  {
    name: "a file that is fetched when it is looked at",
    set({ git, folder }, program) {
      const blob = git("rev-parse", "HEAD:a.txt");
      git("config", "core.repositoryFormatVersion", "1");
      git("config", "extensions.partialClone", "origin");
      git("config", "remote.origin.promisor", "true");
      git("config", "protocol.ext.allow", "always");
      git("config", "remote.origin.url", `ext::${program}`);
      rmSync(join(folder, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    },
  },
  {
    name: "a submodule",
    set(repository, program) {
      const sub = inner(repository);
      mkdirSync(join(repository.folder, ".git/modules"));
      renameSync(join(sub.folder, ".git"), join(repository.folder, ".git/modules/sub"));
      sub.write(".git", "gitdir: ../.git/modules/sub\n");
      sub.git("config", "core.worktree", "../../../sub");
      sub.git("config", "filter.evil.clean", program);
    },
  },
  {
    name: "a repository inside, of which only the index tells",
    set(repository, program) {
      inner(repository).git("config", "filter.evil.clean", program);
    },
  },
];

function setting(key: string, before = ""): Trap {
  return { name: key, set: ({ git }, program) => void git("config", key, before + program) };
}

/** A repository in the folder `sub`, with all of its files under a filter, as a part of the outer one. */
function inner(outer: Repository): Repository {
  const sub = makeRepository(join(outer.folder, "sub"), outer.env);
  sub.write(".gitattributes", "* filter=evil\n");
  sub.git("add", ".");
  sub.git("commit", "-qm", "attributes");
  outer.git("add", "sub");
  outer.git("commit", "-qm", "sub");
  return sub;
}

/** A repository with two commits, a file that differs from the last one and one whose time does. */
export function makeRepository(folder: string, env: Readonly<Record<string, string>>): Repository {
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: folder, env });
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
    return stdout.toString().trim();
  };
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  for (const text of ["one\n", "two\n"]) {
    write("a.txt", text);
    write("b.txt", text);
    git("add", ".");
    git("commit", "-qm", text.trim());
  }
  return { folder, env, git, write };
}

/** Has git look at the files again: their times are no longer those that it remembers. */
export function touch({ folder }: Repository): void {
  for (const name of ["a.txt", "b.txt", "sub/a.txt"]) {
    const path = join(folder, name);
    if (existsSync(path)) utimesSync(path, new Date(), new Date(1_000_000_000_000));
  }
}
