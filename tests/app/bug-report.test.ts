/** A bug report: what its reader needs, and nothing that would open a door. */
import { expect, test } from "bun:test";
import { type BugReportRequest, makeBugReport } from "../../src/app/bug-report.ts";
import { defaultSettings } from "../../src/settings/schema.ts";
import { header } from "../transcript/export/saying.ts";
import { assistant, log, turnStart, user } from "../transcript/log.ts";

/** Made for these tests: it opens nothing. */
const token = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");

const report = (more: Partial<BugReportRequest>) =>
  makeBugReport({
    now: 0,
    version: "0.0.0",
    env: {},
    cwd: "/project",
    checks: [],
    settings: defaultSettings,
    ...more,
  });

test("what is sent to a server of the user's own beside a question is not in it, only its names are", async () => {
  const headers = { Authorization: "Bearer plain-old-words", "x-team": "blue" };
  const { text } = await report({ settings: { ...defaultSettings, providers: { own: { headers } } } });
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
  const { text } = await report({ session: { header, entries } });
  expect(text).toContain("try «secret:GITHUB_TOKEN#1»");
  expect(text).not.toContain(token);
});

test("a secret is left out of settings and checks whatever the field is called, and from names", async () => {
  const fallback = { [token]: [token] };
  const settings = { ...defaultSettings, fallback, model: `a/${token}` };
  const { text, secrets } = await report({ settings });
  expect(text).not.toContain(token);
  expect(secrets).toBe(1);
});
