/** Between the user and the model stand proxies and certificates of companies: rein gets through, or says what is in the way. */
import { expect, test } from "bun:test";
import { type ModelServer, serveModel, text } from "../support/model-server.ts";
import { AUTHORITY, serveProxy, serveTls } from "../support/network.ts";
import { makeProject } from "../support/project.ts";
import { type Run, runRein } from "./run-rein.ts";

const portOf = (server: ModelServer) => Number(new URL(server.url).port);

/** Asks once, with these variables. */
async function ask(baseUrl: string, env: Readonly<Record<string, string>>): Promise<Run> {
  await using project = await makeProject();
  const access = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: "test-model" };
  return await runRein(["-p", "hello"], { project, env: { ...access, ...env } });
}

test.each(["HTTPS_PROXY", "https_proxy"])(
  "%s leads to a server whose certificate an authority of one's own has signed",
  async (variable) => {
    await using server = await serveModel([[text("through the tunnel")]]);
    await using tls = await serveTls(portOf(server));
    await using proxy = await serveProxy("ada:secret-word");
    const run = await ask(`https://localhost:${tls.port}/v1`, {
      [variable]: `http://ada:secret-word@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: AUTHORITY,
    });
    expect(run).toMatchObject({ out: "through the tunnel\n", code: 0 });
    expect(proxy.asked).toEqual([`CONNECT localhost:${tls.port}`]);
  },
);

test("SSL_CERT_FILE names an authority too", async () => {
  await using server = await serveModel([[text("trusted")]]);
  await using tls = await serveTls(portOf(server));
  const run = await ask(`https://localhost:${tls.port}/v1`, { SSL_CERT_FILE: AUTHORITY });
  expect(run).toMatchObject({ out: "trusted\n", code: 0 });
});

test("HTTP_PROXY is for plain addresses, and NO_PROXY takes one out", async () => {
  await using server = await serveModel([[text("one")], [text("two")]]);
  await using proxy = await serveProxy();
  const variables = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
  expect((await ask(server.chatUrl, variables)).out).toBe("one\n");
  expect(proxy.asked).toEqual([`POST ${server.chatUrl}/chat/completions`]);
  expect((await ask(server.chatUrl, { ...variables, NO_PROXY: "127.0.0.1" })).out).toBe("two\n");
  expect(proxy.asked).toHaveLength(1);
});

test("a certificate of an unknown authority is told once, with the variable that helps", async () => {
  await using server = await serveModel([]);
  await using tls = await serveTls(portOf(server));
  const { err, code } = await ask(`https://localhost:${tls.port}/v1`, {});
  expect(code).toBe(1);
  expect(err).toContain("certificate");
  expect(err).toContain("NODE_EXTRA_CA_CERTS");
  expect(err).not.toContain("attempt 2");
});

test("an authority's file that is not there is named", async () => {
  await using server = await serveModel([]);
  await using tls = await serveTls(portOf(server));
  const { err } = await ask(`https://localhost:${tls.port}/v1`, { NODE_EXTRA_CA_CERTS: "/nowhere/ca.pem" });
  expect(err).toContain("NODE_EXTRA_CA_CERTS names /nowhere/ca.pem, which cannot be read");
});

test.each(["https", "http"] as const)(
  "a proxy that wants a password is named with its variable and without the password given (%s)",
  async (scheme) => {
    await using server = await serveModel([]);
    await using tls = await serveTls(portOf(server));
    await using proxy = await serveProxy("ada:secret-word");
    const baseUrl = scheme === "https" ? `https://localhost:${tls.port}/v1` : server.chatUrl;
    const variable = `${scheme.toUpperCase()}_PROXY`;
    const { err, code } = await ask(baseUrl, {
      [variable]: `http://ada:wrong-word@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: AUTHORITY,
    });
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`proxy of ${variable} \\(http://127\\.0\\.0\\.1:${proxy.port}\\)`));
    expect(err).toContain("407");
    expect(err).toContain("user:password@host");
    expect(err).not.toContain("wrong-word");
    expect(proxy.asked).toHaveLength(1);
  },
);
