import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, symlink } from "node:fs/promises";
import { type CommandRequest, killAllCommands, runCommand } from "../../src/process/run-command.ts";
import { makeProject } from "../support/project.ts";

function run(command: string, more: Partial<CommandRequest> = {}) {
  return runCommand({ command, cwd: "/", signal: new AbortController().signal, ...more });
}

/** The ids of the living processes whose command line contains a text; ended ones that nobody collected do not count. */
function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isDead = /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
        return !isDead && readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** A length of sleep that no other process on the machine has, so that it can be found again. */
let marker = 0;
const uniqueSeconds = () => `${3_000 + (process.pid % 1_000)}.${(marker += 1)}7`;

const hasProc = process.platform === "linux";

describe("a command that ends", () => {
  test("gives its exit code and both streams in the order in which they came", async () => {
    const result = await run("echo one; echo two >&2; echo three; exit 3");
    expect(result).toMatchObject({
      exitCode: 3,
      signal: null,
      output: "one\ntwo\nthree\n",
      truncatedBytes: 0,
      timedOut: false,
      aborted: false,
      leftRunning: false,
    });
  });

  test("may print nothing", async () => {
    expect(await run("true")).toMatchObject({ exitCode: 0, output: "" });
  });

  test("tells the signal that ended it", async () => {
    expect(await run("kill -9 $$")).toMatchObject({ exitCode: null, signal: "SIGKILL" });
  });

  test("runs in the folder that it was given", async () => {
    await using project = await makeProject();
    expect((await run("pwd", { cwd: project.folder })).output).toBe(`${project.folder}\n`);
  });

  test("can write to /dev/stdout and /dev/stderr by name", async () => {
    expect((await run("echo a > /dev/stderr; echo b > /dev/stdout; echo c | tee /dev/stderr")).output).toBe(
      "a\nb\nc\nc\n",
    );
  });

  test("has no terminal and no input: whatever wants to ask fails at once", async () => {
    const { output } = await run("head -c1 </dev/tty; read -r line; echo got:[$line]; tty");
    expect(output).toContain("/dev/tty: No such device or address");
    expect(output).toContain("got:[]");
    expect(output).toContain("not a tty");
  });

  test("reads no startup files", async () => {
    await using project = await makeProject({ evil: "echo EVIL\n" });
    await Bun.write(`${project.home}/.bashrc`, "echo EVIL\n");
    await Bun.write(`${project.home}/.bash_profile`, "echo EVIL\n");
    const env = { ...project.env, BASH_ENV: project.path("evil"), ENV: project.path("evil") };
    expect((await run("echo fine", { env })).output).toBe("fine\n");
  });

  test("finds no program through a relative or empty part of the PATH", async () => {
    await using project = await makeProject({
      ls: "#!/bin/sh\necho EVIL\n",
      "bin/ls": "#!/bin/sh\necho EVIL\n",
    });
    await chmod(project.path("ls"), 0o755);
    await chmod(project.path("bin/ls"), 0o755);
    for (const PATH of [".:/usr/bin:/bin", "::/usr/bin:/bin", "bin:/usr/bin:/bin", "", "."]) {
      const { output } = await run("ls", { cwd: project.folder, env: { ...project.env, PATH } });
      expect(output).toBe("bin\nls\n");
    }
  });

  test("gets no keys, no pager, no editor and no password prompt", async () => {
    const env = {
      PATH: process.env["PATH"],
      OPENAI_API_KEY: "sk-1",
      GITHUB_TOKEN: "t",
      AWS_SECRET_ACCESS_KEY: "s",
      DB_PASSWORD: "p",
      OPENAI_KEY: "sk-1",
      API_KEY_OPENAI: "sk-1",
      SECRET_KEY_BASE: "sk-1",
      PGPASSWORD: "sk-1",
      MYSQL_PWD: "sk-1",
      SSHPASS: "sk-1",
      GITHUB_PAT: "sk-1",
      NPM_AUTH: "sk-1",
      "npm_config_//registry.example/:_authToken": "sk-1",
      MAX_TOKENS: "7",
      KEEP_ME: "kept",
      PAGER: "less",
      EDITOR: "vim",
    };
    const lines = (await run("env", { env })).output.split("\n");
    expect(lines.filter((line) => /sk-1|TOKEN=|SECRET|PASSWORD/.test(line))).toEqual([]);
    expect(lines).toContain("KEEP_ME=kept");
    expect(lines).toContain("MAX_TOKENS=7");
    expect(lines.filter((line) => line.startsWith("PWD="))).toHaveLength(1);
    expect(lines).toContain("PAGER=cat");
    expect(lines).toContain("GIT_PAGER=cat");
    expect(lines).toContain("EDITOR=false");
    expect(lines).toContain("GIT_TERMINAL_PROMPT=0");
    expect(lines).toContain("TERM=dumb");
    expect(lines).toContain("REIN=1");
  });

  test("a commit that wants an editor fails instead of waiting", async () => {
    await using project = await makeProject();
    const setUp = "git init -q . && git config user.email a@b && git config user.name n";
    const { exitCode } = await run(`${setUp} && git commit --allow-empty`, {
      cwd: project.folder,
      env: project.env,
    });
    expect(exitCode).not.toBe(0);
  });
});

describe("output", () => {
  test("arrives while the command runs", async () => {
    await using project = await makeProject();
    const seen: string[] = [];
    const { output } = await run("echo first; while ! test -e go; do sleep 0.01; done; echo second", {
      cwd: project.folder,
      onOutput: (text) => {
        seen.push(text);
        if (text.includes("first"))
          void symlink("anywhere", project.path("go")).then(() => project.write("anywhere", ""));
      },
    });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.join("")).toBe(output);
    expect(output).toBe("first\nsecond\n");
  });

  test("characters that fall on a chunk border stay whole", async () => {
    const seen: string[] = [];
    const { output } = await run(`for i in $(seq 3000); do printf '你好😀'; done`, {
      limits: { head: 50_000, tail: 50_000 },
      onOutput: (text) => seen.push(text),
    });
    expect(output).toBe("你好😀".repeat(3_000));
    expect(seen.join("")).toBe(output);
  });

  test("of 100 MB the beginning and the end are kept, with the count of what is missing", async () => {
    const { output, truncatedBytes, exitCode } = await run(
      "echo BEGIN; yes 0123456789 | head -c 100000000; echo END",
    );
    expect(exitCode).toBe(0);
    expect(output.length).toBeLessThan(30_000);
    expect(output.startsWith("BEGIN\n0123456789\n")).toBe(true);
    expect(output.endsWith("END\n")).toBe(true);
    expect(output).toContain(`[… ${truncatedBytes} bytes left out …]`);
    const kept = Buffer.byteLength(output.replace(/\n\[… \d+ bytes left out …\]\n/, ""));
    expect(kept + truncatedBytes).toBe(100_000_000 + "BEGIN\nEND\n".length);
  });
});

describe("a command that leaves something behind", () => {
  test.each([
    ["a quiet child", "sleep $S & echo started"],
    ["a child in another session", "setsid sleep $S & echo started"],
    ["a child without our output", "sleep $S >/dev/null 2>&1 & echo started"],
    ["a child that keeps printing", "(while true; do echo tick; sleep 0.02; done; : $S) & echo started"],
  ])("%s does not hold it", async (_, command) => {
    const seconds = uniqueSeconds();
    const result = await run(command.replace("$S", seconds), { timeoutMs: 20_000 });
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
    expect(result.output).toStartWith("started\n");
    for (const pid of hasProc ? processesWith(seconds) : []) process.kill(pid, "SIGKILL");
    killAllCommands();
  });

  test.skipIf(!hasProc)("its background child goes on, may print, and dies with rein", async () => {
    await using project = await makeProject();
    const seconds = uniqueSeconds();
    const command = `(while ! test -e go; do sleep 0.01; done; echo late; echo alive > proof; sleep ${seconds}) & echo started`;
    const result = await run(command, { cwd: project.folder });
    expect(result).toMatchObject({ output: "started\n", leftRunning: true });
    await project.write("go", "");
    await until(() => existsSync(project.path("proof")));
    killAllCommands();
    await until(() => processesWith(seconds).length === 0);
  });

  test.skipIf(!hasProc)("nothing outlives a rein that exits in the middle of a command", async () => {
    const seconds = uniqueSeconds();
    const program = `
      import { runCommand } from ${JSON.stringify(new URL("../../src/process/run-command.ts", import.meta.url).pathname)};
      const onOutput = () => process.exit(7);
      await runCommand({ command: "sleep ${seconds} & echo up; sleep ${seconds}", cwd: "/", signal: new AbortController().signal, onOutput });
    `;
    await using project = await makeProject({ "exits.ts": program });
    const child = Bun.spawn([process.execPath, project.path("exits.ts")], {
      stdout: "ignore",
      stderr: "ignore",
    });
    expect(await child.exited).toBe(7);
    await until(() => processesWith(seconds).length === 0);
  });
});

describe("the time limit", () => {
  test("keeps what was printed and lets the command say goodbye", async () => {
    const result = await run(`trap 'echo bye; exit 4' TERM; echo hello; while :; do sleep 0.02; done`, {
      timeoutMs: 300,
    });
    expect(result).toMatchObject({ timedOut: true, exitCode: 4 });
    expect(result.output).toStartWith("hello\n");
    expect(result.output).toContain("bye\n");
  });

  test.skipIf(!hasProc)("ends every process of a pipe, even those that ignore it", async () => {
    const seconds = uniqueSeconds();
    const command = `trap '' TERM; echo on; sleep ${seconds} | sleep ${seconds} & sleep ${seconds}`;
    const result = await run(command, { timeoutMs: 200, timeoutPatienceMs: 50 });
    expect(result).toMatchObject({ timedOut: true, exitCode: null, signal: "SIGKILL", output: "on\n" });
    await until(() => processesWith(seconds).length === 0);
  });
});

describe("an abort", () => {
  test("before the start runs nothing", async () => {
    await using project = await makeProject();
    const result = await run("echo x > made", { cwd: project.folder, signal: AbortSignal.abort() });
    expect(result).toMatchObject({ aborted: true, output: "" });
    expect(await Bun.file(project.path("made")).exists()).toBe(false);
  });

  test.skipIf(!hasProc)(
    "in the middle ends the whole group, even what ignores it, and keeps the output",
    async () => {
      const stop = new AbortController();
      const seconds = uniqueSeconds();
      const result = await run(`trap '' TERM INT; echo on; sleep ${seconds} & sleep ${seconds} | cat`, {
        signal: stop.signal,
        onOutput: () => stop.abort(),
      });
      expect(result).toMatchObject({ aborted: true, timedOut: false, output: "on\n" });
      await until(() => processesWith(seconds).length === 0);
    },
  );

  test("after the end changes nothing", async () => {
    const stop = new AbortController();
    const result = await run("echo done", { signal: stop.signal });
    stop.abort();
    expect(result).toMatchObject({ aborted: false, exitCode: 0, output: "done\n" });
  });
});

describe("a command that cannot start", () => {
  test("because its folder is gone", () => {
    expect(run("true", { cwd: "/does/not/exist" })).rejects.toThrow("ENOENT");
  });

  test("because it is longer than the system takes", () => {
    expect(run(`: ${"x".repeat(200_000)}`)).rejects.toThrow("E2BIG");
  });
});
