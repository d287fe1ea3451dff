/** What a failed command says it was denied. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { denialsIn } from "../../../src/process/sandbox/denials.ts";

const bounds = {
  writable: ["/tmp/run", "/home/u/project"],
  guarded: ["/home/u/project/.git/config", "/home/u/project/.envrc"],
  hidden: ["/home/u/.ssh", "/home/u/.netrc"],
};
const denied = (output: string) => denialsIn(output, bounds, "/home/u/project/sub", "/home/u");

describe("a denial is read from the words of", () => {
  test.each([
    ["touch", "touch: cannot touch '/etc/x': Read-only file system", "/etc/x"],
    ["mkdir", "mkdir: cannot create directory ‘/srv/a b’: Read-only file system", "/srv/a b"],
    ["bash", "/bin/bash: line 1: /etc/y: Read-only file system", "/etc/y"],
    ["bash, relative", "/bin/bash: line 1: ../.envrc: Read-only file system", "/home/u/project/.envrc"],
    ["python", "OSError: [Errno 30] Read-only file system: '/var/z'", "/var/z"],
    ["node", "Error: EROFS: read-only file system, open '/opt/q'", "/opt/q"],
    ["go", "open /home/u/.cache/go-build/x: read-only file system", "/home/u/.cache/go-build/x"],
    [
      "rust",
      "error: failed to open `~/.cargo/.lock`: (os error 30)  '~/.cargo/.lock'",
      "/home/u/.cargo/.lock",
    ],
    [
      "git",
      "error: could not write config file ../.git/config: Device or resource busy",
      "/home/u/project/.git/config",
    ],
  ])("%s", (_, line, path) => {
    expect(denied(`some output\n${line}\nmore`)).toEqual([{ type: "write", path }]);
  });

  test("something that does not say what", () => {
    expect(denied("fatal: Read-only file system")).toEqual([{ type: "write_somewhere" }]);
  });

  test("a hidden key, and ssh without one", () => {
    expect(denied("cat: /home/u/.ssh/id: No such file or directory")).toEqual([
      { type: "read", path: "/home/u/.ssh/id" },
    ]);
  });

  test.each([
    "git@example.org: Permission denied (publickey).",
    "Host key verification failed.",
    "fatal: could not read Username for 'https://example.org': terminal prompts disabled",
    "To get started with GitHub CLI, please run:  gh auth login",
    "npm error code ENEEDAUTH",
  ])("a login that is missing: %s", (line) => {
    expect(denied(line)).toEqual([{ type: "login" }]);
  });

  test.each([
    ["curl", "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server"],
    ["node", "Error: connect ECONNREFUSED ::1:3000\nError: connect ECONNREFUSED 127.0.0.1:3000"],
    ["go", "dial tcp 127.0.0.1:3000: connect: connection refused"],
    ["python", "HTTPConnectionPool(host='localhost', port=3000): Connection refused'))"],
    ["psql", 'connection to server at "localhost" (127.0.0.1), port 3000 failed: Connection refused'],
    ["mysql", "Can't connect to MySQL server on '127.0.0.1:3000' (111)"],
    ["wget", "Connecting to localhost (localhost)|127.0.0.1|:3000... failed: Connection refused."],
  ])("a port of this machine at which nothing answers: %s", (_, line) => {
    expect(denied(line)).toEqual([{ type: "local_port", port: 3000 }]);
  });

  test.each([
    "Error: getaddrinfo EAI_AGAIN example.org",
    "ping: connect: Network is unreachable",
    "curl: (6) Could not resolve host: example.org",
    "curl: (7) Failed to connect to 192.168.1.5 port 80 after 0 ms: Couldn't connect to server",
  ])("a host that is not reached: %s", (line) => {
    expect(denied(line)).toEqual([{ type: "network" }]);
  });

  test("a write of which the program names the path once, and not another time", () => {
    const path = "/home/u/.npm/_cacache/tmp/1";
    expect(denied(`npm error code EROFS\nnpm error EROFS: read-only file system, open '${path}'`)).toEqual([
      { type: "write", path },
    ]);
  });

  test("a closed socket", () => {
    expect(denied("Cannot connect to the Docker daemon at unix:///var/run/docker.sock.")).toEqual([
      { type: "unix_socket" },
    ]);
  });
});

test("nothing is read from other failures, and not from what the sandbox lets a command write", () => {
  expect(
    denied("cat: missing: No such file or directory\nPermission denied\nfound /home/u/.ssh once"),
  ).toEqual([]);
});

test("any output is read, and few denials are told", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      expect(denied(`${text}: Read-only file system\n`.repeat(30)).length).toBeLessThanOrEqual(5);
    }),
  );
});
