import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFirstStart, openState } from "../../src/settings/state.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

function place() {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const context = {
    env: { XDG_CONFIG_HOME: folder },
    now: () => 1_893_553_445_000,
    onWarning: (message: string) => warnings.push(message),
  };
  return { context, warnings, folder: join(folder, "rein"), file: join(folder, "rein", "state.json") };
}

test("what was remembered is there the next time, for its user only", async () => {
  const { context, file, warnings } = place();
  const state = await openState(context);
  expect(state.get()).toEqual({});
  state.set({ welcomeShown: true });
  expect((await openState(context)).get()).toEqual({ welcomeShown: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(warnings).toEqual([]);
});

test("a file that cannot be parsed is kept aside, and a new one begins", async () => {
  const { context, folder, file, warnings } = place();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{"welcomeShown": tr');
  const state = await openState(context);
  state.set({ welcomeShown: true });
  expect(state.get()).toEqual({ welcomeShown: true });
  expect(readFileSync(join(folder, "state.json.bad-1893553445000"), "utf8")).toBe('{"welcomeShown": tr');
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("was kept as");
});

test.each(["[1, 2]", "null", '"text"'])(
  "a file that holds %p, no object, is kept aside too",
  async (text) => {
    const { context, folder, file, warnings } = place();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
    const state = await openState(context);
    state.set({ welcomeShown: true });
    expect(state.get()).toEqual({ welcomeShown: true });
    expect(readFileSync(join(folder, "state.json.bad-1893553445000"), "utf8")).toBe(text);
    expect(warnings).toEqual([expect.stringContaining("it holds no JSON object")]);
  },
);

test("a value that makes no sense counts as not remembered; what a newer rein remembers stays", async () => {
  const { context, folder, file } = place();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{"welcomeShown": 7, "future": [1]}');
  const state = await openState(context);
  expect(state.get()).toEqual({ welcomeShown: undefined });
  state.set({ welcomeShown: true });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ welcomeShown: true, future: [1] });
});

test("what another rein remembered meanwhile is seen", async () => {
  const { context } = place();
  const [one, other] = [await openState(context), await openState(context)];
  other.set({ welcomeShown: true });
  expect(one.get()).toEqual({ welcomeShown: true });
});

test("a start is the first one until something was remembered", async () => {
  const { context } = place();
  expect(isFirstStart(context.env)).toBe(true);
  (await openState(context)).set({ welcomeShown: true });
  expect(isFirstStart(context.env)).toBe(false);
});

test("a folder that cannot be made is a warning; rein goes on and remembers nothing", async () => {
  const { context, folder, warnings } = place();
  writeFileSync(folder, "in the way");
  const state = await openState(context);
  state.set({ welcomeShown: true });
  expect(state.get()).toEqual({});
  expect(warnings).toHaveLength(1);
  expect(readdirSync(join(folder, ".."))).toEqual(["rein"]);
});

test("of two programs that each remember something 200 times nothing is lost, and it can be read at any moment", async () => {
  const { context, folder, file, warnings } = place();
  const module = join(import.meta.dir, "../../src/settings/state.ts");
  const script = (state: string) =>
    `import { openState } from ${JSON.stringify(module)};
     const state = await openState({ env: process.env, now: () => 0, onWarning: (words) => { throw new Error(words); } });
     for (let at = 1; at <= 200; at += 1) state.set(${state});`;
  const children = ["{ theme: `theme ${at}` }", "{ models: { some: at } }"].map((state) =>
    Bun.spawn([process.execPath, "-e", script(state)], { env: { ...context.env }, stderr: "inherit" }),
  );
  let reads = 0;
  while (children.some((child) => child.exitCode === null)) {
    await Bun.sleep(1);
    if (!existsSync(file)) continue;
    expect(() => JSON.parse(readFileSync(file, "utf8"))).not.toThrow();
    reads += 1;
  }
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0]);
  expect(reads).toBeGreaterThan(10);
  expect((await openState(context)).get()).toEqual({ theme: "theme 200", models: { some: 200 } });
  expect(readdirSync(folder)).toEqual(["state.json"]);
  expect(warnings).toEqual([]);
});

test("of two programs that each learn about 50 models all are remembered", async () => {
  const { context, file, warnings } = place();
  const module = join(import.meta.dir, "../../src/settings/remembered-models.ts");
  const script = (name: string) =>
    `import { openRememberedModels } from ${JSON.stringify(module)};
     const models = openRememberedModels({ env: process.env, now: Date.now, onWarning: (words) => { throw new Error(words); } });
     for (let at = 0; at < 50; at += 1) models.set(${JSON.stringify(name)}, \`m\${at}\`, { learned: { images: false } });`;
  const children = ["one", "other"].map((name) =>
    Bun.spawn([process.execPath, "-e", script(name)], { env: { ...context.env }, stderr: "inherit" }),
  );
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0]);
  const { models } = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.keys(models)).toHaveLength(100);
  expect(warnings).toEqual([]);
});

test("a state of an older format is brought up to date and kept as it was; a newer one is left alone", async () => {
  const { context, folder, file } = place();
  mkdirSync(folder, { recursive: true });
  const older = '{"greeted": true, "theme": "dark"}';
  writeFileSync(file, older);
  const migrations = [
    ({ greeted, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, welcomeShown: greeted }),
    (state: Readonly<Record<string, unknown>>) => ({ ...state, theme: `${String(state["theme"])}-2` }),
  ];
  const state = await openState({ ...context, migrations });
  expect(state.get()).toEqual({ welcomeShown: true, theme: "dark-2" });
  expect(readFileSync(join(folder, "state.json.format-0"), "utf8")).toBe(older);
  expect((await openState({ ...context, migrations })).get()).toEqual({
    welcomeShown: true,
    theme: "dark-2",
  });
  const before = readFileSync(file, "utf8");
  expect((await openState(context)).get()).toEqual({ welcomeShown: true, theme: "dark-2" });
  expect(readFileSync(file, "utf8")).toBe(before);
});
