/**
 * P13: "Secrets stay out of children, transcripts and logs where recognisable."
 *
 * On the screen, in requests, in a debug log and a recording: `e2e/secrets.test.ts`; what is recognised:
 * `secrets/conceal.test.ts`. Here are the ways without a screen, what is told of a session later, and a crash.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { endOf, runRein, startRein } from "../e2e/run-rein.ts";
import { accessTo, answered, beginUnready, seen, send } from "../e2e/start.ts";
import { randomLooking, tokens } from "../secrets/samples.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const canaries = {
  DB_PASSWORD: `canary-${randomLooking(20, 41)}`,
  GITHUB_TOKEN: tokens["GITHUB_TOKEN"] ?? "",
  AWS_SECRET_ACCESS_KEY: randomLooking(40, 42),
  OPENAI_API_KEY: `sk-canary-${randomLooking(30, 43)}`,
  NPM_TOKEN: `npm_${randomLooking(36, 44)}`,
  MY_SECRET: `from the environment ${randomLooking(16, 45)}`,
} as const;
const { DB_PASSWORD, GITHUB_TOKEN, ...inEnvironment } = canaries;

const files = {
  ".env": `DB_PASSWORD=${DB_PASSWORD}\n`,
  "config.ini": `password = ${DB_PASSWORD}\ngithub: ${GITHUB_TOKEN}\n`,
};
const calls = [
  call("bash", { command: "env" }),
  call("bash", { command: "cat config.ini .env" }),
  call("read_file", { path: "config.ini" }),
  call("grep", { pattern: "password|github" }),
  call("bash", { command: "cat config.ini >&2; exit 3" }),
];
const script = [calls, [text("done")]];
const unasked = ["--permission-mode", "accept-edits", "--allow", "bash", "--allow", "read"];

/** The canaries that stand in a text, by name. */
function found(text: string): string[] {
  return Object.entries(canaries).flatMap(([name, canary]) => (text.includes(canary) ? [name] : []));
}

/** Everything that rein has written below the home folder, but for copies of files from before they were changed. */
function kept({ home }: TestProject): string {
  return readdirSync(home, { recursive: true })
    .map((name) => join(home, String(name)))
    .filter((path) => statSync(path).isFile() && !path.includes("/checkpoints/"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

test("P13: not from -p, nor from what is kept of it and told of it later", async () => {
  await using project = await makeProject(files);
  await using server = await serveModel(script);
  const env = { ...accessTo(server), ...inEnvironment };
  const run = await runRein(["-p", "go", ...unasked], { project, env });
  expect(run).toMatchObject({ code: 0, out: "done\n" });
  const { bodyText } = await server.nextRequest(1);
  expect(bodyText).toContain("«secret:DB_PASSWORD#1»");
  expect(bodyText).toContain("HOME=");
  expect(found(run.err + run.out)).toEqual([]);
  expect(found(bodyText)).toEqual([]);
  expect(found(kept(project))).toEqual([]);
  const list = await runRein(["sessions", "list"], { project, env });
  const [id = ""] = list.out.split(" ");
  for (const args of [
    ["sessions", "show", id],
    ["sessions", "show", id, "--trace"],
    ["permissions", "why", "last"],
    ["auth", "list"],
  ]) {
    const told = await runRein(args, { project, env });
    expect(told.code, args.join(" ")).toBe(0);
    expect(found(told.out + told.err), args.join(" ")).toEqual([]);
  }
});

test("P13: not from the lines for another program", async () => {
  await using project = await makeProject(files);
  await using server = await serveModel(script);
  const child = startRein(["--events", ...unasked, "go"], {
    project,
    env: { ...accessTo(server), ...inEnvironment },
  });
  await server.nextRequest(1);
  await child.stdin.end();
  const run = await endOf(child);
  expect(run.out).toContain("«secret:DB_PASSWORD#1»");
  expect(found(run.out + run.err)).toEqual([]);
  expect(found(kept(project))).toEqual([]);
});

test("P13: not from a rein that breaks down", async () => {
  await using story = await beginUnready(script, { files, args: ["--version"] });
  const crash = `
    import { existsSync } from "node:fs";
    setInterval(() => { if (existsSync("crash")) throw new Error("thrown on purpose"); }, 10).unref();`;
  await story.project.write("../home/crash.js", crash);
  const terminal = await story.again({
    args: unasked,
    env: { ...inEnvironment, BUN_OPTIONS: `--preload ${join(story.project.home, "crash.js")}` },
  });
  await send(terminal, "go");
  await answered(terminal, "done");
  await story.project.write("crash", "");
  expect(await terminal.waitForExit()).toBe(70);
  expect(seen(terminal)).toContain("thrown on purpose");
  expect(found(kept(story.project))).toEqual([]);
});
