/**
 * P10: "Nothing leaves the machine except provider traffic and approved hosts."
 *
 * In the sandbox a command has no network at all: `process/sandbox/confines.test.ts`. What asks for a host is held in
 * `permissions/remote-rules.test.ts` and `tools/bash-confined.test.ts`. Here everything that runs unasked is run without a
 * sandbox, and every connection of rein and of all that it starts is watched.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { resultsIn } from "../e2e/requests.ts";
import { accessTo, COMPILED, NODE, REIN } from "../e2e/start.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { lookingCommands } from "./looking-commands.ts";

const canTrace = Bun.which("strace") !== null && Bun.spawnSync(["strace", "-f", "true"]).exitCode === 0;

/** strace, watching all that goes to the network and all programs that start. */
const watching = (file: string) => ["strace", "-f", "-qq", "-e", "trace=%network,execve", "-o", file];

/** The places on the network that anything was sent to, or that was connected to, each once. */
async function reached(file: string): Promise<string[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  const places = lines.flatMap((line) => {
    const at = /sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/.exec(
      line,
    );
    const isOutward = /\b(?:connect|sendto|sendmsg|sendmmsg)\(/.test(line);
    return at === null || !isOutward ? [] : [`${at[2] ?? at[3]}:${at[1]}`];
  });
  return [...new Set(places)];
}

describe.skipIf(!canTrace)(
  "P10: nothing leaves the machine but the talk with the model (skipped without a working strace)",
  () => {
    test("of all commands that run unasked none connects to anything", async () => {
      await using project = await makeProject({ "README.md": "# x\n", "src/a.ts": "export {};\n" });
      const git = "git init -q && git add . && git -c user.name=a -c user.email=a@b.c commit -qm x";
      expect(Bun.spawnSync(["sh", "-c", git], { cwd: project.folder, env: project.env }).exitCode).toBe(0);
      const calls = lookingCommands.map((command, at) => call("bash", { command }, { id: `call_${at}` }));
      await using server = await serveModel([calls, [text("done")]]);
      const trace = join(project.home, "trace");
      const child = Bun.spawn([...watching(trace), NODE, REIN, "-p", "go"], {
        cwd: project.folder,
        env: { ...project.env, ...COMPILED, ...accessTo(server) },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      expect({ out, code }, err).toEqual({ out: "done\n", code: 0 });
      const results = resultsIn(await server.nextRequest(1));
      const unrun = lookingCommands.filter((_, at) => !results[`call_${at}`]?.startsWith("exit code:"));
      expect(unrun).toEqual([]);
      const programs = await readFile(trace, "utf8");
      for (const name of ["git", "grep", "sort"]) expect(programs).toContain(`/${name}", ["${name}"`);
      expect(await reached(trace)).toEqual([`127.0.0.1:${new URL(server.url).port}`]);
    }, 60_000);

    test("and a connection would be seen here", async () => {
      await using project = await makeProject();
      const trace = join(project.home, "trace");
      Bun.spawnSync(
        [...watching(trace), "bash", "-c", "(: < /dev/tcp/127.0.0.1/9) 2>&1; : > /dev/udp/::1/9"],
        {
          env: project.env,
        },
      );
      expect(await reached(trace)).toEqual(["127.0.0.1:9", "::1:9"]);
    });
  },
);
