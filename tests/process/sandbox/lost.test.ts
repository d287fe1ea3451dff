/** Whether there is a sandbox is told truthfully: each thing that it takes is taken away. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, unlinkSync } from "node:fs";
import { createNoSandbox } from "../../../src/process/sandbox/none.ts";
import { findSandboxTools } from "../../../src/process/sandbox/find-tools.ts";
import { troubleIn } from "../../../src/process/sandbox/reasons.ts";
import type { SandboxStatus } from "../../../src/process/sandbox/sandbox.ts";
import { processesWith, until } from "../../support/processes.ts";
import { makeProject } from "../../support/project.ts";
import { fakePrograms, hasSandbox, pathWithout, sandboxOf } from "../../support/sandbox.ts";

setDefaultTimeout(30_000);

const isLinux = process.platform === "linux";

/** What is found out with this PATH. */
async function statusWith(
  PATH: (project: Awaited<ReturnType<typeof makeProject>>) => string,
): Promise<SandboxStatus> {
  await using project = await makeProject();
  await using confined = sandboxOf(project, { env: { ...project.env, PATH: PATH(project) } });
  const status = await confined.sandbox.probe();
  if (status.type === "off") {
    const wrap = confined.sandbox.wrap({ command: "true" }, { kind: "project" });
    expect(
      await wrap.then(
        () => "wrapped",
        () => "refused",
      ),
    ).toBe("refused");
  }
  return status;
}

describe.skipIf(!isLinux)("without what it takes", () => {
  test("no bubblewrap: there is none, and how to get it is said", async () => {
    const status = await statusWith((project) => pathWithout(project, "bwrap", "socat"));
    expect(status).toMatchObject({ type: "off", reason: expect.stringContaining("bubblewrap") });
    expect(status).toMatchObject({ help: expect.stringContaining("apt install bubblewrap socat") });
  });

  test.skipIf(!hasSandbox)("no socat", async () => {
    const status = await statusWith((project) => pathWithout(project, "socat"));
    expect(status).toMatchObject({ type: "off", reason: expect.stringContaining("socat") });
  });

  test.skipIf(!hasSandbox)(
    "no helper that closes Unix sockets, as in a program that was compiled without it",
    async () => {
      await using project = await makeProject();
      const tools = { ...findSandboxTools(project.env["PATH"] ?? "", project.folder), seccomp: null };
      await using confined = sandboxOf(project, { tools });
      expect(await confined.sandbox.probe()).toMatchObject({
        type: "off",
        reason: expect.stringContaining("closes Unix sockets"),
      });
    },
  );

  test.skipIf(!hasSandbox)("no ripgrep", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project, { ripgrep: null });
    expect(await confined.sandbox.probe()).toMatchObject({
      type: "off",
      reason: expect.stringContaining("ripgrep"),
    });
  });

  test.skipIf(!hasSandbox)("a bubblewrap that may not make namespaces", async () => {
    const text =
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces." >&2\nexit 1\n';
    const status = await statusWith((project) => fakePrograms(project, { bwrap: text }));
    expect(status).toMatchObject({ type: "off", reason: expect.stringContaining("user namespaces") });
  });

  test.skipIf(!hasSandbox)("a bubblewrap that confines nothing is found out", async () => {
    const text =
      '#!/bin/bash\nwhile [ "$1" != -- ]; do [ "$1" != --setenv ] || export "$2=$3"; shift; done; shift; exec "$@"\n';
    const status = await statusWith((project) => fakePrograms(project, { bwrap: text }));
    expect(status.type).toBe("off");
  });

  test.skipIf(!hasSandbox)("a bubblewrap that lies in the project is not used", async () => {
    await using project = await makeProject();
    const PATH = `${project.folder}:${pathWithout(project, "bwrap")}`;
    await Bun.write(project.path("bwrap"), "#!/bin/sh\n");
    Bun.spawnSync(["chmod", "755", project.path("bwrap")]);
    expect(findSandboxTools(PATH, project.folder).bwrap).toBeNull();
  });
});

test("in a container the reason says so", () => {
  expect(troubleIn("bwrap: Can't mount proc on /newroot/proc: Operation not permitted").reason).toContain(
    "no sandbox can be made in here",
  );
});

test("one that nobody wants wraps nothing and starts nothing", async () => {
  const sandbox = createNoSandbox();
  expect(await sandbox.probe()).toEqual({ type: "none" });
  expect(await sandbox.wrap({ command: "true" }, { kind: "project" })).toBeNull();
});

describe.skipIf(!hasSandbox)("the process that holds it", () => {
  test("killed in the middle of a command: no network any more, and the next command has a new one", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    await confined.sandbox.probe();
    using server = Bun.serve({ port: 0, fetch: () => new Response("reached") });
    const fetchIt = `curl -sS -m 5 --noproxy '' http://127.0.0.1:${server.port}/`;
    const running = confined.run(`touch ready; until [ -e go ]; do sleep 0.01; done; ${fetchIt}; echo over`, {
      onConnect: async () => true,
    });
    await until(
      () => Bun.file(project.path("ready")).size === 0 && processesWith("until [ -e go ]").length > 0,
    );
    const { hostPid } = confined.sandbox;
    if (hostPid === null) throw new Error("there is no such process");
    process.kill(hostPid, "SIGKILL");
    await until(() => confined.sandbox.hostPid === null);
    await project.write("go", "");
    const { output } = await running;
    expect(output).not.toContain("reached");
    expect(output).toEndWith("over\n");
    expect((await confined.run(fetchIt, { onConnect: async () => true })).output).toBe("reached");
    expect(confined.sandbox.status).toEqual({ type: "on" });
  });

  test("gone for good: the next command is refused, and the state is told", async () => {
    await using project = await makeProject();
    const PATH = pathWithout(project, "bwrap");
    copyFileSync(Bun.which("bwrap") ?? "", `${PATH}/bwrap`);
    await using confined = sandboxOf(project, { env: { ...project.env, PATH } });
    expect(await confined.sandbox.probe()).toEqual({ type: "on" });
    unlinkSync(`${PATH}/bwrap`);
    expect(confined.run("echo ran > ran")).rejects.toThrow("bubblewrap");
    await until(() => confined.statuses.length > 0);
    expect(confined.statuses).toMatchObject([{ type: "off" }]);
    expect(await Bun.file(project.path("ran")).exists()).toBe(false);
  });
});
