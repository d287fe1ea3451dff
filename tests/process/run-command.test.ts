import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, readFile, stat, symlink } from "node:fs/promises";
import type { SkippedOutput } from "../../src/protocol/event.ts";
import { makeProject } from "../support/project.ts";
import { run } from "./run-it.ts";

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
      NAMED: "kept",
      PAGER: "less",
      EDITOR: "vim",
      GPG_TTY: "/dev/pts/0",
      SSH_ASKPASS: "/usr/bin/ssh-askpass",
      GIT_SSH_COMMAND: "ssh -i key",
    };
    const inherits = { pass: ["NAMED", "MAX_TOKENS", "GIT_SSH_COMMAND"] };
    const lines = (await run("env", { env, inherits })).output.split("\n");
    expect(lines.filter((line) => /sk-1|TOKEN=|SECRET|PASSWORD|KEEP_ME/.test(line))).toEqual([]);
    expect(lines).toContain("NAMED=kept");
    expect(lines).toContain("MAX_TOKENS=7");
    expect(lines.filter((line) => line.startsWith("PWD="))).toHaveLength(1);
    expect(lines).toContain("PAGER=cat");
    expect(lines).toContain("GIT_PAGER=cat");
    expect(lines).toContain("EDITOR=false");
    expect(lines).toContain("GIT_TERMINAL_PROMPT=0");
    expect(lines).toContain("TERM=dumb");
    expect(lines).toContain("REIN=1");
    expect(lines).toContain("SUDO_ASKPASS=/bin/false");
    expect(lines).toContain("SSH_ASKPASS=/bin/false");
    expect(lines).toContain("GIT_SSH_COMMAND=ssh -i key");
    expect(lines.filter((line) => line.startsWith("GPG_TTY"))).toEqual([]);
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
    const { output } = await run(`for i in $(seq 3000); do printf '你好😀'; done`, {
      limits: { head: 50_000, tail: 50_000 },
    });
    expect(output).toBe("你好😀".repeat(3_000));
  });

  test("is shown at most ten times a second, whole characters, not too much at once, never after the end", async () => {
    const seen: { readonly text: string; readonly at: number }[] = [];
    const start = performance.now();
    const { output } = await run(`for i in $(seq 4000); do printf '你好😀'; echo; done`, {
      onOutput: (text) => seen.push({ text, at: performance.now() }),
    });
    const tenths = (performance.now() - start) / 100;
    expect(seen.length).toBeGreaterThan(0);
    // The first, one each tenth of a second, and what was left at the end.
    expect(seen.length).toBeLessThanOrEqual(2 + tenths);
    expect(seen.filter(({ text }) => text.includes("\uFFFD") || text.length > 8 * 1024)).toEqual([]);
    expect(output.endsWith(seen.at(-1)?.text.slice(-100) ?? "nothing")).toBe(true);
    const told = seen.length;
    await run("sleep 0.15");
    expect(seen).toHaveLength(told);
  });

  test("what is not shown is counted: exactly, or at least so far as one can without slowing a flood down", async () => {
    let lines = 0;
    let atLeast = 0;
    /** What was shown without a gap. */
    let shown: string[] = [];
    const onOutput = (text: string, skipped?: SkippedOutput) => {
      if (skipped !== undefined) shown.push("");
      shown.push(`${shown.pop() ?? ""}${text}`);
      lines += text.split("\n").length - 1 + (skipped?.lines ?? 0);
      if (skipped?.isExact === false) atLeast += skipped.lines;
    };
    const isOdd = (line: RegExp) => (text: string) =>
      text
        .split("\n")
        .slice(0, -1)
        .some((one) => !line.test(one));
    await run("seq -f 'line %.0f' 1 9000", { onOutput });
    expect({ lines, atLeast }).toEqual({ lines: 9_000, atLeast: 0 });
    expect(shown.at(-1)).toEndWith("line 8999\nline 9000\n");
    expect(shown.slice(1).filter(isOdd(/^line \d+$/))).toEqual([]);
    shown = [];
    await run("yes 0123456789 | head -c 100000000", { onOutput });
    expect(shown.slice(1).filter(isOdd(/^0123456789$/))).toEqual([]);
    expect(atLeast).toBeGreaterThan(1_000);
    expect(lines).toBeLessThan(9_000 + 100_000_000 / 11);
  });

  test("of 100 MB the beginning and the end are kept, and all of it is in a file", async () => {
    await using project = await makeProject();
    const spillFolder = project.path("not/made/yet");
    const { output, truncatedBytes, exitCode, outputFile } = await run(
      "echo BEGIN; yes 0123456789 | head -c 100000000; echo END",
      { spillFolder },
    );
    expect(exitCode).toBe(0);
    expect(output.length).toBeLessThan(30_000);
    expect(output.startsWith("BEGIN\n0123456789\n")).toBe(true);
    expect(output.endsWith("END\n")).toBe(true);
    expect(output).toContain(
      `[... ${truncatedBytes} bytes left out; all of the output: ${outputFile?.path} ...]`,
    );
    const kept = Buffer.byteLength(output.replace(/\n\[\.\.\. \d+ bytes [^\n]*\.\.\.\]\n/, ""));
    const all = 100_000_000 + "BEGIN\nEND\n".length;
    expect(kept + truncatedBytes).toBe(all);
    expect(outputFile).toMatchObject({ bytes: all, problem: null });
    const path = outputFile?.path ?? "";
    expect(path).toStartWith(spillFolder);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(spillFolder)).mode & 0o777).toBe(0o700);
    const whole =
      await Bun.$`(echo BEGIN; yes 0123456789 | head -c 100000000; echo END) | cmp - ${path}`.quiet();
    expect(whole.exitCode).toBe(0);
  });

  test("in a file is byte for byte what was printed, whatever the pieces", async () => {
    await using project = await makeProject();
    const script = `awk 'BEGIN { for (i = 0; i < 200000; i++) { printf "%d", i; if (i % 1000 == 0) fflush(); if (i % 7 == 0) print "" } }'`;
    const { outputFile } = await run(script, { spillFolder: project.path("out") });
    const whole = await Bun.$`sh -c ${script}`.quiet();
    expect(Buffer.compare(await readFile(outputFile?.path ?? ""), whole.stdout)).toBe(0);
  });

  test("that fits makes no file", async () => {
    await using project = await makeProject();
    const { outputFile } = await run("seq 1000", { spillFolder: project.path("out") });
    expect(outputFile).toBeNull();
    expect(existsSync(project.path("out"))).toBe(false);
  });

  test("that finds no place for its file is told so, and the command runs on", async () => {
    await using project = await makeProject({ occupied: "a file" });
    const result = await run("seq 100000; exit 4", { spillFolder: project.path("occupied/below") });
    expect(result).toMatchObject({ exitCode: 4, outputFile: null });
    expect(result.output).toMatch(/left out; The file for all of the output could not be made: .*ENOTDIR/);
    expect(result.output).toEndWith("\n100000\n");
  });

  test.skipIf(!existsSync("/dev/full"))(
    "that the disk does not take is told so, and the command runs on",
    async () => {
      await using project = await makeProject();
      // Its own process may write no more than 64 KiB to a file; the signal for that is ignored by Bun.
      const program = `
      import { runCommand } from ${JSON.stringify(new URL("../../src/process/run-command.ts", import.meta.url).pathname)};
      const result = await runCommand({ command: "seq 100000; exit 4", cwd: "/", signal: new AbortController().signal, spillFolder: "out" });
      console.log(JSON.stringify(result));
      process.exit(0);
    `;
      await project.write("limited.ts", program);
      const child = Bun.spawn(
        ["bash", "-c", `ulimit -f 64; exec "$@"`, "bash", process.execPath, "limited.ts"],
        {
          cwd: project.folder,
          env: { ...project.env },
          stdout: "pipe",
        },
      );
      const result = JSON.parse(await new Response(child.stdout).text());
      expect(result).toMatchObject({ exitCode: 4, outputFile: { bytes: 65_536 } });
      expect(result.output).toMatch(
        /the first 65536 bytes of the output: \S+; The rest could not be written: .*EFBIG/,
      );
      expect(result.output).toEndWith("\n100000\n");
    },
  );
});

describe("a command that cannot start", () => {
  test("because its folder is gone", () => {
    expect(run("true", { cwd: "/does/not/exist" })).rejects.toThrow("ENOENT");
  });

  test("because it is longer than the system takes", () => {
    expect(run(`: ${"x".repeat(200_000)}`)).rejects.toThrow("E2BIG");
  });
});
