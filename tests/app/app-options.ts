/** What the app is started with in tests that have no host. */
import type { AppOptions } from "../../src/app/options.ts";
import type { TestProject } from "../support/project.ts";

/** A start in this project, with nobody there to answer. */
export const optionsFor = (
  { folder, env }: Pick<TestProject, "folder" | "env">,
  more: Partial<AppOptions> = {},
): AppOptions => ({
  cwd: folder,
  env,
  version: "0.0.0",
  canAsk: false,
  defaultMaxTurns: 5,
  allow: [],
  deny: [],
  ...more,
});
