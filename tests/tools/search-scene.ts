/** Projects to be searched. */
import { utimes } from "node:fs/promises";
import { makeProject, type TestProject } from "../support/project.ts";

export type Files = Record<string, string | Uint8Array>;

/** A project whose files were all changed at one time, so that they come by path; `newest` was changed after. */
export async function quietProject(files: Files, newest?: string): Promise<TestProject> {
  const project = await makeProject(files);
  for (const name of Object.keys(files))
    await utimes(project.path(name), 1_000, name === newest ? 2_000 : 1_000);
  return project;
}

export const tree: Files = {
  ".gitignore": "node_modules/\n*.log\n",
  ".github/ci.yml": "needle: 1\n",
  "a.ts": "const needle = 1;\nconst other = 2;\r\nNEEDLE again\n",
  "src/b.ts": "import './needle';\n",
  "src/c.md": "a needle in a haystack\n",
  "debug.log": "needle\n",
  "node_modules/x/index.js": "needle\n",
  "image.png": Uint8Array.of(0x89, 0x50, 0, 0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65),
};
