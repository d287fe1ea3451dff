import { describe, expect, test } from "bun:test";
import { createPolicy } from "../../src/permissions/policy.ts";
import type { Access } from "../../src/protocol/tool-result.ts";
import { decide, place, read, run, type Options, write } from "./ask-policy.ts";

describe("reading", () => {
  test("inside the project runs, in every mode", () => {
    for (const mode of ["ask", "accept-edits", "plan", "auto"] as const) {
      expect(read("/repo/src/a.ts", { mode }).verdict).toBe("allow");
      expect(read("/repo", { mode }).verdict).toBe("allow");
    }
  });

  test.each([["/etc/hosts"], ["/repo-evil/x"], ["/"], ["/home/u/notes.md"]])(
    "%s outside of it asks",
    (path) => {
      const decision = read(path);
      expect(decision.verdict).toBe("ask");
      expect(decision.reasons).toEqual([`it reads outside the project: ${path}`]);
    },
  );

  test.each([
    [".env"],
    [".ENV.local"],
    ["config/.env.production"],
    ["id_rsa"],
    ["certs/server.pem"],
    [".npmrc"],
    ["terraform.tfstate"],
    [".git/config"],
    [".git/modules/sub/config"],
  ])("%s asks although it is inside", (name) => {
    expect(read(`/repo/${name}`)).toMatchObject({ verdict: "ask", remember: `read(${name})` });
    expect(read(`/repo/${name}`, { allow: ["read", "read(**)"] }).verdict).toBe("ask");
    expect(read(`/repo/${name}`, { allow: [`read(${name})`] }).verdict).toBe("allow");
  });

  test.each([[".env.example"], ["id_rsa.pub"], ["environment.ts"], ["keys.ts"]])(
    "%s is an ordinary file",
    (name) => {
      expect(read(`/repo/${name}`).verdict).toBe("allow");
    },
  );

  test.each([
    ["/home/u/.ssh/id_rsa"],
    ["/home/u/.aws/credentials"],
    ["/proc/1/environ"],
    ["/home/u/.bash_history"],
  ])("%s is asked whatever the rules say, and nothing is offered", (path) => {
    const decision = read(path, { allow: ["read", `read(${path})`], mode: "auto" });
    expect(decision).toMatchObject({ verdict: "ask" });
    expect(decision).not.toHaveProperty("remember");
    expect(decision).toMatchObject({
      hint: "No flag allows this; start rein in a terminal, where it can ask you.",
    });
  });

  test("rein's own files are asked about wherever the user keeps them, whatever the rules say", () => {
    const options: Options = {
      mode: "auto",
      allow: ["read", "edit", "read(**)", "edit(**)", "bash(cp:*)"],
      ownFolders: ["/repo/config/rein"],
    };
    for (const path of [
      "/repo/config/rein/settings.json",
      "/repo/config/rein",
      "/repo/Config/REIN/state.json",
    ]) {
      expect(read(path, options).verdict).toBe("ask");
      expect(write(path, options).verdict).toBe("ask");
    }
    expect(run("cp a.json config/rein/settings.json", options).verdict).toBe("ask");
    expect(run("cat config/rein/settings.json", options).verdict).toBe("ask");
    expect(read("/repo/config/reindeer", options).verdict).toBe("allow");
  });

  test("a rule can forbid what would run", () => {
    expect(read("/repo/Private/A", { deny: ["read(pRivate)"] }).verdict).toBe("deny");
    expect(read("/repo/private/a", { deny: ["read(private)"], allow: ["read"] })).toEqual({
      class: "read_only",
      verdict: "deny",
      reasons: ["the rule read(private) forbids it"],
    });
  });
});

describe("writing", () => {
  test("asks, and says how to do without", () => {
    expect(write("/repo/src/a.ts")).toEqual({
      class: "needs_approval",
      verdict: "ask",
      reasons: ["it changes src/a.ts"],
      remember: "edit(src/a.ts)",
      hint: "To allow it: --allow 'edit(src/a.ts)' or --permission-mode accept-edits.",
    });
  });

  test("inside the project runs in accept-edits and auto, and by rule", () => {
    expect(write("/repo/src/a.ts", { mode: "accept-edits" }).verdict).toBe("allow");
    expect(write("/repo/src/a.ts", { mode: "auto" }).verdict).toBe("allow");
    expect(write("/repo/src/a.ts", { allow: ["edit(src/**)"] }).verdict).toBe("allow");
    expect(write("/repo/src/a.ts", { allow: ["write(src/**)"] }).verdict).toBe("allow");
  });

  test("outside asks in every mode, unless a rule says otherwise", () => {
    for (const mode of ["ask", "accept-edits", "auto"] as const) {
      expect(write("/home/u/notes.md", { mode }).verdict).toBe("ask");
      expect(write("/repo-evil/a.ts", { mode }).verdict).toBe("ask");
    }
    expect(write("/home/u/notes.md", { allow: ["edit(~/notes.md)"] }).verdict).toBe("allow");
  });

  test("is denied in plan mode, whatever the rules say", () => {
    const decision = write("/repo/a.ts", { mode: "plan", allow: ["edit"] });
    expect(decision.verdict).toBe("deny");
    expect(decision.reasons[0]).toStartWith("plan mode:");
  });

  test.each([
    [".git/hooks/pre-commit"],
    [".GIT/config"],
    ["sub/.git/config"],
    [".git"],
    [".gitmodules"],
    [".rein/settings.json"],
    [".vscode/tasks.json"],
    [".envrc"],
    [".husky/pre-commit"],
    [".mcp.json"],
    [".claude/settings.json"],
    ["x.code-workspace"],
    [".g\u200Cit/config"],
    [".\uFF47it/config"],
  ])("%s is asked whatever the mode and the rules say", (name) => {
    const decision = write(`/repo/${name}`, { mode: "auto", allow: ["edit", "edit(**)", `edit(${name})`] });
    expect(decision.verdict).toBe("ask");
    expect(decision).not.toHaveProperty("remember");
  });

  test.each([
    ["/home/u/.bashrc"],
    ["/etc/cron.d/x"],
    ["/usr/local/bin/x"],
    ["/home/u/.config/systemd/user/x.service"],
  ])("%s outside the project too", (path) => {
    expect(write(path, { mode: "auto", allow: ["edit", `edit(${path})`] }).verdict).toBe("ask");
  });

  test("a project in a system folder is a project all the same", () => {
    const policy = createPolicy({ root: "/usr/src/app", home: "/root", mode: "accept-edits" });
    const accesses = [{ type: "write", path: "/usr/src/app/a.ts" }] as const;
    expect(policy.decide({ tool: "write_file", accesses }).verdict).toBe("allow");
  });

  test("a file whose name would mean more as a rule is not offered", () => {
    for (const name of ["a*b.ts", "[id].tsx", "~/x", "a\nb"]) {
      expect(write(`/repo/${name}`)).not.toHaveProperty("remember");
    }
  });
});

describe("a call", () => {
  test("that touches nothing runs", () => {
    expect(decide([])).toEqual({
      class: "read_only",
      verdict: "allow",
      reasons: ["it touches nothing"],
    });
  });

  test("that uses the network asks in every mode, and is denied in plan", () => {
    const access = { type: "network", url: "https://example.org/" } as const;
    for (const mode of ["ask", "accept-edits", "auto"] as const) {
      expect(decide(access, { mode })).toMatchObject({
        verdict: "ask",
        reasons: ["it connects to https://example.org/"],
      });
    }
    expect(decide(access, { mode: "plan" }).verdict).toBe("deny");
  });

  test("is as strict as its strictest part", () => {
    const inside: Access = { type: "read", path: "/repo/a" };
    const outside: Access = { type: "read", path: "/x/a" };
    const edit: Access = { type: "write", path: "/repo/a" };
    expect(decide([inside, outside])).toMatchObject({
      verdict: "ask",
      reasons: ["it reads outside the project: /x/a"],
    });
    expect(decide([inside, outside, edit], { mode: "plan" }).verdict).toBe("deny");
    expect(decide([outside, edit])).not.toHaveProperty("remember");
    expect(decide([outside, edit])).toMatchObject({
      hint: "To allow it: --allow 'read(/x/a)' --allow 'edit(a)'.",
    });
  });
});

describe("the policy", () => {
  test("changes its mode", () => {
    const policy = createPolicy({ ...place, mode: "ask" });
    const request = { tool: "edit_file", accesses: [{ type: "write", path: "/repo/a" }] } as const;
    expect(policy.decide(request).verdict).toBe("ask");
    policy.setMode("accept-edits");
    expect(policy.mode).toBe("accept-edits");
    expect(policy.decide(request).verdict).toBe("allow");
    policy.setMode("plan");
    expect(policy.decide(request).verdict).toBe("deny");
  });

  test("names a rule that it cannot read", () => {
    expect(() => createPolicy({ ...place, mode: "ask", allow: ["bahs(ls)"] })).toThrow("bahs(ls)");
  });

  test("keeps secrets and forbidden files out of searches", () => {
    const policy = createPolicy({ ...place, mode: "ask", deny: ["read(private/**)"] });
    expect(policy.hidesFromSearch("/repo/.env")).toBe(true);
    expect(policy.hidesFromSearch("/repo/private/a.txt")).toBe(true);
    expect(policy.hidesFromSearch("/repo/src/a.ts")).toBe(false);
  });
});
