/** Ports of this machine that a command in the sandbox may connect to. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { runCommand } from "../../../src/process/run-command.ts";
import { tellPort } from "../../../src/process/sandbox/port-fifo.ts";
import { until } from "../../support/processes.ts";
import { makeProject } from "../../support/project.ts";
import { hasSandbox, sandboxOf } from "../../support/sandbox.ts";

setDefaultTimeout(30_000);

const serve = () => Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("reached\n") });

describe.skipIf(!hasSandbox)("a port outside", () => {
  test("is reached at every name of this machine, and no other is", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    using server = serve();
    using other = serve();
    const get = (host: string, port = 0) => `curl -sS -m 20 -g http://${host}:${port}/ || echo no`;
    const { output, endedChildren } = await confined.run(
      [get("localhost", server.port), get("127.0.0.1", server.port), get("[::1]", server.port)].join(";"),
      { ports: [server.port ?? 0] },
    );
    expect(output).toBe("reached\nreached\nreached\n");
    expect(endedChildren).toBe(false);
    const refused = await confined.run(
      `${get("localhost", other.port)}; curl -sS -m 20 --noproxy '' http://localhost:${other.port}/`,
      { ports: [server.port ?? 0] },
    );
    expect(refused.output).not.toContain("reached");
    expect(refused.deniedHosts).toEqual([`localhost:${other.port}`]);
  });

  test("that a program begins to serve while a command runs can be told to it", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    using server = serve();
    const port = server.port ?? 0;
    const command = `until curl -sS -m 5 http://localhost:${port}/ 2>/dev/null; do sleep 0.05; done; touch reached`;
    const wrapped = await confined.sandbox.wrap({ command }, { kind: "project", ports: [] });
    if (wrapped === null) throw new Error("it was not wrapped");
    const { signal } = new AbortController();
    const running = runCommand({ command, cwd: project.folder, signal, env: project.env, wrapped });
    await until(() => {
      wrapped.reach([port]);
      return existsSync(project.path("reached"));
    });
    expect((await running).output).toBe("reached\n");
  });

  test("is told to nothing but a FIFO", async () => {
    await using project = await makeProject();
    const [file, link] = [project.path("file"), project.path("link")];
    writeFileSync(file, "");
    symlinkSync(file, link);
    expect([tellPort(file, 1), tellPort(link, 1), tellPort(project.path("none"), 1)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await project.read("file")).toBe("");
  });
});
