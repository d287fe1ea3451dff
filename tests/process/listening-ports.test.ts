/** Which ports of this machine programs wait at. */
import { describe, expect, test } from "bun:test";
import { listensHere, portsOfCommands } from "../../src/process/listening-ports.ts";
import { createJobs } from "../../src/process/jobs.ts";
import { until } from "../support/processes.ts";
import { makeProject } from "../support/project.ts";
import { freePort } from "../support/ports.ts";

describe.skipIf(process.platform !== "linux")("a port", () => {
  test.each(["127.0.0.1", "::1", "0.0.0.0", "::"])(
    "at which a program waits at %s is one",
    async (hostname) => {
      const server = Bun.serve({ port: 0, hostname, fetch: () => new Response() });
      const port = server.port ?? 0;
      expect(listensHere(port)).toBe(true);
      await server.stop(true);
      expect(listensHere(port)).toBe(false);
    },
  );

  test("of a job is told from those of others, as soon as it waits there", async () => {
    await using project = await makeProject();
    using other = Bun.serve({ port: 0, fetch: () => new Response() });
    const jobs = createJobs({ onEnd() {} });
    const port = freePort();
    expect(portsOfCommands()).not.toContain(port);
    const script = `Bun.serve({ port: ${port}, fetch: () => new Response() })`;
    jobs.start({ command: `exec '${process.execPath}' -e '${script}'`, cwd: project.folder });
    await until(() => listensHere(port));
    expect(portsOfCommands()).toContain(port);
    expect(portsOfCommands()).not.toContain(other.port ?? 0);
    jobs.killAll();
  });
});
