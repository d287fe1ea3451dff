/** Rules for hosts and for tools of MCP servers. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseRule } from "../../src/permissions/rule.ts";
import { decide, type Options } from "./ask-policy.ts";

const fetchUrl = (url: string, options?: Options) => decide({ type: "network", url }, options).verdict;
const call = (server: string, tool: string, options?: Options) =>
  decide({ type: "mcp", server, tool }, options).verdict;

describe("a rule for a host", () => {
  const allow = ["web_fetch(domain:example.org)"];

  test.each([
    ["https://example.org"],
    ["https://example.org/a?b#c"],
    ["http://docs.example.org/"],
    ["HTTPS://EXAMPLE.ORG/"],
    ["https://example.org:443/"],
  ])("lets %s be fetched", (url) => {
    expect(fetchUrl(url, { allow })).toBe("allow");
  });

  test.each([
    ["https://example.org.evil.net/"],
    ["https://notexample.org/"],
    ["https://org/"],
    ["https://example.org@evil.net/"],
    ["https://user:secret@example.org/"],
    ["https://example.org:8443/"],
    ["ftp://example.org/"],
    ["file:///example.org"],
    ["https://evil.net/example.org"],
    ["https://evil.net\\@example.org/"],
    ["https://ex\u0430mple.org/"],
    ["https://example%2eorg/"],
    ["https://example.org%00.evil.net/"],
    ["https://\uFF45xample.org/"],
    ["https://example.org\t.evil.net/"],
    ["https:example.org"],
    ["//example.org/"],
    ["not an address"],
  ])("does not let %s be fetched", (url) => {
    expect(fetchUrl(url, { allow })).toBe("ask");
  });

  test("that forbids holds below it, on every port and whoever asks, also where everything is allowed", () => {
    const rules = { allow: ["web_fetch"], deny: ["web_fetch(domain:example.org)"] };
    for (const url of [
      "https://example.org/",
      "https://a.b.example.org/",
      "https://user@example.org:99/",
      "https://example.org./",
      "https://EXAMPLE%2eorg/",
    ])
      expect(fetchUrl(url, rules)).toBe("deny");
    expect(fetchUrl("https://example.com/", rules)).toBe("allow");
  });

  test("is what “don't ask again” would keep, when it would then pass", () => {
    expect(decide({ type: "network", url: "https://docs.example.org/a" })).toMatchObject({
      remember: "web_fetch(domain:docs.example.org)",
    });
    for (const url of ["https://u@example.org/", "https://example.org:99/", "nonsense"])
      expect(decide({ type: "network", url })).not.toHaveProperty("remember");
  });

  test("for all hosts is not one for this machine and its neighbours", () => {
    const all = { allow: ["web_fetch"] };
    expect(fetchUrl("https://example.com/", all)).toBe("allow");
    for (const host of [
      "localhost",
      "127.0.0.1",
      "0x7f.1",
      "[::1]",
      "169.254.169.254",
      "10.0.0.1",
      "nas.local",
    ])
      expect(fetchUrl(`http://${host}/`, all)).toBe("ask");
  });

  test.each([
    ["web_fetch(example.org)", "domain:HOST"],
    ["web_fetch(domain:*.example.org)", "leave the * away"],
    ["web_fetch(domain:https://example.org)", "host name"],
    ["web_fetch(domain:example.org/x)", "host name"],
    ["web_fetch(domain:org)", "every host"],
    ["web_fetch(domain:)", "host name"],
  ])("%s is none", (rule, why) => {
    expect(() => parseRule(rule)).toThrow(why);
  });

  test("never covers a host that is neither the one named nor below it, whatever the address", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.webAuthority().map((one) => `https://${one}/`),
        ),
        (url) => {
          const host = URL.canParse(url) ? new URL(url).hostname : "";
          fc.pre(host !== "example.org" && !host.endsWith(".example.org"));
          expect(fetchUrl(url, { allow })).not.toBe("allow");
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("a rule for tools of a server", () => {
  test.each([
    ["mcp(github/create_issue)", "github", "create_issue", "allow"],
    ["mcp(github/create_issue)", "github", "delete_repo", "ask"],
    ["mcp(github/create_issue)", "github2", "create_issue", "ask"],
    ["mcp(github)", "github", "anything", "allow"],
    ["mcp(github/*)", "github", "anything", "allow"],
    ["mcp(github/*)", "GitHub", "anything", "ask"],
    ["mcp(github)", "github/x", "y", "ask"],
    ["mcp", "any", "thing", "allow"],
  ] as const)("%s and %s/%s: %s", (rule, server, tool, expected) => {
    expect(call(server, tool, { allow: [rule] })).toBe(expected);
  });

  test("that forbids wins, in whatever letters the server is named", () => {
    const rules = { allow: ["mcp"], deny: ["mcp(github/delete_repo)"] };
    expect(call("github", "delete_repo", rules)).toBe("deny");
    expect(call("GitHub", "Delete_Repo", rules)).toBe("deny");
    expect(call("github", "create_issue", rules)).toBe("allow");
  });

  test("is offered for exactly the tool that was called, where its name can stand in a rule", () => {
    expect(decide({ type: "mcp", server: "github", tool: "create_issue" })).toMatchObject({
      remember: "mcp(github/create_issue)",
    });
    for (const tool of ["*", "a b", "x)", "a/b", ""])
      expect(decide({ type: "mcp", server: "github", tool })).not.toHaveProperty("remember");
  });

  test.each([["mcp(a/b/c)"], ["mcp(/x)"], ["mcp(a b)"], ["mcp(git*)"], ["mcp()"]])("%s is none", (rule) => {
    expect(() => parseRule(rule)).toThrow(rule);
  });
});

test("plan mode lets neither run", () => {
  const allow = ["web_fetch", "mcp"];
  expect(fetchUrl("https://example.org/", { mode: "plan", allow })).toBe("deny");
  expect(call("github", "x", { mode: "plan", allow })).toBe("deny");
});
