/** What the script around a confined command tells of what the command left running, in a place with few processes. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import { innerScript, innerVariables } from "../../../src/process/sandbox/inner-script.ts";
import { makeProject } from "../../support/project.ts";
import { hasSandbox } from "../../support/sandbox.ts";

const BWRAP = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent", "--proc", "/proc"];

/** Has a relay set up, and goes on when its program runs, of which nobody could say that it is socat. */
const WITH_RELAY = "echo 9 > more-ports; until [ -e relaying ]; do :; done";

/** Whether a command is told to have left something running. */
async function leaves(command: string): Promise<boolean> {
  await using project = await makeProject({ relay: "#!/bin/sh\n: > relaying; exec sleep 300\n" });
  chmodSync(project.path("relay"), 0o755);
  const env = {
    ...project.env,
    [innerVariables.command]: command,
    [innerVariables.mark]: "mark",
    [innerVariables.temporary]: project.path("."),
    [innerVariables.leftFile]: project.path("left"),
    [innerVariables.morePorts]: project.path("more-ports"),
    [innerVariables.socat]: project.path("relay"),
  };
  const child = Bun.spawn([...BWRAP, "bash", "--noprofile", "--norc", "-c", innerScript("REIN_TEST")], {
    cwd: project.folder,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  expect(await child.exited).toBe(0);
  return existsSync(project.path("left"));
}

describe.skipIf(!hasSandbox)("left running by a confined command", () => {
  test.each([
    ["nothing", "a relay that is being set up when it ends", WITH_RELAY],
    ["something", "a program", "sleep 300 &"],
    ["something", "a program beside a relay", `${WITH_RELAY}; sleep 300 &`],
  ])("is %s: %s", async (what, _, command) => {
    expect(await leaves(command)).toBe(what === "something");
  });
});
