/** A command in a pseudo-terminal of its own, without a screen around it. */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../src/protocol/error.ts";
import { runInTerminal } from "../../src/process/run-in-terminal.ts";
import { until } from "../support/processes.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "rein-terminal-")));
afterEach(() => {
  rmSync(join(folder, "up"), { force: true });
});

const environment = { PATH: process.env["PATH"], SHELL: "/bin/bash", TERM: "xterm" };

function run(command: string, env: Record<string, string | undefined> = environment, cwd = folder) {
  let output = "";
  let seen = Promise.withResolvers<void>();
  const program = runInTerminal({
    command,
    cwd,
    env,
    columns: 70,
    rows: 20,
    onOutput(bytes) {
      output += Buffer.from(bytes).toString();
      seen.resolve();
      seen = Promise.withResolvers();
    },
  });
  return {
    program,
    output: () => output,
    shows: async (text: string): Promise<void> => {
      while (!output.includes(text)) await seen.promise;
    },
  };
}

const bytes = (text: string) => Buffer.from(text);

test("it has a controlling terminal of the given size, its folder and its environment", async () => {
  const { program, output } = run(
    'stty size; echo "$MINE in $PWD"; sh -c "exec </dev/tty && echo has a tty"',
    {
      ...environment,
      MINE: "yes",
    },
  );
  expect((await program.ended).exitCode).toBe(0);
  expect(output()).toContain("20 70\r\n");
  expect(output()).toContain(`yes in ${folder}\r\n`);
  expect(output()).toContain("has a tty");
});

test("gpg's agent is sent to its terminal, not to the one around it", async () => {
  const { program, output } = run('[ "$GPG_TTY" = "$(tty)" ] && echo same', {
    ...environment,
    GPG_TTY: "/dev/pts/9999",
  });
  expect((await program.ended).exitCode).toBe(0);
  expect(output()).toContain("same");
});

test("the shell is the user's, and bash where that is none", async () => {
  for (const [shell, name] of [
    ["/bin/sh", /^\/bin\/sh/],
    ["/usr/sbin/nologin", /bash|sh/],
    ["relative", /bash|sh/],
    [undefined, /bash|sh/],
  ] as const) {
    const { program, output } = run("echo $0", { ...environment, SHELL: shell });
    expect((await program.ended).exitCode).toBe(0);
    expect(output()).toMatch(name);
  }
});

test("Ctrl+C ends it, and its exit code says so", async () => {
  const { program, shows } = run("echo up; sleep 100");
  await shows("up");
  program.write(bytes("\x03"));
  expect((await program.ended).exitCode).toBe(130);
});

test("a new size is told to it", async () => {
  const { program, shows } = run("trap 'stty size; exit 4' WINCH; echo up; while :; do sleep 0.02; done");
  await shows("up");
  program.resize(33, 11);
  await shows("11 33");
  expect((await program.ended).exitCode).toBe(4);
});

test("what it did not read is given back, lines and half lines", async () => {
  const { program, shows } = run(
    "read first; echo got $first; stty -echo; echo up; read -t 0.2 never < /dev/null",
  );
  program.write(bytes("one\r"));
  await shows("got one");
  program.write(bytes("two\rthr"));
  const { exitCode, unread } = await program.ended;
  expect(exitCode).toBe(1);
  expect(unread.replaceAll("\r", "\n")).toBe("two\nthr");
});

test("what is typed in the moment of its end is given back, also more than its terminal holds", async () => {
  for (const typed of ["typed", "x".repeat(200_000)]) {
    const { program, shows } = run("stty -icanon -echo; echo bye");
    await shows("bye");
    program.write(bytes(typed));
    const { unread } = await program.ended;
    expect(typed.startsWith(unread) && unread !== "").toBe(true);
  }
});

test("what it leaves in the background ends with its terminal", async () => {
  const { program, output } = run("sleep 300 & echo pid $!");
  expect((await program.ended).exitCode).toBe(0);
  const pid = Number(/pid (\d+)/.exec(output())?.[1]);
  const isAlive = () =>
    /^[^Z\s]/.test(Bun.spawnSync(["ps", "-o", "stat=", "-p", `${pid}`]).stdout.toString());
  // The signal takes its time.
  await until(() => !isAlive());
});

test("hanging up ends it, also when it does not want to", async () => {
  const { program, shows } = run("trap '' HUP TERM INT; echo $$ up; while :; do sleep 0.05; done");
  await shows("up");
  program.hangUp();
  expect((await program.ended).exitCode).toBe(null);
});

test("a folder that is gone is an error for the user", () => {
  expect(() => run("true", environment, join(folder, "gone"))).toThrow(UserError);
});
