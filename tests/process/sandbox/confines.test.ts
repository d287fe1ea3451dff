/** What a command in the sandbox can and cannot do, tried out with real ones. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { ownFolder } from "../../../src/process/folder-track.ts";
import { until } from "../../support/processes.ts";
import { makeProject, type TestProject } from "../../support/project.ts";
import { hasSandbox, sandboxOf } from "../../support/sandbox.ts";

setDefaultTimeout(30_000);

/** Each is what a command says when it could do what it should not. */
async function madeProject(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = await makeProject({ "a.txt": "one\n", ...files });
  git(project, "init", "-q");
  return project;
}

function git(project: TestProject, ...args: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["git", ...args], { cwd: project.folder, env: project.env });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

describe.skipIf(!hasSandbox)("a command that only looks", () => {
  test("reads the project and writes nothing, not even there", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const { output } = await confined.run("cat a.txt; echo x > b.txt; echo y >> a.txt; git status --short", {
      kind: "looks",
    });
    expect(output).toContain("one\n");
    expect(output).toContain("b.txt: Read-only file system");
    expect(output).toContain("?? a.txt");
    expect(readdirSync(project.folder).toSorted()).toEqual([".git", "a.txt"]);
    expect(await project.read("a.txt")).toBe("one\n");
  });

  test("has a folder for small files of its own", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const { output } = await confined.run('f=$(mktemp) && echo kept > "$f" && cat "$f"', { kind: "looks" });
    expect(output).toBe("kept\n");
  });

  test("is not asked about a connection: it has none", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const { deniedHosts } = await confined.run("curl -s -m 5 http://example.org", { kind: "looks" });
    expect(deniedHosts).toEqual(["example.org:80"]);
  });
});

describe.skipIf(!hasSandbox)("a command that was allowed", () => {
  test("writes to the project and to the scratch folder, and nowhere else", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const { output } = await confined.run(
      `echo x > b.txt; echo x > "$TMPDIR/c"; echo x > ${project.home}/d; echo x > /tmp/rein-e-${process.pid}`,
    );
    expect(output.match(/Read-only file system/g)).toHaveLength(2);
    expect(await project.read("b.txt")).toBe("x\n");
    expect(existsSync(join(project.home, "scratch/c"))).toBe(true);
    expect(existsSync(join(project.home, "d"))).toBe(false);
  });

  test("has a cache for programs that build nothing without one, and asks no registry for news", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const { output } = await confined.run(
      'mkdir -p "$GOCACHE" && touch "$GOCACHE/x" && echo "$npm_config_update_notifier"',
    );
    expect(output).toBe("false\n");
  });

  test("writes to one more place when the user says so", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const place = join(project.home, "more");
    mkdirSync(place);
    expect((await confined.run(`echo x > ${place}/d`)).exitCode).toBe(1);
    expect((await confined.run(`echo x > ${place}/d`, { writable: [place] })).exitCode).toBe(0);
    expect(existsSync(join(place, "d"))).toBe(true);
  });

  test("commits, and changes neither the configuration nor the hooks of a repository, however deep it lies", async () => {
    await using project = await madeProject({ "one/two/three/four/five/x": "" });
    const deep = "one/two/three/four/five/.git";
    git(project, "init", "-q", "one/two/three/four/five");
    await using confined = sandboxOf(project);
    const who = "-c user.name=a -c user.email=a@example.org";
    const commit = await confined.run(`git add a.txt && git ${who} commit -qm first && git log --format=%s`);
    expect(commit.output).toBe("first\n");
    for (const path of [".git", deep]) {
      const { output } = await confined.run(
        [
          `echo x >> ${path}/config`,
          `echo x > ${path}/hooks/pre-commit`,
          `echo x > ${path}/info/attributes`,
          `mv ${path} ${path}2`,
          `rm -rf ${path}/hooks`,
          `git -C ${path}/.. config core.fsmonitor /bin/evil`,
        ].join("; "),
      );
      expect(output).toContain(`${path}/config: Read-only file system`);
      expect(existsSync(project.path(`${path}/hooks/pre-commit`))).toBe(false);
      expect(existsSync(project.path(`${path}/info/attributes`))).toBe(false);
      expect(existsSync(project.path(`${path}2`))).toBe(false);
      expect(await project.read(`${path}/config`)).not.toContain("evil");
    }
  });

  test("packs, prunes, stashes and branches in a repository without a word of complaint", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const who = "git -c user.name=a -c user.email=a@example.org";
    const { output, exitCode } = await confined.run(
      `git add . && ${who} commit -qm first && echo two > a.txt && ${who} stash -q && git stash pop -q &&
      git checkout -q -b other && git tag v1 && git gc -q && git repack -adq && git prune && git update-server-info`,
    );
    expect({ output, exitCode }).toEqual({ output: "", exitCode: 0 });
  });

  test("neither changes nor makes what shells, editors and coding agents run or read, and leaves no trace of it", async () => {
    await using project = await madeProject({ ".vscode/tasks.json": "{}", "sub/.envrc": "true\n" });
    await using confined = sandboxOf(project);
    const { output, exitCode } = await confined.run(
      "for f in .envrc .mcp.json .rein/settings.json .idea/x .vscode/tasks.json sub/.envrc .bashrc; do mkdir -p ${f%/*} 2>/dev/null; echo x > $f && echo WROTE $f; done; false",
    );
    expect(exitCode).toBe(1);
    expect(output).not.toContain("WROTE");
    expect(await project.read("sub/.envrc")).toBe("true\n");
    expect(readdirSync(project.folder).toSorted()).toEqual([".git", ".vscode", "a.txt", "sub"]);
  });

  test("what stands in for such files while one runs is not told as new when another ends", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    await confined.run("true");
    const long = confined.run("touch ready; until [ -e go ]; do sleep 0.05; done");
    await until(() => existsSync(project.path("ready")));
    await confined.run("mkdir -p sub; echo x > sub/.envrc");
    expect(confined.findings.map(({ path }) => path)).toEqual([project.path("sub/.envrc")]);
    await confined.run("touch go");
    await long;
    await confined.run("true");
    expect(confined.findings).toHaveLength(1);
    expect(readdirSync(project.folder).toSorted()).toEqual([".git", "a.txt", "go", "ready", "sub"]);
  });

  test("what it makes that other programs would run is noticed, each thing once", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    await confined.run("true");
    await confined.run(
      "mkdir -p new/.git/hooks; echo evil > new/.git/hooks/x; mkdir -p bare/objects bare/refs; : > bare/HEAD; mkdir sub; echo x > sub/.envrc; : > .git/commondir; rm .git/commondir; : > .git/config.worktree",
    );
    await confined.run("true");
    expect(confined.findings.map(({ path }) => path.slice(project.folder.length + 1)).toSorted()).toEqual([
      ".git/config.worktree",
      "bare",
      "new/.git",
      "sub/.envrc",
    ]);
  });

  test("a project that is too large to be searched is told of", async () => {
    await using project = await madeProject();
    mkdirSync(project.path("many"));
    expect(Bun.spawnSync(["sh", "-c", "touch $(seq 20001)"], { cwd: project.path("many") }).exitCode).toBe(0);
    await using confined = sandboxOf(project);
    await confined.run("true");
    expect(confined.said.join()).toContain("many has too many entries");
  });

  test("does not read keys and logins", async () => {
    await using project = await madeProject();
    const keys = [
      ".ssh/id_ed25519",
      ".aws/credentials",
      ".config/gh/hosts.yml",
      ".npmrc",
      ".netrc",
      ".mozilla/x",
    ];
    for (const key of keys) await Bun.write(join(project.home, key), "SECRET\n");
    await using confined = sandboxOf(project);
    for (const kind of ["looks", "project"] as const) {
      const { output } = await confined.run(keys.map((key) => `cat ${project.home}/${key}`).join("; "), {
        kind,
      });
      expect(output).not.toContain("SECRET");
    }
  });

  test("gets no keys from the environment, and nothing of what wraps it", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const env = { ...project.env, OPENAI_API_KEY: "sk-1", GITHUB_TOKEN: "t", GOPATH: "/go" };
    const { output } = await confined.run("env | cut -d= -f1", { request: { env } });
    const names = output.split("\n");
    expect(names).toContain("GOPATH");
    for (const name of [
      "OPENAI_API_KEY",
      "GITHUB_TOKEN",
      "REIN_COMMAND",
      "REIN_TMPDIR",
      "REIN_MARK",
      "SANDBOX_RUNTIME",
    ])
      expect(names).not.toContain(name);
  });

  test("cannot write to what the runtime would let it by name", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    mkdirSync("/tmp/claude", { recursive: true });
    const places = ["/tmp/claude", join(homedir(), ".claude/debug"), join(homedir(), ".npm/_logs")];
    const { output } = await confined.run(
      places.map((place) => `echo x > ${place}/rein-${process.pid} && echo WROTE`).join("; "),
    );
    expect(output).not.toContain("WROTE");
  });

  test("cannot change what rein runs before each command, also where the folder for small files is writable", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    await confined.sandbox.probe();
    const start = join(ownFolder() ?? "", "start.bash");
    const before = await Bun.file(start).text();
    const { output } = await confined.run(
      `echo evil >> ${start}; rm -f ${start}; mv ${start}/.. ${start}/../../moved`,
      {
        writable: [tmpdir()],
      },
    );
    expect(output).toContain("Read-only file system");
    expect(await Bun.file(start).text()).toBe(before);
  });

  test("reaches no Unix socket", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const server = createServer((connection) => connection.end("reached\n"));
    await new Promise<void>((resolve) => server.listen(project.path("socket"), resolve));
    const { output } = await confined.run("socat -u UNIX-CONNECT:socket -");
    server.close();
    expect(output).not.toContain("reached");
    expect(output).toContain("Operation not permitted");
  });

  test("reaches nothing on the network, and not what this machine serves to itself", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    using server = Bun.serve({ port: 0, fetch: () => new Response("reached") });
    const { output } = await confined.run(
      `curl -s -m 5 http://127.0.0.1:${server.port}; exec 3<>/dev/tcp/127.0.0.1/${server.port} && echo reached; getent hosts example.org && echo reached`,
    );
    expect(output).not.toContain("reached");
  });
});

describe.skipIf(!hasSandbox)("a host that a command wants", () => {
  test("is asked about by name while the command waits, and no more after a no", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    const asked: string[] = [];
    const onConnect = async (host: string, port: number | undefined) => {
      asked.push(`${host}:${port}`);
      return false;
    };
    const { output, deniedHosts } = await confined.run(
      "curl -sS -m 5 http://one.example/; curl -sS -m 5 https://one.example/; curl -sS -m 5 https://two.example/",
      { onConnect },
    );
    expect(asked).toEqual(["one.example:80", "two.example:443"]);
    expect(deniedHosts).toEqual(["one.example:80", "one.example:443", "two.example:443"]);
    expect(output).not.toContain("Could not resolve host");
  });

  test("is connected to when the user says so, at that port only, and only by that command", async () => {
    await using project = await madeProject();
    await using confined = sandboxOf(project);
    using server = Bun.serve({ port: 0, fetch: () => new Response("reached\n") });
    let asked = 0;
    using other = Bun.serve({ port: 0, fetch: () => new Response("other\n") });
    const get = (port = 0) => `curl -sS -m 5 --noproxy '' http://127.0.0.1:${port}/`;
    const fetchIt = get(server.port);
    const first = await confined.run([fetchIt, fetchIt, get(other.port)].join(";"), {
      onConnect: async () => (asked++, true),
    });
    expect(first.output).toBe("reached\nreached\nother\n");
    expect(asked).toBe(2);
    const second = await confined.run(fetchIt);
    expect(second.output).not.toContain("reached");
    expect(second.deniedHosts).toEqual([`127.0.0.1:${server.port}`]);
  });
});
