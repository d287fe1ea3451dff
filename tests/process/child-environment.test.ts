import { describe, expect, test } from "bun:test";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { type ChildOptions, childEnvironment } from "../../src/process/child-environment.ts";
import { runCommand } from "../../src/process/run-command.ts";
import { makeProject } from "../support/project.ts";

const canary = "canary-7f3a";

/** What a command of the model's sees of such an environment. */
async function seen(env: Readonly<Record<string, string>>, inherits: ChildOptions = {}): Promise<string[]> {
  const signal = new AbortController().signal;
  const { output } = await runCommand({ command: "/usr/bin/env", cwd: "/", signal, env, inherits });
  return output.split("\n");
}

describe("a command of the model's", () => {
  test("gets nothing that nobody named", async () => {
    const names = [
      ..."ANTHROPIC_API_KEY AWS_ACCESS_KEY_ID DATABASE_URL GH_TOKEN KUBECONFIG DBUS_SESSION_BUS_ADDRESS MY_OWN".split(
        " ",
      ),
      ..."BASH_ENV ENV PS4 CDPATH GLOBIGNORE PROMPT_COMMAND LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES".split(
        " ",
      ),
      ..."NODE_OPTIONS PYTHONSTARTUP PYTHONPATH PERL5OPT RUBYOPT GIT_DIR GIT_EXTERNAL_DIFF GIT_CONFIG_GLOBAL".split(
        " ",
      ),
      ..."RIPGREP_CONFIG_PATH LESSOPEN GREP_OPTIONS REIN_DATA_DIR BASH_FUNC_ls%%".split(" "),
    ];
    const env = Object.fromEntries(
      names.map((name) => [name, name.startsWith("BASH_FUNC") ? `() { ${canary}; }` : canary]),
    );
    for (const kind of ["read_only", "needs_approval"] as const)
      expect((await seen(env, { class: kind })).filter((line) => line.includes(canary))).toEqual([]);
  });

  test("gets what tools need to be found, language and time zone", async () => {
    const env = {
      HOME: "/home/u",
      LANG: "de_DE.UTF-8",
      LC_TIME: "C",
      TZ: "Asia/Tokyo",
      GOPATH: "/home/u/go",
      XDG_CACHE_HOME: "/home/u/c",
    };
    const lines = await seen(env);
    for (const [name, value] of Object.entries(env)) expect(lines).toContain(`${name}=${value}`);
  });

  test("gets what the user names, by its exact name", async () => {
    const env = {
      ACME_URL: "u",
      ACME_URL2: canary,
      GIT_AUTHOR_NAME: "n",
      LD_PRELOAD: canary,
      BASH_ENV: canary,
    };
    const pass = ["ACME_URL", "GIT_AUTHOR_NAME", "LD_PRELOAD", "BASH_ENV"];
    const lines = await seen(env, { pass });
    expect(lines).toContain("ACME_URL=u");
    expect(lines).toContain("GIT_AUTHOR_NAME=n");
    expect(lines.join()).not.toContain(canary);
  });

  test("gets no ssh agent and nothing that makes others run something when it only looks", async () => {
    const env = {
      SSH_AUTH_SOCK: "/run/agent",
      NODE_OPTIONS: "--require ./x.js",
      GIT_EXTERNAL_DIFF: "./x",
      ACME_URL: "u",
    };
    const pass = Object.keys(env);
    const looking = await seen(env, { class: "read_only", pass });
    expect(looking).toContain("ACME_URL=u");
    expect(looking.filter((line) => /^(SSH_AUTH_SOCK|NODE_OPTIONS|GIT_EXTERNAL_DIFF)=/.test(line))).toEqual(
      [],
    );
    const allowed = await seen(env, { class: "needs_approval", pass });
    expect(allowed).toContain("SSH_AUTH_SOCK=/run/agent");
    expect(allowed).toContain("NODE_OPTIONS=--require ./x.js");
  });

  test.each([
    ["http://user:pass@proxy.example:3128", "http://proxy.example:3128"],
    ["socks5h://user@proxy.example", "socks5h://proxy.example"],
    ["user:p@ss@proxy.example:1", "proxy.example:1"],
    ["http://proxy.example:3128/a@b", "http://proxy.example:3128/a@b"],
  ])("knows the proxy %s without the login", async (given, shown) => {
    expect(await seen({ HTTPS_PROXY: given })).toContain(`HTTPS_PROXY=${shown}`);
    expect(await seen({ HTTPS_PROXY: given }, { pass: ["HTTPS_PROXY"] })).toContain(`HTTPS_PROXY=${given}`);
  });

  test("whatever the environment, no name that a shell or the loader acts on comes through", () => {
    const name = fc.oneof(
      fc.constantFrom(
        "BASH_ENV",
        "ENV",
        "SHELLOPTS",
        "PS4",
        "IFS",
        "LD_AUDIT",
        "DYLD_X",
        "BASH_FUNC_x%%",
        "CDPATH",
      ),
      fc.stringMatching(/^[A-Z_]{1,12}$/),
    );
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.constant(canary)),
        fc.constantFrom("read_only", "needs_approval"),
        (env, kind) => {
          const given = childEnvironment(env, { class: kind, pass: Object.keys(env) });
          const acted = Object.keys(given).filter((one) =>
            /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|IFS|CDPATH|LD_|DYLD_|BASH_FUNC_)/.test(one),
          );
          expect(acted.filter((one) => given[one] === canary && !/^(ENV|IFS|PS4)./.test(one))).toEqual([]);
        },
      ),
    );
  });
});

describe("the PATH of a command", () => {
  test("has no folder of the project, none that is missing, and none that everybody can write to", async () => {
    await using project = await makeProject({ "bin/ls": "#!/bin/sh\necho EVIL\n" });
    await chmod(project.path("bin/ls"), 0o755);
    const open = join(project.home, "open");
    const own = join(project.home, "own");
    for (const folder of [open, own]) await mkdir(folder);
    await chmod(open, 0o777);
    const PATH = [
      project.path("bin"),
      `${project.folder}/../project/bin`,
      open,
      own,
      "/nowhere/bin",
      "bin",
      "",
      "/usr/bin",
      "/bin",
    ];
    const given = childEnvironment({ PATH: PATH.join(":") }, { root: project.folder });
    expect(given["PATH"]).toBe(`${own}:/usr/bin:/bin`);
  });

  test("keeps the programs of an active virtual environment for what was allowed", async () => {
    await using project = await makeProject({ ".venv/bin/python": "" });
    const env = { PATH: `${project.path(".venv/bin")}:/usr/bin`, VIRTUAL_ENV: project.path(".venv") };
    const path = (kind: ChildOptions["class"]) =>
      childEnvironment(env, { root: project.folder, class: kind })["PATH"];
    expect(path("needs_approval")).toBe(env.PATH);
    expect(path("read_only")).toBe("/usr/bin");
  });

  test("is the system's where nothing is left of it", () => {
    for (const PATH of ["", ".", "/nowhere"])
      expect(childEnvironment({ PATH })["PATH"]).toBe("/usr/local/bin:/usr/bin:/bin");
  });
});
