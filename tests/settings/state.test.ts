import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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
