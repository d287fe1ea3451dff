/** The files of a project as the tests of their list ask for them. */
import { relative } from "node:path";
import { filesOf, listFiles } from "../../src/workspace/file-list.ts";
import { type TestProject } from "../support/project.ts";

export type Options = { readonly hidden?: boolean; readonly project?: string };

export async function list(root: string, { hidden = false, project = root }: Options = {}) {
  const found = await listFiles(root, project, { hidden });
  return { ...found, files: [...filesOf(found)].map((path) => relative(root, path)) };
}

export async function files(root: string, options?: Options): Promise<string[]> {
  return (await list(root, options)).files;
}

/** With this home instead of the real one, so that nobody's own excludes matter. */
export async function atHome<T>(project: TestProject, work: () => Promise<T>): Promise<T> {
  const names = ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) delete process.env[name];
  process.env["HOME"] = project.home;
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
