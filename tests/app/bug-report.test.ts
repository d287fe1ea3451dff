/** A bug report: what its reader needs, and nothing that would open a door. */
import { expect, test } from "bun:test";
import { type BugReportRequest, makeBugReport } from "../../src/app/bug-report.ts";
import { labelsIn } from "../../src/secrets/label.ts";
import { defaultSettings } from "../../src/settings/schema.ts";
import { header } from "../transcript/export/saying.ts";
import { assistant, log, turnStart, user } from "../transcript/log.ts";

/** Made for these tests: it opens nothing. */
const token = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");

const report = async (more: Partial<BugReportRequest>) => {
  const { pieces } = await makeBugReport({
    now: 0,
    version: "0.0.0",
    env: {},
    cwd: "/project",
    checks: [],
    settings: defaultSettings,
    ...more,
  });
  return (await Array.fromAsync(pieces())).join("");
};

test("what is sent to a server of the user's own beside a question is not in it, only its names are", async () => {
  const headers = { Authorization: "Bearer plain-old-words", "x-team": "blue" };
  const text = await report({ settings: { ...defaultSettings, providers: { own: { headers } } } });
  expect(text).not.toMatch(/plain-old-words|blue/);
  expect(JSON.parse(text).settings.providers.own.headers).toEqual({
    Authorization: "…",
    "x-team": "…",
  });
});

test("what only a provider reads may hold what was thought or found, and no secret in a report either", async () => {
  const item = { type: "reasoning", content: [{ type: "reasoning_text", text: `try ${token}` }] };
  const thought = { type: "reasoning", text: "", opaque: { type: "responses", item } } as const;
  const entries = log(user("go"), turnStart, assistant([thought]));
  const text = await report({ session: { header, entries } });
  expect(text).toContain("try «secret:GITHUB_TOKEN#1»");
  expect(text).not.toContain(token);
});

test("a secret is left out of settings and checks whatever the field is called, and from names", async () => {
  const fallback = { [token]: [token] };
  const settings = { ...defaultSettings, fallback, model: `a/${token}` };
  const text = await report({ settings });
  expect(text).not.toContain(token);
  expect(new Set(labelsIn(text)).size).toBe(1);
});

test("the report is the JSON that its parts make, line for line, however many entries there are", async () => {
  for (const count of [0, 1, 3]) {
    const entries = log(
      ...Array.from({ length: count }, (_, at) => user(`at /home/ada and /home/adam/${at}`)),
    );
    const text = await report({ env: { HOME: "/home/ada" }, session: { header, entries } });
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    expect(JSON.parse(text).session).toEqual({
      header,
      entries: JSON.parse(JSON.stringify(entries).replaceAll("/home/ada ", "~ ")),
    });
  }
});
