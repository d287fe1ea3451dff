/** What a command of the model's gets of the user's surroundings, through the real program. */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { makeRepository, touch } from "../permissions/git-traps.ts";
import { makeProject } from "../support/project.ts";
import { makeCalls } from "./make-calls.ts";

describe("a command of the model's", () => {
  test("that only looks has git start no hook, and one that was allowed has it start them", async () => {
    await using project = await makeProject();
    const repository = makeRepository(project.folder, project.env);
    await project.write(
      ".husky/post-index-change",
      `#!/bin/sh\necho ran >> '${join(project.home, "trace")}'\n`,
    );
    await chmod(project.path(".husky/post-index-change"), 0o755);
    repository.git("config", "core.hooksPath", ".husky");
    touch(repository);
    const looking = await makeCalls(project, [["bash", { command: "git status --short" }]], { args: [] });
    expect(looking.told[0]).toContain("?? .husky/");
    expect(await Bun.file(join(project.home, "trace")).exists()).toBe(false);
    const args = ["--allow", "bash(git add:*)", "--sandbox", "none"];
    await makeCalls(project, [["bash", { command: "git add a.txt b.txt" }]], { args });
    expect(await Bun.file(join(project.home, "trace")).text()).toContain("ran");
  });

  test("gets the variables that the user's settings name, and no other of theirs", async () => {
    await using project = await makeProject();
    const settings = { passEnvironment: ["ACME_URL", "OPENAI_API_KEY"] };
    await Bun.write(join(project.home, ".config/rein/settings.json"), JSON.stringify(settings));
    await project.write(".rein/settings.json", JSON.stringify({ passEnvironment: ["ACME_ID"] }));
    const env = {
      ACME_URL: "https://acme.example",
      ACME_ID: "canary",
      OTHER: "canary",
      OPENAI_API_KEY: "canary",
    };
    const args = ["--allow", "bash(env)", "--sandbox", "none"];
    const { told } = await makeCalls(project, [["bash", { command: "env" }]], { args, env });
    expect(told[0]).toContain("ACME_URL=https://acme.example");
    expect(told[0]).not.toContain("canary");
  });
});
