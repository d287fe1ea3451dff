/** `rein doctor` on pipes: what it looks at, how to repair what is not right, and that it tells no secret. */
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, setDefaultTimeout, test } from "bun:test";
import { dataPaths } from "../../src/sessions/paths.ts";
import { runRein } from "../e2e/run-rein.ts";
import { makeProject, type TestProject } from "../support/project.ts";

setDefaultTimeout(30_000);

type Line = {
  readonly group: string;
  readonly name: string;
  readonly level: "ok" | "warn" | "bad";
  readonly text: string;
  readonly fix?: string;
};

async function doctor(project: TestProject, env: Readonly<Record<string, string>> = {}, args: string[] = []) {
  const run = await runRein(["doctor", "--json", ...args], { project, env });
  const { checks }: { checks: Line[] } = JSON.parse(run.out);
  const of = (group: string, name?: string) =>
    checks.filter((check) => check.group === group && (name === undefined || check.name === name));
  return { ...run, checks, of };
}

/** Writes a file of the user's own configuration. */
async function configure(project: TestProject, name: string, content: string): Promise<string> {
  const folder = join(project.home, ".config", "rein");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), content, { mode: 0o600 });
  return join(folder, name);
}

test("a line for everything, in groups, with how to repair what is not right", async () => {
  await using project = await makeProject();
  const { out, err, code } = await runRein(["doctor"], { project });
  expect([code, err]).toEqual([0, ""]);
  for (const group of ["terminal", "programs", "sandbox", "files", "settings", "models", "network"])
    expect(out).toContain(`\n${group}\n`);
  expect(out).toMatch(/ok {4}bash: \S*bash \d/);
  expect(out).toMatch(/warn {2}model: the offline demo[^]*→ rein auth login/);
  expect(out).toMatch(/\d+ ok, \d+ to look at, 0 that will not work\.\n$/);
});

test("keys are told by where they are, never by what they are", async () => {
  await using project = await makeProject();
  const secret = "sk-ant-REALLYSECRET0123456789";
  const proxy = "http://ada:hunter2@127.0.0.1:3128";
  const { out, of } = await doctor(project, {
    ANTHROPIC_API_KEY: secret,
    https_proxy: proxy,
    NO_PROXY: "x.test",
  });
  expect(of("models", "anthropic")).toMatchObject([{ level: "ok", text: "a key in ANTHROPIC_API_KEY" }]);
  expect(of("models", "addresses")[0]?.text).toContain("not asked");
  expect(of("network", "proxy")[0]?.text).toContain("http://127.0.0.1:3128/ for https (https_proxy)");
  expect(out).not.toContain("REALLYSECRET");
  expect(out).not.toContain("hunter2");
});

test("faults of settings and keys are told with their files", async () => {
  await using project = await makeProject();
  const settings = await configure(project, "settings.json", '{ "modle": 1, "permissions": { "deny": 3 } }');
  await configure(project, "keybindings.json", '{ "composer": { "sned": "f5" } }');
  const rules = await configure(project, "remembered-rules.jsonl", "half a l");
  const state = await configure(project, "state.json", "\0\0");
  const { data, trust } = dataPaths(project.env);
  await mkdir(data, { recursive: true });
  await writeFile(trust, '{"folders":', { mode: 0o600 });
  const { of, code } = await doctor(project);
  expect(code).toBe(1);
  expect(of("settings", "rules")).toMatchObject([{ level: "bad", fix: `Repair ${settings}.` }]);
  expect(
    of("settings", settings)
      .map(({ text }) => text)
      .join(),
  ).toContain('There is no setting "modle"');
  expect(of("settings", "keys")[0]?.text).toContain("“send” may be meant");
  expect(of("settings", "remembered-rules")[0]?.text).toContain(`${rules} could not be read: line 1`);
  expect(of("settings", "state")[0]?.text).toContain(`${state} (`);
  expect(of("settings", "trust")[0]?.text).toContain(`${trust} are not used: it is damaged`);
});

test("folders and keys that others can look into are told, with the command that closes them", async () => {
  await using project = await makeProject();
  const file = await configure(
    project,
    "credentials.json",
    '{ "openai": { "key": "sk-0123456789abcdef0123" } }',
  );
  await chmod(file, 0o644);
  await chmod(join(project.home, ".config", "rein"), 0o755);
  const { of, out } = await doctor(project);
  expect(of("files", "keys")).toMatchObject([{ level: "bad" }]);
  expect(of("files", "keys")[0]?.fix).toContain(`chmod 600 '${file}'`);
  expect(of("files", "settings")).toMatchObject([{ level: "warn" }]);
  expect(out).not.toContain("0123456789abcdef");
});

test("foreign text in it does nothing to a terminal", async () => {
  await using project = await makeProject();
  const evil = "evil\u001b]0;owned\u0007\u001b[2Jend\u202e";
  const { out } = await runRein(["doctor"], {
    project,
    env: { EDITOR: evil, https_proxy: "http://127.0.0.1:1", no_proxy: evil },
  });
  expect(out).toContain("evil");
  expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("the servers of models are asked only with --online, and without a key", async () => {
  await using project = await makeProject();
  const asked: Headers[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ headers }) => {
      asked.push(headers);
      return new Response(null, { status: 401 });
    },
  });
  const env = {
    OPENAI_API_KEY: "sk-0123456789abcdef0123",
    OPENAI_BASE_URL: `http://127.0.0.1:${server.port}/v1`,
  };
  await doctor(project, env);
  expect(asked).toHaveLength(0);
  const online = await doctor(project, env, ["--online"]);
  expect(online.of("models", "openai").at(-1)?.text).toMatch(/\/v1 answers \(\d+ ms\)/);
  expect(asked.map((headers) => headers.get("authorization"))).toEqual([null]);
  const gone = await doctor(project, { ...env, OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }, ["--online"]);
  expect(gone.code).toBe(1);
  expect(gone.of("models", "openai").at(-1)).toMatchObject({ level: "bad" });
});

test("what it does not know is wrong usage", async () => {
  await using project = await makeProject();
  const { code, err } = await runRein(["doctor", "--cure"], { project });
  expect(code).toBe(2);
  expect(err).toContain("rein doctor [--online] [--json]");
});
