/**
 * P12: "Sandbox state is shown truthfully and never silently lost."
 *
 * Each thing that it takes is taken away in `process/sandbox/lost.test.ts`, and what follows for questions, modes and runs
 * without a screen is held in `e2e/sandbox.test.ts`. Here are the status line and a sandbox that is lost in the middle.
 */
import { copyFileSync, existsSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "bun:test";
import { resultsIn } from "../e2e/requests.ts";
import { answered, asked, begin, exists, send } from "../e2e/start.ts";
import { call, text } from "../support/model-server.ts";
import { processesWith, until } from "../support/processes.ts";
import { makeProject } from "../support/project.ts";
import { fakePrograms, hasSandbox, pathWithout } from "../support/sandbox.ts";

/** As a user has it who says nothing about it. */
const asIs = { REIN_SANDBOX: "" };
const on = /⇧⇥ ·.* sandbox on\b/;
const none = /⇧⇥ ·.* no sandbox\b/;

/** A PATH with all that is on the real one, and with a bubblewrap in `folder` that can be taken away. */
function pathWithOwn(folder: string): string {
  for (const place of (process.env["PATH"] ?? "").split(delimiter).filter((one) => existsSync(one)))
    for (const name of readdirSync(place))
      if (name !== "bwrap" && !existsSync(join(folder, name)))
        symlinkSync(join(place, name), join(folder, name));
  copyFileSync(Bun.which("bwrap") ?? "", join(folder, "bwrap"));
  return folder;
}

describe("P12: whether there is a sandbox is said as it is", () => {
  const lying = '#!/bin/bash\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n';
  const refusing = "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n";

  test.skipIf(!hasSandbox).each([
    ["bubblewrap is missing", (project) => pathWithout(project, "bwrap")],
    ["socat is missing", (project) => pathWithout(project, "socat")],
    ["bubblewrap may not work", (project) => fakePrograms(project, { bwrap: refusing })],
    ["bubblewrap only says that it works", (project) => fakePrograms(project, { bwrap: lying })],
  ] satisfies [string, (project: Awaited<ReturnType<typeof makeProject>>) => string][])(
    "when %s, the status line says that there is none",
    async (_, path) => {
      await using tools = await makeProject();
      await using story = await begin([], { env: { ...asIs, PATH: path(tools) }, cols: 110 });
      await story.terminal.waitFor(none);
      expect(story.terminal.raw()).not.toContain("sandbox on");
    },
  );

  test.skipIf(!hasSandbox)(
    "when it is lost in the middle, an allowed command does not run without it, and the status line says so",
    async () => {
      await using tools = await makeProject();
      const runs = (name: string, id: string) =>
        call("bash", { command: `bash -c 'echo x > ${name}'` }, { id });
      await using story = await begin(
        [
          [runs("one", "call_1")],
          [text("first done")],
          [runs("two", "call_2")],
          [text("second done")],
          [runs("three", "call_3")],
          [text("third done")],
        ],
        { env: { ...asIs, PATH: pathWithOwn(tools.home) }, cols: 110 },
      );
      const { terminal, project, server } = story;
      await terminal.waitFor(on);
      await send(terminal, "one");
      await asked(terminal, "sandbox on");
      terminal.press("1");
      await answered(terminal, "first done");
      expect(await project.read("one")).toBe("x\n");

      await send(terminal, "two");
      await asked(terminal, "sandbox on");
      rmSync(join(tools.home, "bwrap"));
      terminal.press("1");
      await answered(terminal, "second done");
      expect(resultsIn(await server.nextRequest(3))["call_2"]).toMatch(/sandbox/);
      expect(await exists(project, "two")).toBeFalse();
      await terminal.waitFor(none);

      await send(terminal, "three");
      await asked(terminal, "no sandbox");
      expect(await exists(project, "three")).toBeFalse();
    },
  );

  test.skipIf(!hasSandbox)(
    "when the process that holds it is killed, the next command has a new one",
    async () => {
      const runs = (id: string) => call("bash", { command: "bash -c 'echo x > a; echo y > ../out'" }, { id });
      await using story = await begin([[runs("call_1")], [text("first done")]], { env: asIs, cols: 110 });
      const { terminal, project, server } = story;
      await terminal.waitFor(on);
      const own = project.env["TMPDIR"] ?? "";
      const holders = () => processesWith("srt-host.ts").filter((pid) => environmentOf(pid).includes(own));
      expect(holders()).toHaveLength(1);
      for (const pid of holders()) process.kill(pid, "SIGKILL");
      await until(() => holders().length === 0);
      await send(terminal, "go");
      await asked(terminal, "sandbox on");
      terminal.press("1");
      await asked(terminal, "wants more than the sandbox lets it do");
      terminal.press("3");
      await terminal.waitFor("enter sends it");
      terminal.press("enter");
      await answered(terminal, "first done");
      expect(resultsIn(await server.nextRequest(1))["call_1"]).toContain("Read-only file system");
      expect(readdirSync(project.path(".."))).not.toContain("out");
      expect(await project.read("a")).toBe("x\n");
    },
  );
});

function environmentOf(pid: number): string {
  return Bun.spawnSync(["cat", `/proc/${pid}/environ`]).stdout.toString();
}
