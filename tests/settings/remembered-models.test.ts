import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openRememberedModels } from "../../src/settings/remembered-models.ts";
import { isFirstStart, openState } from "../../src/settings/state.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";
import { until } from "../support/processes.ts";

const url = "http://127.0.0.1:11434/v1";
const day = 24 * 60 * 60 * 1000;

function place(now = 1_893_553_445_000) {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const env = { XDG_CONFIG_HOME: folder };
  const at = (time: number) => ({
    env,
    now: () => time,
    onWarning: (message: string) => warnings.push(message),
  });
  return { env, warnings, at, file: join(folder, "rein", "state.json"), now };
}

test("what was found out about a model is there the next time, and of no other", async () => {
  const { at, now, file, warnings } = place();
  const models = openRememberedModels(at(now));
  models.set(url, "qwen3:8b", { loaded: { contextWindow: 4096, tools: true } });
  models.set(url, "qwen3:8b", { learned: { omit: ["stream_options"], images: false } });
  models.set(url, "other", { learned: { systemRole: "user" } });
  const all = {
    loaded: { contextWindow: 4096, tools: true },
    learned: { omit: ["stream_options"], images: false },
  };
  expect(models.get(url, "qwen3:8b")).toMatchObject(all);
  await until(() => existsSync(file) && readFileSync(file, "utf8").includes("systemRole"));
  const again = openRememberedModels(at(now + day));
  expect(again.get(url, "qwen3:8b")).toMatchObject(all);
  expect(again.get("http://elsewhere/v1", "qwen3:8b")).toEqual({});
  expect(warnings).toEqual([]);
});

test("it is forgotten after some weeks, when servers have been brought up to date", async () => {
  const { at, now, file } = place();
  openRememberedModels(at(now)).set(url, "m", { learned: { images: false } });
  await until(() => existsSync(file));
  expect(openRememberedModels(at(now + 60 * day)).get(url, "m")).toEqual({});
  // So is what was kept while the clock ran ahead.
  expect(openRememberedModels(at(now - 60 * day)).get(url, "m")).toEqual({});
});

test.each(["{", "[]", '{"models": 7}', '{"models": {"http://127.0.0.1:11434/v1 m": {"at": "x"}}}'])(
  "a file with %s in it holds nothing, and is no trouble",
  (text) => {
    const { at, now, file } = place();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    expect(openRememberedModels(at(now)).get(url, "m")).toEqual({});
  },
);

test("what a run without a screen finds out does not take the newcomer's greeting away", async () => {
  const { env, at, now, file } = place();
  openRememberedModels(at(now)).set(url, "m", { learned: { images: false } });
  await until(() => existsSync(file));
  expect(isFirstStart(env)).toBe(true);
  (await openState(at(now))).set({ welcomeShown: true });
  expect(isFirstStart(env)).toBe(false);
  expect(openRememberedModels(at(now)).get(url, "m")).toMatchObject({ learned: { images: false } });
});
