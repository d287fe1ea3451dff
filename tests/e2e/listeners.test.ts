/** Nobody can connect to rein, in no mode: what listens at all turns away whoever has no token. */
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { beginUnready, COMPILED, idle, NODE, open, REIN, send } from "./start.ts";

type Listener = { readonly port: number } | { readonly path: string };

/** The sockets that somebody listens on among those that a process tree holds. */
function listeners(root: number): Listener[] {
  const inodes = new Set(treeOf(root).flatMap(socketsOf));
  const tcp = ["tcp", "tcp6"].flatMap((name) =>
    rowsOf(name).flatMap((row) =>
      row[3] === "0A" && inodes.has(row[9] ?? "")
        ? [{ port: Number.parseInt(row[1]?.split(":")[1] ?? "", 16) }]
        : [],
    ),
  );
  const acceptsConnections = 0x10000;
  const local = rowsOf("unix").flatMap((row) =>
    (Number.parseInt(row[3] ?? "0", 16) & acceptsConnections) !== 0 && inodes.has(row[6] ?? "")
      ? [{ path: row[7] ?? "" }]
      : [],
  );
  return [...tcp, ...local];
}

/** Those that take in somebody without a token, or that another user of the machine could reach by their path. */
async function openDoors(root: number): Promise<string[]> {
  const doors = await Promise.all(
    listeners(root).map(async (listener) => {
      if ("path" in listener) return isClosedFolder(dirname(listener.path)) ? [] : [listener.path];
      const answers = await Promise.all(strangers.map((words) => said(listener.port, words)));
      // 407: the proxy wants a token. 05 FF: no way to come in by SOCKS. Nothing: it hung up.
      const isRefusal = (answer: string) =>
        answer === "" || /^HTTP\/1\.1 40[0-9]/.test(answer) || answer.startsWith("\u0005\u00ff");
      return answers.filter((answer) => !isRefusal(answer)).map((answer) => `${listener.port}: ${answer}`);
    }),
  );
  return doors.flat();
}

const strangers = [
  "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n",
  "GET http://example.org/ HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "\u0005\u0001\u0000",
];

/** What a port answers first, latin1; nothing when it hangs up without a word. */
function said(port: number, words: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => socket.write(words, "latin1"));
  socket.once("data", (bytes) => {
    resolve(bytes.toString("latin1"));
    socket.destroy();
  });
  for (const end of ["close", "error"]) socket.once(end, () => resolve(""));
  return promise;
}

/** Whether a folder, or one above it, lets nobody else in. */
function isClosedFolder(folder: string): boolean {
  if (!existsSync(folder)) return true;
  const isClosed = (statSync(folder).mode & 0o077) === 0;
  return isClosed || (dirname(folder) !== folder && isClosedFolder(dirname(folder)));
}

function commandsOf(root: number): string[] {
  return treeOf(root).flatMap((pid) => {
    const { stdout } = Bun.spawnSync(["ps", "-o", "args=", "-p", String(pid)]);
    return stdout.toString().trim();
  });
}

function rowsOf(name: string): string[][] {
  const file = `/proc/net/${name}`;
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // closed since
      }
    });
  } catch {
    return []; // ended since
  }
}

/** The process and all that it started. */
function treeOf(root: number): number[] {
  const { stdout } = Bun.spawnSync(["ps", "-e", "-o", "pid=,ppid="]);
  const pairs = stdout
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (let at = 0; at < tree.length; at += 1)
    tree.push(...pairs.filter(([, parent]) => parent === tree[at]).map(([pid]) => pid ?? 0));
  return tree;
}

describe.skipIf(process.platform !== "linux")("P16: nobody can connect to rein", () => {
  test("at the prompt, and while a command runs: whoever has no token is turned away", async () => {
    const steps = [[call("bash", { command: "sleep 600" }, { id: "call_sleep" })], [text("done")]];
    await using story = await beginUnready(steps, { args: ["--allow", "bash(sleep 600)"] });
    const { terminal } = story;
    await open(terminal);
    await terminal.waitFor(/sandbox (on|off)|no sandbox/, { what: "what is known of the sandbox" });
    expect(await openDoors(terminal.pid)).toEqual([]);
    await send(terminal, "go");
    await terminal.waitFor(() => commandsOf(terminal.pid).some((line) => line.endsWith("sleep 600")), {
      what: "the command",
    });
    expect(await openDoors(terminal.pid)).toEqual([]);
    terminal.press("escape");
    await idle(terminal);
  });

  test("without a screen", async () => {
    await using project = await makeProject();
    let seenThere: Listener[] | undefined;
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => {
        seenThere = listeners(child.pid);
        return new Response("no", { status: 400 });
      },
    });
    const env = {
      OPENAI_API_KEY: "test",
      OPENAI_BASE_URL: `http://127.0.0.1:${server.port}/v1`,
      OPENAI_MODEL: "m",
    };
    const child = Bun.spawn([NODE, REIN, "-p", "hi"], {
      cwd: project.folder,
      env: { ...project.env, ...COMPILED, ...env },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    await child.exited;
    expect(seenThere).toEqual([]);
  });

  test("and an open door would be seen here", async () => {
    const before = listeners(process.pid).length;
    const server = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.write("welcome") },
    });
    expect(listeners(process.pid)).toHaveLength(before + 1);
    expect((await openDoors(process.pid)).join()).toContain(`${server.port}: welcome`);
    server.stop(true);
  });
});
