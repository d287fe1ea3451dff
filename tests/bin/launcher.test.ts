import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmod, cp, mkdir, readdir, realpath, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { makeProject, type TestProject } from "../support/project.ts";
import { launch } from "../support/terminal.ts";
import { fillHostile, MAIN } from "./hostile-folder.ts";

setDefaultTimeout(30_000);

const ROOT = join(import.meta.dir, "../..");
const NODE = Bun.which("node") ?? "node";
const PLATFORM_PACKAGE = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;

/** A copy of the package as npm would install it, with a program of our own in it. */
let installed: TestProject;
let rein: string;
/** A stranger's repository: each file in it tries to leave a mark, or to change what the program sees. */
let hostile: TestProject;
let mark: string;

beforeAll(async () => {
  installed = await makeProject({
    "package/src/main.ts": MAIN,
    "package/src/element.tsx": "export const element = <b>drawn</b>;",
  });
  const folder = installed.path("package");
  await cp(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });
  await cp(join(ROOT, "package.json"), join(folder, "package.json"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  rein = join(folder, "bin/rein.mjs");

  hostile = await makeProject();
  mark = join(hostile.home, "executed");
  await fillHostile(hostile, mark, rein);
});

afterAll(async () => {
  await installed[Symbol.asyncDispose]();
  await hostile[Symbol.asyncDispose]();
});

type Run = {
  readonly cwd?: string;
  readonly env?: Record<string, string | undefined>;
  readonly bin?: string;
};

function start(args: readonly string[], { cwd = hostile.folder, env = {}, bin = rein }: Run = {}) {
  return Bun.spawn([NODE, bin, ...args], {
    cwd,
    env: { ...hostile.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function run(args: readonly string[], options: Run = {}) {
  const child = start(args, options);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** Every file of a folder with its size and time, to see that nothing has changed. */
async function contents(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.toSorted().map(async (name) => {
      const { size, mtimeMs, mode } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${mode}`;
    }),
  );
}

test.each(["", "deep/inside"])(
  "a hostile working folder runs nothing and changes nothing: ./%s",
  async (inside) => {
    await mkdir(hostile.path(inside), { recursive: true });
    const before = await contents(hostile.folder);
    const { out, err, code } = await run(["hello"], { cwd: hostile.path(inside) });
    expect({ err, code }).toEqual({ err: "", code: 0 });
    expect(JSON.parse(out)).toEqual({
      bun: expect.stringContaining(join(ROOT, "node_modules")),
      react: expect.stringMatching(/^19\./),
      args: ["hello"],
      production: true,
      drawn: "drawn",
      zod: true,
      variable: "unset",
      nodeEnv: "production",
      nodeEnvOfCommands: "",
      missing: "missing",
    });
    expect(await contents(hostile.folder)).toEqual(before);
    expect(await Bun.file(mark).exists()).toBeFalse();
  },
);

test("the hostile folder does harm a plain bun, so the test above means something", async () => {
  const trap = await makeProject();
  const sprung = join(trap.home, "sprung");
  await fillHostile(trap, sprung, rein);
  const main = join(rein, "../../src/main.ts");
  await Bun.spawn([process.execPath, main], {
    cwd: trap.folder,
    env: trap.env,
    stdio: ["ignore", "ignore", "ignore"],
  }).exited;
  expect(await Bun.file(sprung).exists()).toBeTrue();
  await trap[Symbol.asyncDispose]();
});

test.each([
  [["a b", "", "it's", '"quoted"', "日本 👍", "*", "$HOME", "\\", "-n"]],
  [["--", "--version"]],
  [["--", "--"]],
  [["x", "--", "y"]],
  [["-p", "--watch", "--cwd=/", "--inspect", "-r", "evil.js", "--help"]],
  [[]],
])("arguments arrive exactly: %j", async (args) => {
  const { out } = await run(args);
  expect(JSON.parse(out)).toMatchObject({ args });
});

test("the user's own NODE_ENV goes through to commands, and React stays in production", async () => {
  const { out } = await run([], { env: { NODE_ENV: "development" } });
  expect(JSON.parse(out)).toMatchObject({ nodeEnvOfCommands: "development", production: true });
});

test("works through a symbolic link, as npm installs commands", async () => {
  const link = installed.path("rein");
  await symlink(rein, link);
  const { out } = await run(["x"], { bin: link });
  expect(JSON.parse(out)).toMatchObject({ args: ["x"] });
});

test("passes the exit code on", async () => {
  expect((await run(["exit"])).code).toBe(7);
});

test("ends by the signal that ended the program", async () => {
  const child = start(["die"]);
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
});

test.each([
  ["SIGINT", 2],
  ["SIGHUP", 3],
  ["SIGTERM", 4],
] as const)("%s reaches the program, which decides how to end", async (signal, code) => {
  const child = start(["catch"]);
  await until(child.stdout, "waiting");
  child.kill(signal);
  expect(await child.exited).toBe(code);
});

test("a program that does not catch SIGTERM ends by it", async () => {
  const child = start(["wait"]);
  await until(child.stdout, "waiting");
  child.kill("SIGTERM");
  await child.exited;
  expect(child.signalCode).toBe("SIGTERM");
});

// Where Node replaces itself there is no launcher left that could be killed.
const isChild = Bun.spawnSync([NODE, "-p", "process.execve"]).stdout.toString().trim() === "undefined";

test.skipIf(!isChild).each([
  ["catch", "a hang-up", "hung up\n"],
  ["wait", "an end", ""],
])("a launcher that is killed takes its program with it: %s is told of %s", async (action, _, said) => {
  const child = start([action]);
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const read = async () => {
    const { value = "", done } = await output.read();
    seen += value;
    return !done;
  };
  while (!seen.includes("waiting\n")) expect(await read()).toBeTrue();
  child.kill("SIGKILL");
  while (await read()); // to the end: nobody has the pipe any more
  expect(seen).toBe(`waiting\n${said}`);
});

test("Ctrl+C in a terminal does not end the launcher before the program", async () => {
  await using terminal = launch({
    command: NODE,
    args: [rein, "catch"],
    cwd: hostile.folder,
    env: hostile.env,
  });
  await terminal.waitFor("waiting");
  terminal.press("ctrl+c");
  expect(await terminal.waitForExit()).toBe(2);
});

test("suspending its group stops the launcher too, and fg brings both back", async () => {
  const env = { ...hostile.env, PS1: "shell> " };
  await using shell = launch({ command: "bash", args: ["--norc", "--noprofile", "-i"], env, cols: 300 });
  await shell.waitFor("shell>");
  shell.bytes(`${NODE} ${rein} suspend\r`);
  await shell.waitFor(/Stopped[^]*\nshell>\s*$/);
  shell.bytes("fg; echo ended with $?\r");
  await shell.waitFor(/^back again\nended with 5$/m);
});

test("the program has the terminal", async () => {
  await using terminal = launch({
    command: NODE,
    args: [rein, "x"],
    cwd: hostile.folder,
    env: hostile.env,
    cols: 500,
  });
  await terminal.waitForExit();
  expect(terminal.screen().join("")).toContain('"args":["x"]');
});

test("bun.mjs, for the scripts of package.json, is that Bun with any arguments", async () => {
  const args = ["-e", "console.log(process.execPath, process.argv.at(-1))", "a b"];
  const { out, code } = await run(args, { bin: join(rein, "../bun.mjs"), cwd: installed.folder });
  expect({ out, code }).toEqual({ out: `${process.execPath} a b\n`, code: 0 });
});

/** The package without its dependencies. */
async function bareInstall(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const bare = await makeProject({ "src/main.ts": "console.log(process.execPath)", ...files });
  await cp(join(ROOT, "bin"), bare.path("bin"), { recursive: true });
  await cp(join(ROOT, "package.json"), bare.path("package.json"));
  return bare;
}

const PLACEHOLDER = {
  "node_modules/bun/package.json": "{}",
  "node_modules/bun/bin/bun.exe": `echo "Error: Bun's postinstall script was not run." >&2; exit 1\n`,
};

test("works if npm was not allowed to run install scripts", async () => {
  await using bare = await bareInstall(PLACEHOLDER);
  await chmod(bare.path("node_modules/bun/bin/bun.exe"), 0o755);
  const binary = bare.path(`node_modules/${PLATFORM_PACKAGE}/bin/bun`);
  await mkdir(join(binary, ".."), { recursive: true });
  await symlink(process.execPath, binary);
  const { out, err } = await run([], { bin: bare.path("bin/rein.mjs") });
  expect({ out, err }).toEqual({ out: `${await realpath(binary)}\n`, err: "" });
});

test("takes bun from the PATH if the install has none", async () => {
  await using bare = await bareInstall({ ...PLACEHOLDER, "elsewhere/.keep": "" });
  await symlink(process.execPath, bare.path("elsewhere/bun"));
  // Neither a relative entry nor a node_modules/.bin may win: both can be the working folder's.
  const PATH = [".", "", hostile.path("node_modules/.bin"), bare.path("elsewhere")].join(":");
  const { out, err } = await run([], { bin: bare.path("bin/rein.mjs"), env: { PATH } });
  expect({ out: out.trim(), err }).toEqual({ out: process.execPath, err: "" });
  expect(await Bun.file(mark).exists()).toBeFalse();
});

test("says what to do if there is no Bun at all, or only an old one", async () => {
  await using bare = await bareInstall({ "old/bun": "#!/bin/sh\necho 1.1.9\n" });
  await chmod(bare.path("old/bun"), 0o755);
  const bin = bare.path("bin/rein.mjs");
  const none = await run([], { bin, env: { PATH: "." } });
  expect(none).toMatchObject({ out: "", code: 1 });
  expect(none.err).toMatch(/^rein runs on Bun [\d.]+\. .*\nInstall rein again .*\n$/s);
  const old = await run([], { bin, env: { PATH: bare.path("old") } });
  expect(old.err).toContain("is version 1.1.9");
});

async function until(stream: ReadableStream<Uint8Array>, text: string): Promise<void> {
  let seen = "";
  for await (const bytes of stream) {
    seen += Buffer.from(bytes).toString();
    if (seen.includes(text)) return;
  }
  throw new Error(`the program ended after ${JSON.stringify(seen)}`);
}
