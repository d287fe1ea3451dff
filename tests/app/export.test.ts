/** Exports: what is secret stays out of them, whatever text it stands in. */
import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { setImmediate as othersFirst } from "node:timers/promises";
import * as fc from "fast-check";
import { concealEntries } from "../../src/app/export/conceal-entries.ts";
import { type ExportRequest, prepareExport } from "../../src/app/export/export-text.ts";
import { saveExport } from "../../src/app/export/save-export.ts";
import { createEnvFiles } from "../../src/secrets/env-files.ts";
import { createVeil } from "../../src/secrets/veil.ts";
import { branchOf, serializeEntry, serializeHeader } from "../../src/sessions/log.ts";
import { readLog } from "../../src/sessions/read-log.ts";
import { exportFormats } from "../../src/transcript/export/document.ts";
import { anyNewEntry } from "../sessions/arbitrary-entries.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { entriesSaying, header } from "../transcript/export/saying.ts";
import { assistant, calls, log, toolResult, turnStart, user } from "../transcript/log.ts";

/** Made for these tests: it opens nothing. */
const token = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");
const phrase = "open-sesame-of-the-forty";
const body = Array.from({ length: 6 }, (_, row) => `${"MIIEowIBAAKCAQEA".repeat(4).slice(0, 60)}${row}abc`);
const key = ["-----BEGIN RSA PRIVATE KEY-----", ...body, "-----END RSA PRIVATE KEY-----"].join("\n");

const request = (project: TestProject, more: Partial<ExportRequest>): ExportRequest => ({
  header: { ...header, cwd: project.folder },
  entries: [],
  format: "md",
  withSecrets: false,
  env: {},
  priceOf: () => undefined,
  ...more,
});

const exported = async (of: ExportRequest) => {
  const { pieces, fileName } = await prepareExport(of);
  return { text: (await Array.fromAsync(pieces())).join(""), fileName };
};

test("a session of many short entries is looked through for secrets while others get their turn", async () => {
  const veil = createVeil({
    variables: [],
    envFiles: createEnvFiles("/nowhere/at/all"),
    isCredentialName: () => false,
    earlier: [],
  });
  const over = new AbortController();
  let turns = 0;
  const others = (async () => {
    for (; !over.signal.aborted; turns += 1) await othersFirst();
  })();
  const entries = log(...Array.from({ length: 40 }, () => user("a few words")));
  expect(await concealEntries(entries, [veil], 0)).toEqual(entries);
  over.abort();
  await others;
  expect(turns).toBeGreaterThan(20);
});

describe.each(exportFormats)("an export as %s", (format) => {
  test("holds no secret, wherever in the session one stands; asked for, it does", async () => {
    await using project = await makeProject();
    const entries = entriesSaying(`my ${token} here`);
    const { text, fileName } = await exported(request(project, { entries, format }));
    expect(text).not.toContain(token);
    expect(text).toContain("«secret:GITHUB_TOKEN#1»");
    expect(fileName).not.toContain(token.slice(5));
    const whole = await exported(request(project, { entries, format, withSecrets: true }));
    expect(whole.text.split(token).length).toBeGreaterThan(10);
  });

  test("knows the secrets of the environment, of the project's files and of the running session", async () => {
    await using project = await makeProject({ ".env": `DB_PASSWORD=${phrase}\n` });
    const veil = createVeil({
      variables: [],
      envFiles: createEnvFiles(project.folder),
      isCredentialName: () => false,
      earlier: [],
    });
    veil.add("GATE", "swordfish-and-chips");
    const said = `${phrase}, plain-old-variable-value, swordfish-and-chips`;
    const { text } = await exported(
      request(project, {
        entries: log(user(said)),
        format,
        veil,
        env: { MY_API_TOKEN: "plain-old-variable-value" },
      }),
    );
    expect(text).not.toMatch(/open-sesame|plain-old|swordfish/);
  });

  test("holds no secret that shows itself to be one only behind the place where it stood first", async () => {
    await using project = await makeProject();
    const password = "tr0ub4dor-and-three";
    const entries = log(
      user(`it is ${password}`),
      turnStart,
      assistant([{ type: "text", text: `DB_PASSWORD=${password}` }]),
    );
    const { text } = await exported(request(project, { entries, format, named: `On ${password}` }));
    expect(text).toContain("it is «secret:DB_PASSWORD#1»");
    expect(text).not.toContain(password);
    const bare = log(user(`it is ${password}`));
    const name = `DB_PASSWORD=${password}`;
    expect((await exported(request(project, { entries: bare, format, named: name }))).text).not.toContain(
      password,
    );
  });

  test("holds no secret that becomes known as one only while it is written", async () => {
    await using project = await makeProject();
    const password = "tr0ub4dor-and-three";
    const entries = log(user(`it is ${password}`), user(`still ${password}`));
    const { pieces } = await prepareExport(request(project, { entries, format }));
    await project.write(".env", `DB_PASSWORD=${password}\n`);
    const text = (await Array.fromAsync(pieces())).join("");
    expect(text).toContain("still «secret:DB_PASSWORD#1»");
    expect(text).not.toContain(`still ${password}`);
  });

  test("is the same where the session is too long for memory and its texts are read from the disk", async () => {
    await using project = await makeProject();
    const long = "word ".repeat(500);
    const said = [token, "DB_PASSWORD=tr0ub4dor-and-three", "it is tr0ub4dor-and-three", key, long];
    const content = fc.oneof(
      anyNewEntry,
      fc
        .tuple(fc.constantFrom(...said), fc.constantFrom(...said))
        .map(([one, other]) => user(`${one}\n${other}`)),
      fc.constantFrom(...said).map((text) => toolResult("c1", { ok: true, text: `${text}\n${long}` })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(content, { maxLength: 12 }), async (contents) => {
        const at = { ...header, cwd: project.folder };
        const lines = log(...contents).map((entry) => serializeEntry(entry).line);
        await project.write("log.jsonl", serializeHeader(at) + lines.join(""));
        const [whole, light] = [Number.POSITIVE_INFINITY, 0].map((longFrom) =>
          branchOf(readLog(project.path("log.jsonl"), { longFrom }).log.nodes),
        );
        const { text } = await exported(request(project, { entries: whole ?? [], format }));
        expect((await exported(request(project, { entries: light ?? [], format }))).text).toBe(text);
        expect(text).not.toContain(token);
        for (const line of body) expect(text).not.toContain(line);
        if (text.includes("DB_PASSWORD=«")) expect(text).not.toContain("tr0ub4dor");
      }),
      { numRuns: 40 },
    );
  });

  test("holds no secret of a text that was not to be had while secrets were looked for", async () => {
    await using project = await makeProject();
    const at = { ...header, cwd: project.folder };
    const said = [user("go"), user(`${"word ".repeat(500)}${token}`)];
    const lines =
      serializeHeader(at) +
      log(...said)
        .map((entry) => serializeEntry(entry).line)
        .join("");
    await project.write("log.jsonl", lines);
    const { log: read, lost } = readLog(project.path("log.jsonl"), { longFrom: 0 });
    await project.write("log.jsonl", lines.replaceAll("word", "lost"));
    const { pieces } = await prepareExport(request(project, { entries: branchOf(read.nodes), format }));
    expect(lost()).toBe(1);
    await project.write("log.jsonl", lines);
    const text = (await Array.fromAsync(pieces())).join("");
    expect(text).toContain("word word");
    expect(text).not.toContain(token);
  });

  test("is called as the session is, and that holds no secret either", async () => {
    await using project = await makeProject();
    const entries = log(user("first words"));
    const named = `Rotate ${token}`;
    const at = { ...header, cwd: project.folder, gitBranch: `fix-${token}` };
    const { text, fileName } = await exported(request(project, { entries, format, named, header: at }));
    expect(text).toContain("Rotate ");
    expect(text).not.toContain(token);
    expect(fileName).toBe(`2026-01-01-rotate-secret-github-token-1.${format}`);
    const unnamed = await exported(request(project, { entries, format, named: "" }));
    expect(unnamed.fileName).toBe(`2026-01-01-first-words.${format}`);
  });

  test("holds no half of a secret either, where a title was cut in it", async () => {
    await using project = await makeProject();
    const title = `${"x ".repeat(85)}${token}`.slice(0, 199);
    const entries = log(
      user("go"),
      turnStart,
      assistant([calls("c1", "bash")]),
      { type: "tool_start", callId: "c1", name: "bash", title: `${title}…` },
      {
        type: "tool_result",
        callId: "c1",
        name: "bash",
        title: `${title}…`,
        result: { ok: true, text: "x" },
        durationMs: 1,
      },
    );
    const { text } = await exported(request(project, { entries, format }));
    expect(text).toContain("x x x …");
    expect(text).not.toContain(token.slice(0, 8));
  });

  test("sees a key of several lines, also where it stands in arguments or in a change", async () => {
    await using project = await makeProject();
    const entries = log(
      user("go"),
      turnStart,
      assistant([
        calls("c1", "write_file", JSON.stringify({ path: "k", content: key })),
        calls("c2", "bash"),
      ]),
      toolResult("c1", { ok: true, text: "written" }),
      toolResult("c2", {
        ok: true,
        text: "x",
        view: {
          type: "changes",
          files: [
            {
              path: "k",
              kind: "created",
              hunks: [{ oldStart: 0, newStart: 1, lines: key.split("\n").map((line) => `+${line}`) }],
            },
          ],
        },
      }),
    );
    const { text } = await exported(request(project, { entries, format }));
    for (const line of body) expect(text).not.toContain(line);
    expect(text).toContain("«secret:PRIVATE_KEY#1»");
  });
});

test("an export that is stopped before its end is none, whenever that is", async () => {
  await using project = await makeProject();
  const entries = log(user("one"), user("two"), user("three"));
  for (let at = 0; at < 4; at += 1) {
    const stop = new AbortController();
    const { signal } = stop;
    if (at === 0) {
      stop.abort();
      await expect(prepareExport(request(project, { entries, signal }))).rejects.toBe(signal.reason);
      continue;
    }
    const { pieces, fileName } = await prepareExport(request(project, { entries, signal }));
    async function* stopped() {
      let count = 0;
      for await (const piece of pieces()) {
        yield piece;
        if (++count === at) stop.abort();
      }
    }
    const where = { cwd: project.folder, home: project.home, fileName };
    await expect(saveExport({ ...where, pieces: stopped() })).rejects.toThrow(/Nothing is left of it/);
    expect(await readdir(project.folder)).toEqual([]);
  }
});
