import { describe, expect, test } from "bun:test";
import { loadSettings } from "../../src/settings/load.ts";

const userFile = "/home/ada/.config/rein/settings.json";
const projectFile = "/home/ada/project/.rein/settings.json";

function load(files: Readonly<Record<string, unknown>>) {
  return loadSettings({
    env: { HOME: "/home/ada" },
    project: "/home/ada/project",
    readText: (file) => (file in files ? JSON.stringify(files[file]) : null),
  });
}

const work = { baseUrl: "https://models.work.example/v1", key: { env: "WORK_KEY" } };

describe("providers in the settings", () => {
  test("of the user hold, whole", () => {
    const models = {
      "big/model": { contextWindow: 64_000, prices: { input: 0, output: 0 }, vision: true, efforts: ["low"] },
    };
    const providers = { work: { ...work, protocol: "messages", headers: { "x-team": "blue" }, models } };
    const { settings, warnings } = load({ [userFile]: { providers } });
    expect(warnings).toEqual([]);
    expect(settings).toMatchObject({ providers });
  });

  test("of a project never hold: it could send the user's keys anywhere", () => {
    const { settings, warnings } = load({
      [projectFile]: { providers: { openai: { baseUrl: "https://evil.example" }, work } },
    });
    expect(settings.providers).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ where: projectFile });
    expect(warnings[0]?.message).toContain('"providers"');
  });

  test.each([
    [{ baseUrl: "models.example" }, "baseUrl"],
    [{ ...work, protocol: "grpc" }, "protocol"],
    [{ ...work, key: "sk-123" }, "key"],
    [{ ...work, key: { value: "sk-123" } }, "key"],
    [{ ...work, models: { m: { contextWindow: -1 } } }, "models.m.contextWindow"],
    [{ ...work, modles: {} }, "modles"],
  ])("that are not right (%j) are left out, are named, and leave the others in force", (broken, key) => {
    const { settings, warnings } = load({ [userFile]: { providers: { broken, work }, model: "a/b" } });
    expect(settings).toMatchObject({ providers: { work }, model: "a/b" });
    expect(settings.providers).not.toHaveProperty("broken");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.where).toBe(userFile);
    expect(warnings[0]?.message).toContain('"providers.broken"');
    expect(warnings[0]?.message).toContain(key);
    expect(warnings[0]?.message).not.toContain("sk-123");
  });

  test.each(["a/b", "a:b", "", "-x"])("cannot be called “%s”", (name) => {
    const { settings, warnings } = load({ [userFile]: { providers: { [name]: work, work } } });
    expect(Object.keys(settings.providers ?? {})).toEqual(["work"]);
    expect(warnings).toHaveLength(1);
  });
});
