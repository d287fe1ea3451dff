import { describe, expect, test } from "bun:test";
import { UserError } from "../../src/protocol/error.ts";
import { demoTools } from "../../src/tools/demo-tools.ts";
import { createReadLedger } from "../../src/tools/read-ledger.ts";
import { createSessionShell } from "../../src/tools/session-shell.ts";
import { createRegistry } from "../../src/tools/registry.ts";
import { standardTools } from "../../src/tools/standard-tools.ts";

describe("the registry", () => {
  test.each([
    ["read_file", "read_file"],
    ["Read", "read_file"],
    ["cat", "read_file"],
    ["str_replace", "edit_file"],
    ["Bash", "bash"],
    ["search", "grep"],
    ["Glob", "glob"],
    ["Write", "write_file"],
  ])("%s is %s", (name, expected) => {
    expect(createRegistry(standardTools).find(name)?.name).toBe(expected);
  });

  test("an unknown name is no tool, not even one that every object has", () => {
    const registry = createRegistry(standardTools);
    expect(registry.find("toString")).toBeUndefined();
    expect(registry.find("lookup_command")).toBeUndefined();
  });

  test("can be limited, by name or alias, and keeps its order", () => {
    const registry = createRegistry(standardTools, { only: ["Bash", "read_file"] });
    expect(registry.names()).toEqual(["read_file", "bash"]);
    expect(registry.definitions().map(({ name }) => name)).toEqual(["read_file", "bash"]);
    expect(registry.find("edit_file")).toBeUndefined();
  });

  test("a limit to an unknown tool is a usage error that lists the tools", () => {
    expect(() => createRegistry(standardTools, { only: ["red_file"] })).toThrow(
      new UserError(
        'There is no tool "red_file". The tools are: read_file, write_file, edit_file, bash, bash_output, bash_kill, glob, grep, present_plan, todo_write.',
      ),
    );
  });

  test("the definitions are plain JSON schemas and fit into the first request", () => {
    const definitions = createRegistry(standardTools).definitions();
    const json = JSON.stringify(definitions);
    expect(json.length).toBeLessThan(5_080);
    expect(json).not.toContain("$schema");
    expect(json).not.toContain(String(Number.MAX_SAFE_INTEGER));
    const [readFile] = definitions;
    expect(readFile?.parameters).toMatchObject({
      type: "object",
      required: ["path"],
      properties: { path: { type: "string" }, offset: { type: "integer" } },
    });
  });

  test("the definitions are the same at every call, so that a cached prompt holds", () => {
    const registry = createRegistry(standardTools);
    expect(registry.definitions()).toBe(registry.definitions());
  });

  test("no name or alias is given twice", () => {
    const names = [...standardTools, ...demoTools].flatMap((tool) => [tool.name].concat(tool.aliases ?? []));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the demo model's tools", () => {
  test.each([
    ["lookup_command", { project: "demo" }, "pnpm dev"],
    ["lookup_command", { project: "toString" }, 'No start command is known for the project "toString".'],
    ["uppercase", { text: "hello ß" }, "HELLO SS"],
  ])("%s(%p) is %s, and touches nothing", async (name, input, expected) => {
    const tool = createRegistry(demoTools).find(name);
    const shell = createSessionShell({ root: "/", onJobEnd() {} });
    const context = { cwd: "/", reads: createReadLedger(), shell };
    const call = await tool?.prepare(input, context);
    expect(call?.accesses).toEqual([]);
    const result = await call?.run({
      signal: new AbortController().signal,
      onOutput() {},
      async keepBefore() {},
    });
    expect(result).toMatchObject({ ok: true, text: expected });
  });
});
