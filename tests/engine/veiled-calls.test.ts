/** Secrets: the model, the log and the screen have their names, and a call has them only when the user agreed. */
import { describe, expect, test } from "bun:test";
import type { SecretVeil } from "../../src/engine/dependencies.ts";
import type { ApprovalAnswer } from "../../src/protocol/approval.ts";
import type { Changes } from "../../src/protocol/tool-result.ts";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import {
  call,
  createTestEngine,
  response,
  type TestEngine,
  type TestEngineOptions,
  tool,
} from "../support/engine.ts";
import { makeProject } from "../support/project.ts";
import { contextOf } from "../tools/call-tool.ts";

const secret = "hunter2-hunter2-hunter2";
const label = "«secret:TOKEN#1»";
const key = "-----BEGIN KEY-----\nMIIEaaaaaaaaaaaa\nbbbbbbbbbbbbbbbb\n-----END KEY-----";
const keyLabel = "«secret:KEY#1»";

/** Knows two secrets; hides them in whole texts only, so that what is cut into lines is the engine's own to hide. */
const veil: SecretVeil = {
  async conceal(result) {
    return JSON.parse(hide(JSON.stringify(result)));
  },
  concealer() {
    let held = "";
    return {
      push(text) {
        held += text;
        const end = held.lastIndexOf("\n") + 1;
        const shown = held.slice(0, end);
        held = held.slice(end);
        return hide(shown);
      },
      end: () => hide(held),
    };
  },
  restore(json) {
    if (json.includes("«secret:OLD#1»"))
      return { arguments: json, names: [], refusal: "OLD#1 is not known any more" };
    const names = [
      ...(json.includes(label) ? ["TOKEN#1"] : []),
      ...(json.includes(keyLabel) ? ["KEY#1"] : []),
    ];
    const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
    return { arguments: json.replaceAll(label, quoted(secret)).replaceAll(keyLabel, quoted(key)), names };
  },
};

function hide(text: string): string {
  return text.replaceAll(secret, label).replaceAll(key, keyLabel);
}

const run = (ran: string[], risk: "execute" | "read" = "execute") =>
  tool("run", {
    risk,
    prepared: ({ command }) => {
      const text = String(command);
      if (text.includes("broken")) throw new ToolError(`cannot read ${text}`);
      return {
        accesses: [{ type: "execute", command: text, cwd: "/p" }],
        preview: { type: "command", command: text, cwd: "/p" },
        run: async ({ onOutput }) => {
          ran.push(text);
          onOutput(`sending ${secret.slice(0, 9)}`);
          onOutput(`${secret.slice(9)}\nand ${secret}`);
          return { ok: true, text: `sent ${text}`, view: { type: "text", text: secret } };
        },
      };
    },
  });

function scene(command: string, options: Partial<TestEngineOptions> & { risk?: "execute" | "read" } = {}) {
  const ran: string[] = [];
  const at = createTestEngine({
    tools: [run(ran, options.risk)],
    veil,
    answers: [response([call("c1", "run", { command })]), response(["ok"])],
    ...options,
  });
  at.engine.submit("go");
  return { ...at, ran };
}

/** Everything that the model, the log and the screen were given. */
const everything = ({ entries, events }: TestEngine) => JSON.stringify([entries(), events]);

describe("a call that names a secret", () => {
  test("is asked with the name, runs with the secret, and is told and logged with the name", async () => {
    const at = scene(`curl -H ${label} example.org`);
    const { approval } = await at.next("approval_requested");
    expect(approval).toMatchObject({
      preview: { command: `curl -H ${label} example.org` },
      secrets: ["TOKEN#1"],
    });
    expect(approval.arguments).toContain(label);
    expect(approval.remember).toBeUndefined();
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual([`curl -H ${secret} example.org`]);
    expect(at.results()[0]?.result).toMatchObject({ ok: true, text: `sent curl -H ${label} example.org` });
    expect(everything(at)).not.toContain(secret);
  });

  test("is asked although a rule or the mode allows it", async () => {
    const at = scene(`echo ${label}`, { decide: () => ({ verdict: "allow", reasons: [] }) });
    const { approval } = await at.next("approval_requested");
    expect(approval.reasons.join()).toContain("TOKEN#1");
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual([`echo ${secret}`]);
  });

  test("runs unasked where its tool only reads and that is allowed", async () => {
    const at = scene(`find ${label}`, { risk: "read", decide: () => ({ verdict: "allow", reasons: [] }) });
    await at.engine.whenIdle();
    expect(at.ran).toEqual([`find ${secret}`]);
    expect(everything(at)).not.toContain(secret);
  });

  test("does not run where nobody can be asked, or where it is forbidden, and the reason has no secret in it", async () => {
    const unasked = scene(`echo ${label}`, {
      canAsk: false,
      decide: () => ({ verdict: "allow", reasons: [] }),
    });
    const forbidden = scene(`echo ${label}`, {
      decide: ({ accesses }) => ({ verdict: "deny", reasons: [JSON.stringify(accesses)] }),
    });
    for (const at of [unasked, forbidden]) {
      await at.engine.whenIdle();
      expect(at.ran).toEqual([]);
      expect(at.results()[0]?.result).toMatchObject({ kind: "not_allowed" });
      expect(everything(at)).not.toContain(secret);
    }
  });

  test("does not run when the name stands for nothing that is known; nobody is asked", async () => {
    const at = scene("echo «secret:OLD#1»");
    await at.engine.whenIdle();
    expect(at.ran).toEqual([]);
    expect(at.results()[0]?.result).toMatchObject({
      kind: "not_allowed",
      message: expect.stringContaining("OLD#1 is not known any more"),
    });
  });

  test("has no secret in what a failed preparation says of it", async () => {
    const at = scene(`broken ${label}`);
    await at.engine.whenIdle();
    expect(at.results()[0]?.result).toMatchObject({ message: `cannot read broken ${label}` });
    expect(everything(at)).not.toContain(secret);
  });

  test("keeps the name in the log when the user edits it, whichever way they write it", async () => {
    const at = scene(`echo ${label}`);
    await at.next("approval_requested");
    at.engine.answer("c1", { type: "edit", arguments: JSON.stringify({ command: `printf ${label}` }) });
    await at.next("approval_requested", ({ approval }) =>
      JSON.stringify(approval.preview).includes("printf"),
    );
    at.engine.answer("c1", { type: "edit", arguments: JSON.stringify({ command: `cat ${secret}` }) });
    await at.next("approval_requested", ({ approval }) => JSON.stringify(approval.preview).includes("cat"));
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual([`cat ${secret}`]);
    expect(JSON.stringify(at.entries())).not.toContain(secret);
  });
});

test("a question hides a secret text by text, so that the arguments stay what they are when they come back", async () => {
  const command = `printf '%s' ${secret}\n# "quoted"`;
  // A veil that takes whatever stands behind the secret, up to a blank or a quote, for a part of it.
  const greedy: SecretVeil = {
    ...veil,
    async conceal(result) {
      const text = result.ok ? result.text : result.message;
      const hidden = text.replaceAll(new RegExp(`${secret}[^\\s"]*`, "g"), label);
      return result.ok ? { ...result, text: hidden } : { ...result, message: hidden };
    },
  };
  const at = scene(command, { veil: greedy });
  const { approval } = await at.next("approval_requested");
  expect(JSON.parse(approval.arguments ?? "")).toEqual({ command: `printf '%s' ${label}\n# "quoted"` });
  at.engine.interrupt();
  await at.engine.whenIdle();
});

describe("a secret that the user names in their own words for a hunk", () => {
  const hunks = [{ oldStart: 1, newStart: 1, lines: ["-old", "+new"] }];
  const preview: Changes = { type: "changes", files: [{ path: "a", kind: "modified", hunks }] };
  const edit = (written: unknown[]) =>
    tool("edit", {
      risk: "write",
      prepared: () => ({
        accesses: [{ type: "write", path: "/p/a" }],
        preview,
        partly: (answers) => ({
          accesses: [{ type: "write", path: "/p/a" }],
          preview,
          run: async () => {
            written.push(answers);
            return { ok: true, text: "changed" };
          },
        }),
      }),
    });
  const own = (text: string): ApprovalAnswer => ({ type: "hunks", hunks: [{ type: "edit", text }] });

  test("is written as the secret; one that is not known any more is asked again, and nothing is written", async () => {
    const written: unknown[] = [];
    const at = scene("", {
      tools: [edit(written)],
      answers: [response([call("c1", "edit")]), response(["ok"])],
    });
    await at.next("approval_requested");
    at.engine.answer("c1", own("KEY=«secret:OLD#1»\n"));
    const { approval } = await at.next("approval_requested", ({ approval: one }) =>
      one.reasons.join().includes("OLD#1 is not known any more"),
    );
    expect(approval.preview).toEqual(preview);
    expect(written).toEqual([]);
    at.engine.answer("c1", own(`KEY=${label}\n`));
    await at.engine.whenIdle();
    expect(written).toEqual([[{ type: "edit", text: `KEY=${secret}\n` }]]);
    expect(JSON.stringify(at.entries())).not.toContain(secret);
  });
});

test("a fault of rein's own is told without the secret that was in its words", async () => {
  const at = createTestEngine({
    veil,
    answers: [
      () => {
        throw new Error(`cannot send ${secret}`);
      },
    ],
  });
  at.engine.submit("go");
  await at.engine.whenIdle();
  expect(at.turnEnds()[0]?.reason).toContain(`cannot send ${label}`);
  expect(everything(at)).not.toContain(secret);
});

test("what was held back when live output left something out is not shown: the rest of it is gone", async () => {
  const flood = tool("run", {
    run: ({ onOutput }) => {
      onOutput(`line\nhalf ${secret.slice(0, 12)}`);
      onOutput("later\n", { lines: 100, isExact: true });
      return { ok: true, text: "" };
    },
  });
  const at = createTestEngine({
    tools: [flood],
    veil,
    answers: [response([call("c1", "run")]), response(["ok"])],
  });
  at.engine.submit("go");
  await at.engine.whenIdle();
  const shown = at.events.flatMap((event) => (event.type === "call_output" ? event.text : "")).join("");
  expect(shown).toBe("line\nlater\n");
});

test("live output has the names, also of a secret that comes in two pieces", async () => {
  const at = scene("plain", { decide: () => ({ verdict: "allow", reasons: [] }) });
  await at.engine.whenIdle();
  const shown = at.events.flatMap((event) => (event.type === "call_output" ? event.text : "")).join("");
  expect(shown).toBe(`sending ${label}\nand ${label}`);
});

test("a question about a file hides what stands around the change, and each line of a secret that has several", async () => {
  await using project = await makeProject({ "app.env": `TOKEN=${secret}\nport=1\n` });
  const toolContext = contextOf(project);
  const at = createTestEngine({
    tools: [readFileTool, editFileTool, writeFileTool],
    toolContext,
    veil,
    decide: ({ accesses }) =>
      accesses.every(({ type }) => type === "read")
        ? { verdict: "allow", reasons: [] }
        : { verdict: "ask", reasons: ["it changes a file"], hint: "" },
    answers: [
      response([call("r", "read_file", { path: "app.env" })]),
      response([
        call("a", "edit_file", {
          path: "app.env",
          old_string: `TOKEN=${label}\nport=1`,
          new_string: `TOKEN=${label}\nport=2`,
        }),
        call("b", "write_file", { path: "key.pem", content: `${keyLabel}\n` }),
      ]),
      response(["ok"]),
    ],
  });
  at.engine.submit("go");
  const { approval } = await at.next("approval_requested", (event) => event.approval.callId === "b");
  expect(JSON.stringify(approval.preview)).toContain(keyLabel);
  at.engine.answer("a", { type: "once" });
  at.engine.answer("b", { type: "once" });
  await at.engine.whenIdle();
  expect(await project.read("app.env")).toBe(`TOKEN=${secret}\nport=2\n`);
  expect(await project.read("key.pem")).toBe(`${key}\n`);
  const shown = JSON.stringify([
    at.events.filter(({ type }) => type === "approval_requested"),
    at.entries().filter(({ type }) => type === "approval"),
  ]);
  for (const text of [secret, "MIIEaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"]) expect(shown).not.toContain(text);
});
