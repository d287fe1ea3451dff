import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  credentialsFile,
  forgetCredential,
  keepCredential,
  type Keychain,
  readCredentials,
} from "../../src/settings/credentials.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

const place = () => ({ XDG_CONFIG_HOME: temporaryFolder() });

/** A keychain in memory; `locked` ones reject, as where there is none. */
function keychain(locked = false): Keychain & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const orReject = async <T>(work: () => T): Promise<T> => {
    if (locked) throw new Error("no secret service");
    return work();
  };
  return {
    kept,
    get: ({ name }) => orReject(() => kept.get(name) ?? null),
    set: ({ name, value }) => orReject(() => void kept.set(name, value)),
    delete: ({ name }) => orReject(() => kept.delete(name)),
  };
}

function written(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe("without a keychain, a key", () => {
  test("is kept in a file for its user alone, and found again", async () => {
    const env = place();
    expect(await keepCredential(env, "openai", "sk-1", keychain(true))).toBe("file");
    expect(readCredentials(env).find("openai")).toEqual({ place: "file", key: "sk-1" });
    expect(statSync(credentialsFile(env)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(credentialsFile(env))).mode & 0o777).toBe(0o700);
  });

  test("takes the place of an older one and leaves the others, with nothing left beside the file", async () => {
    const env = place();
    await keepCredential(env, "openai", "sk-1", keychain(true));
    await keepCredential(env, "groq", "gsk-1", keychain(true));
    await keepCredential(env, "openai", "sk-2", keychain(true));
    expect(readCredentials(env).find("openai")).toMatchObject({ key: "sk-2" });
    expect(readCredentials(env).find("groq")).toMatchObject({ key: "gsk-1" });
    expect(readdirSync(dirname(credentialsFile(env)))).toEqual(["credentials.json"]);
  });

  test("makes a file that others could read one that they cannot", async () => {
    const env = place();
    written(credentialsFile(env), "{}");
    await keepCredential(env, "openai", "sk-1", keychain(true));
    expect(statSync(credentialsFile(env)).mode & 0o777).toBe(0o600);
  });

  test("is forgotten, once", async () => {
    const env = place();
    await keepCredential(env, "openai", "sk-1", keychain(true));
    expect(await forgetCredential(env, "openai", keychain(true))).toBe(true);
    expect(readFileSync(credentialsFile(env), "utf8")).not.toContain("sk-1");
    expect(await forgetCredential(env, "openai", keychain(true))).toBe(false);
  });
});

describe("in a keychain, a key", () => {
  test("is nowhere in the file, which says where it is, and is read only when it is wanted", async () => {
    const env = place();
    const chain = keychain();
    expect(await keepCredential(env, "anthropic", "sk-ant", chain)).toBe("keychain");
    expect(readFileSync(credentialsFile(env), "utf8")).not.toContain("sk-ant");
    const found = readCredentials(env, chain).find("anthropic");
    expect(found?.place).toBe("keychain");
    expect(found?.place === "keychain" && (await found.read())).toBe("sk-ant");
  });

  test("that is gone, or locked away, is an error that says what to do", async () => {
    const env = place();
    const chain = keychain();
    await keepCredential(env, "anthropic", "sk-ant", chain);
    chain.kept.clear();
    for (const [broken, words] of [
      [chain, "not in the keychain any more"],
      [keychain(true), "no secret service"],
    ] as const) {
      const found = readCredentials(env, broken).find("anthropic");
      if (found?.place !== "keychain") throw new Error("the key is said to be elsewhere");
      const message = await found.read().then(String, (thrown: unknown) => String(thrown));
      expect(message).toContain(words);
      expect(message).toContain("rein auth login anthropic");
    }
  });

  test("is forgotten there, too; where that fails, it is not said to be", async () => {
    const env = place();
    const chain = keychain();
    await keepCredential(env, "anthropic", "sk-ant", chain);
    expect(forgetCredential(env, "anthropic", keychain(true))).rejects.toThrow("still in the keychain");
    expect(readCredentials(env).find("anthropic")).toBeDefined();
    expect(await forgetCredential(env, "anthropic", chain)).toBe(true);
    expect(chain.kept.size).toBe(0);
  });
});

describe("a file that cannot be read", () => {
  test.each(['{"openai": {"key": "sk-secret', '["sk-secret"]'])(
    "(%s) is an error that names it and not what it holds, and nothing writes over it",
    async (text) => {
      const env = place();
      written(credentialsFile(env), text);
      for (const act of [
        async () => readCredentials(env),
        () => keepCredential(env, "groq", "gsk", keychain(true)),
      ]) {
        const message = await act().then(String, (thrown: unknown) => String(thrown));
        expect(message).toContain(credentialsFile(env));
        expect(message).not.toContain("sk-secret");
      }
      expect(readFileSync(credentialsFile(env), "utf8")).toBe(text);
    },
  );

  test("is not one that is not there, or empty", () => {
    const env = place();
    expect(readCredentials(env).providers).toEqual([]);
    written(credentialsFile(env), " \n");
    expect(readCredentials(env).find("openai")).toBeUndefined();
  });

  test("is not one with an entry that makes no sense: that provider has no key", () => {
    const env = place();
    written(credentialsFile(env), '{"openai": 7, "groq": {"key": "gsk"}, "x": {"key": ""}}');
    const stored = readCredentials(env);
    expect(["openai", "x", "__proto__", "groq"].map((id) => stored.find(id))).toEqual([
      undefined,
      undefined,
      undefined,
      { place: "file", key: "gsk" },
    ]);
  });
});

test("of two programs that keep keys at once all are kept", async () => {
  const env = place();
  const module = join(import.meta.dir, "../../src/settings/credentials.ts");
  const script = (writer: string) =>
    `import { keepCredential } from ${JSON.stringify(module)};
     const none = () => Promise.reject(new Error("no keychain"));
     const keychain = { get: none, set: none, delete: none };
     for (let at = 0; at < 40; at += 1) await keepCredential(process.env, ${JSON.stringify(writer)} + at, "k", keychain);`;
  const children = ["one", "other"].map((writer) =>
    Bun.spawn([process.execPath, "-e", script(writer)], { env, stderr: "inherit" }),
  );
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0]);
  expect(readCredentials(env).providers).toHaveLength(80);
  expect(readdirSync(dirname(credentialsFile(env)))).toEqual(["credentials.json"]);
});
