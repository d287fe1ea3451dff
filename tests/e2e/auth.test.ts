/** Keys: asked for unseen, checked, kept for their user alone, shown in part, forgotten. */
import { describe, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { AT_REST } from "../support/emulator.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { launch } from "../support/terminal.ts";
import { runRein } from "./run-rein.ts";
import { COMPILED, NODE, REIN } from "./start.ts";

const rightKey = "sk-right-0123456789abcdef";

/** A vendor that knows one key. */
function serveVendor() {
  const keys: (string | null)[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const key = request.headers.get("authorization");
      keys.push(key);
      if (key === `Bearer ${rightKey}`) return Response.json({ data: [{ id: "m" }] });
      return Response.json({ error: { message: "no such key" } }, { status: 401 });
    },
  });
  return {
    keys,
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${server.port}/v1` },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

const keptIn = ({ env }: TestProject) => `${env["XDG_CONFIG_HOME"]}/rein/credentials.json`;
const isKept = (project: TestProject) => Bun.file(keptIn(project)).exists();

function login(
  project: TestProject,
  env: Readonly<Record<string, string>>,
  args = ["auth", "login", "openai"],
) {
  return launch({
    command: NODE,
    args: [REIN, ...args],
    cwd: project.folder,
    env: { ...project.env, ...COMPILED, ...env },
  });
}

/** The terminal's own line editing and echo are back, and no mode is left on. */
function expectAtRest(terminal: ReturnType<typeof login>): void {
  expect(terminal.modes()).toEqual(AT_REST);
  expect(terminal.raw()).toEndWith("\n");
}

describe("rein auth login", () => {
  test.each(["typed", "pasted"])("keeps a key that is %s, checked and never shown", async (how) => {
    await using project = await makeProject();
    await using vendor = serveVendor();
    await using terminal = login(project, vendor.env);
    await terminal.waitFor("Key for OpenAI (it is not shown):");
    await terminal.ready();
    if (how === "pasted") terminal.paste(`${rightKey}\n`);
    else {
      terminal.type(`${rightKey}x`);
      terminal.press("backspace");
    }
    terminal.press("enter");
    expect(await terminal.waitForExit()).toBe(0);
    expect(terminal.screen().join("\n")).toContain("OpenAI takes the key.");
    expect(terminal.raw()).not.toContain("sk-right");
    expect(vendor.keys).toEqual([`Bearer ${rightKey}`]);
    expect(await Bun.file(keptIn(project)).json()).toEqual({ openai: { key: rightKey } });
    expect((await stat(keptIn(project))).mode & 0o777).toBe(0o600);
    expectAtRest(terminal);
  });

  test.each(["ctrl+c", "escape", "ctrl+d"])(
    "is left by %s: nothing is kept, the terminal is as it was",
    async (key) => {
      await using project = await makeProject();
      await using vendor = serveVendor();
      await using terminal = login(project, vendor.env);
      await terminal.waitFor("Key for OpenAI");
      await terminal.ready();
      terminal.type("sk-half");
      terminal.press(key);
      expect(await terminal.waitForExit()).toBe(130);
      expect(await isKept(project)).toBe(false);
      expect(vendor.keys).toEqual([]);
      expectAtRest(terminal);
    },
  );

  test("that is ended by a signal leaves the terminal as it was, too", async () => {
    await using project = await makeProject();
    await using terminal = login(project, {});
    await terminal.waitFor("Key for OpenAI");
    await terminal.ready();
    terminal.signal("SIGTERM");
    await terminal.waitForExit();
    expectAtRest(terminal);
  });

  test("does not keep a key that is refused, and says why without it", async () => {
    await using project = await makeProject();
    await using vendor = serveVendor();
    const wrong = "sk-wrong-0123456789";
    const { err, code } = await runRein(["auth", "login", "openai"], {
      project,
      env: vendor.env,
      stdin: `${wrong}\n`,
    });
    expect(code).toBe(1);
    expect(err).toContain("no such key");
    expect(err).toContain("Nothing was kept");
    expect(err).not.toContain(wrong);
    expect(await isKept(project)).toBe(false);
  });

  test("keeps a key that could not be checked, and says so", async () => {
    await using project = await makeProject();
    const env = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    const { out, err, code } = await runRein(["auth", "login", "openai"], { project, env, stdin: rightKey });
    expect(code).toBe(0);
    expect(out).toContain("It is kept in");
    expect(err).toContain("could not be checked");
    expect(await isKept(project)).toBe(true);
  });

  test.each([
    [["auth", "login", "nobody"], "", "There is no provider “nobody”"],
    [["auth", "login"], "", "Which provider?"],
    [["auth", "login", "openai"], "\n", "That was no key"],
    [["auth", "frobnicate"], "", "There is no “rein auth frobnicate”"],
    [["auth", "logout"], "", "Which provider?"],
  ])("%j refuses what makes no sense", async (args, stdin, words) => {
    await using project = await makeProject();
    const { err, code } = await runRein(args, { project, stdin });
    expect(code).toBe(2);
    expect(err).toContain(words);
  });
});

test("a kept key is listed in part, used, outranked by the environment, and forgotten", async () => {
  await using project = await makeProject();
  await using vendor = serveVendor();
  const run = (args: readonly string[], env = {}) =>
    runRein(args, { project, env: { ...vendor.env, ...env }, stdin: rightKey });
  expect((await run(["auth", "list"])).out).toContain("There are no keys");
  await run(["auth", "login", "openai"]);
  const listed = (await run(["auth", "list"])).out;
  expect(listed).toMatch(/^openai +sk-r••••cdef +.*credentials\.json$/m);
  expect(listed).not.toContain(rightKey);
  const other = (await run(["auth", "list"], { OPENAI_API_KEY: "sk-other-0123456789" })).out;
  expect(other).toMatch(/^openai +sk-o••••6789 +OPENAI_API_KEY \(a kept key waits behind it\)$/m);
  expect(await run(["auth", "logout", "openai"])).toMatchObject({
    code: 0,
    out: "The key of openai is forgotten.\n",
  });
  expect(await Bun.file(keptIn(project)).text()).not.toContain("sk-");
  expect(await run(["auth", "logout", "openai"])).toMatchObject({ code: 1 });
});
