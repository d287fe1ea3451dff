import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { networkError } from "../../src/providers/network-error.ts";
import { proxyFor } from "../../src/providers/proxy.ts";

const proxy = "http://proxy.example:8080";
const secure = "https://api.test.example/v1";

describe("the proxy of a request", () => {
  test.each([
    [{}, undefined],
    [{ HTTPS_PROXY: proxy }, "HTTPS_PROXY"],
    [{ https_proxy: proxy }, "https_proxy"],
    [{ https_proxy: proxy, HTTPS_PROXY: "http://other:1" }, "https_proxy"],
    [{ HTTPS_PROXY: "" }, undefined],
    [{ HTTP_PROXY: proxy }, undefined],
    [{ ALL_PROXY: proxy }, "ALL_PROXY"],
    [{ ALL_PROXY: "http://other:1", HTTPS_PROXY: proxy }, "HTTPS_PROXY"],
    [{ HTTPS_PROXY: proxy, NO_PROXY: "*" }, undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: "x.example, test.example" }, undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: ".test.example" }, undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: "api.test.example:443" }, undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: "api.test.example:444" }, "HTTPS_PROXY"],
    [{ HTTPS_PROXY: proxy, NO_PROXY: "st.example" }, "HTTPS_PROXY"],
    [{ HTTPS_PROXY: proxy, NO_PROXY: "test.example", no_proxy: "other" }, "HTTPS_PROXY"],
  ] as const)("with %j is %p", (env, variable) => {
    expect(proxyFor(secure, env)?.variable).toBe(variable);
  });

  test.each([
    ["10.0.0.0/8", false],
    ["10.2.0.0/16", true],
    ["10.1.2.3", false],
    ["10.1.2.4", true],
    ["10.0.0.0/99", true],
  ])("for an address beside NO_PROXY=%s is used: %p", (list, isUsed) => {
    const found = proxyFor("http://10.1.2.3:11434/v1", { HTTP_PROXY: proxy, NO_PROXY: list });
    expect(found !== undefined).toBe(isUsed);
  });

  test.each(["http://ada:hunter22@proxy.example:8080", "ada:hunter22@proxy.example:8080"])(
    "is shown without its password (%s)",
    (value) => {
      const found = proxyFor(secure, { HTTPS_PROXY: value });
      expect(found?.address).toBe("http://proxy.example:8080/");
    },
  );

  test("is found or not for any variables, without an exception", () => {
    const value = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("::::", "[::1]", "10.0.0.0/", "a:b:c"));
    fc.assert(
      fc.property(value, value, value, (address, HTTP_PROXY, NO_PROXY) => {
        const found = proxyFor(address, { HTTP_PROXY, NO_PROXY });
        return found === undefined || found.variable === "HTTP_PROXY";
      }),
    );
  });
});

describe("the words of a failed connection", () => {
  const refused = Object.assign(new Error("Unable to connect"), { code: "ECONNREFUSED" });

  test("name the proxy that it went through, and what to check", () => {
    const environment = { HTTPS_PROXY: "http://ada:hunter22@proxy.example:8080" };
    const error = networkError(refused, { baseUrl: secure, environment });
    expect(error?.message).toContain("through the proxy of HTTPS_PROXY (http://proxy.example:8080)");
    expect(error?.message).toContain("NO_PROXY");
    expect(error?.message).not.toContain("hunter22");
    expect(error?.retryable).toBe(true);
  });

  test("say nothing of a proxy where there is none", () => {
    expect(networkError(refused, { baseUrl: secure, environment: {} })?.message).not.toMatch(/proxy/i);
  });

  test.each(["UnsupportedProxyProtocol"])("of a proxy that cannot be (%s) end the attempts", (code) => {
    const thrown = Object.assign(new Error(code), { code });
    const environment = { HTTPS_PROXY: "socks5://127.0.0.1:1080" };
    const error = networkError(thrown, { baseUrl: secure, environment });
    expect(error).toMatchObject({ kind: "network", retryable: false });
    expect(error?.message).toContain("HTTPS_PROXY (socks5://127.0.0.1:1080)");
  });

  test("about a certificate name the variable for authorities, and the file that is set", () => {
    const thrown = Object.assign(new Error("unable to verify the first certificate"), {
      code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    });
    const words = (environment: Record<string, string>) =>
      networkError(thrown, { baseUrl: secure, environment })?.message;
    expect(words({})).toContain("set NODE_EXTRA_CA_CERTS");
    expect(words({ NODE_EXTRA_CA_CERTS: import.meta.path })).toContain("do not vouch for it");
    expect(words({ SSL_CERT_FILE: "/nowhere.pem" })).toContain("SSL_CERT_FILE names /nowhere.pem");
  });
});
