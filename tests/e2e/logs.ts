/** The sessions of a project's user, as files. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { idOfFile } from "../../src/sessions/file-name.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import type { TestProject } from "../support/project.ts";

export type SavedSession = { readonly id: string; readonly file: string };

/** All of them, the oldest first. */
export async function sessionsOf({ env }: TestProject): Promise<SavedSession[]> {
  const { sessions } = dataPaths(env);
  const names = (await readdir(sessions)).toSorted();
  return names.flatMap((name) => {
    const id = idOfFile(name);
    return id === null ? [] : [{ id, file: join(sessions, name) }];
  });
}

/** The only one. Throws where there are others, or none. */
export async function onlySession(project: TestProject): Promise<SavedSession> {
  const [only, ...others] = await sessionsOf(project);
  if (only === undefined || others.length > 0) throw new Error(`${others.length + 1} sessions, not one`);
  return only;
}
