/** Whole outputs of commands are kept for a week. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Since anything was last written for the session, ms. */
const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** Removes the sessions' folders of outputs that nothing was written to for a week. `now` is ms since 1970. Throws what `fs` throws. */
export async function removeOldOutputs(outputs: string, now: number): Promise<void> {
  for (const name of await namesIn(outputs)) {
    const folder = join(outputs, name);
    const files = (await namesIn(folder)).map((file) => join(folder, file));
    const times = await Promise.all([folder, ...files].map(lastWritten));
    if (now - Math.max(...times) > keptForMs) await rm(folder, { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessGone(() => readdir(folder))) ?? [];
}

async function lastWritten(path: string): Promise<number> {
  return (await unlessGone(() => stat(path)))?.mtimeMs ?? 0;
}

/** Null for what is not there, or not there any more: another rein may clear up at the same time. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw thrown;
  }
}
