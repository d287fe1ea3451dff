/** Exports: what is secret stays out of them, whatever text it stands in, and no file is lost to one. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
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

/** The number of a process that is no more. */
function endedProcess(): number {
  return spawnSync("true").pid;
}

describe("the file of an export", () => {
  const save = (project: TestProject, wanted?: string, text = "new") =>
    saveExport({
      pieces: [text.slice(0, 1), "", text.slice(1)],
      cwd: project.folder,
      home: project.home,
      fileName: "2026-01-01-talk.md",
      ...(wanted === undefined ? {} : { wanted }),
    });

  test("is its user's alone, in the working folder when nobody says where", async () => {
    await using project = await makeProject();
    expect(await save(project)).toEqual({ path: project.path("2026-01-01-talk.md"), bytes: 3 });
    expect(await project.read("2026-01-01-talk.md")).toBe("new");
    expect((await stat(project.path("2026-01-01-talk.md"))).mode & 0o777).toBe(0o600);
    expect(await readdir(project.folder)).toEqual(["2026-01-01-talk.md"]);
  });

  test("takes the next free name where there is one, or a link to nowhere, and says so", async () => {
    await using project = await makeProject({ "a.md": "old" });
    await symlink(project.path("elsewhere"), project.path("a-2.md"));
    expect(await save(project, "a.md")).toEqual({
      path: project.path("a-3.md"),
      bytes: 3,
      instead: project.path("a.md"),
    });
    expect(await project.read("a.md")).toBe("old");
    expect((await readdir(project.folder)).toSorted()).toEqual(["a-2.md", "a-3.md", "a.md"]);
  });

  test("goes into a folder that is there, and home where ~ says so; folders on its way are made", async () => {
    await using project = await makeProject();
    await mkdir(project.path("talks"));
    expect((await save(project, "talks")).path).toBe(project.path("talks/2026-01-01-talk.md"));
    expect((await save(project, "~/x.md")).path).toBe(join(project.home, "x.md"));
    expect((await save(project, "new/deep/x.md")).path).toBe(project.path("new/deep/x.md"));
  });

  test("goes into the folder that a name with / at its end asks for, which is made", async () => {
    await using project = await makeProject();
    expect((await save(project, "later/")).path).toBe(project.path("later/2026-01-01-talk.md"));
    expect((await save(project, "~/")).path).toBe(join(project.home, "2026-01-01-talk.md"));
  });

  test("is none where a device, a pipe or a link to one is, nor beside it", async () => {
    await using project = await makeProject();
    spawnSync("mkfifo", [project.path("pipe")]);
    await symlink(project.path("pipe"), project.path("link"));
    for (const wanted of ["pipe", "link", "/dev/null", "/dev/shm/rein-export-test.md"])
      expect(save(project, wanted)).rejects.toThrow(/is no place for a file/);
    expect((await readdir(project.folder)).toSorted()).toEqual(["link", "pipe"]);
    expect((await readdir("/dev")).filter((name) => name.startsWith("null-"))).toEqual([]);
    expect(await Bun.file("/dev/shm/rein-export-test.md").exists()).toBe(false);
  });

  test("two at once do not share a name", async () => {
    await using project = await makeProject();
    const saved = await Promise.all(["one", "two", "three"].map((text) => save(project, "a.md", text)));
    const texts = await Promise.all(saved.map(({ path }) => Bun.file(path).text()));
    expect(texts).toEqual(["one", "two", "three"]);
  });

  test("that ends in its middle is none: neither a file nor a folder is left of it, and no part of one that was killed", async () => {
    await using project = await makeProject({
      "a.md": "old",
      [`.rein-${endedProcess()}-${crypto.randomUUID()}.tmp`]: "half of another",
    });
    async function* broken() {
      yield "x".repeat(1_000_000);
      throw new Error("The log is gone.");
    }
    const where = { cwd: project.folder, home: project.home, fileName: "a.md" };
    for (const wanted of ["a.md", "new/deep/a.md"])
      await expect(saveExport({ ...where, pieces: broken(), wanted })).rejects.toThrow(
        /^The export could not be written: The log is gone\. Nothing is left of it/,
      );
    expect(await readdir(project.folder)).toEqual(["a.md"]);
    expect(await project.read("a.md")).toBe("old");
  });

  test("that cannot be is told, and nothing is left of it", async () => {
    await using project = await makeProject({ file: "x" });
    expect(save(project, "file/x.md")).rejects.toThrow(/^The export could not be written: .*file/);
    expect(await readdir(project.folder)).toEqual(["file"]);
  });
});
