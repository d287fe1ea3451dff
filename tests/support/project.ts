/** A folder to work in and a home of its own, so that no test touches a real one. */

import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TestProject extends AsyncDisposable {
  /** The working folder; no symbolic links in its path. */
  readonly folder: string;
  readonly home: string;
  /**
   * HOME and the XDG folders below it, a PATH, and nothing else but that commands of models are not confined: what they
   * do must not depend on whether this machine has what a sandbox takes. Tests of the sandbox say so themselves.
   */
  readonly env: Readonly<Record<string, string>>;
  /** The absolute path of a file of the project. */
  path(name: string): string;
  /** Writes a file of the project, with the folders on its way. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** The text of a file of the project. */
  read(name: string): Promise<string>;
}

/**
 * Makes the project with these files. Use it with `await using`, which removes it.
 *
 *     await using project = await makeProject({ "src/a.ts": "export {};\n" });
 */
export async function makeProject(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TestProject> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "rein-test-")));
  const folder = join(root, "project");
  const home = join(root, "home");
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_RUNTIME_DIR: join(home, ".run"),
    TMPDIR: join(root, "tmp"),
    REIN_SANDBOX: "none",
    PATH: process.env["PATH"] ?? "",
  };
  const path = (name: string): string => join(folder, name);
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(path(name)), { recursive: true });
    await writeFile(path(name), content);
  };
  for (const made of [folder, home, env.XDG_RUNTIME_DIR, env.TMPDIR]) {
    await mkdir(made, { recursive: true, mode: 0o700 });
  }
  for (const [name, content] of Object.entries(files)) await write(name, content);
  return {
    folder,
    home,
    env,
    path,
    write,
    read: (name) => Bun.file(path(name)).text(),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
