/** What a module loads, seen in a process of its own. */
import { join } from "node:path";

/** The files of a package that are loaded once the module `file` of the sources is. */
export function loadedPackages(file: string, name: string): string[] {
  const program = `
    await import(${JSON.stringify(join(import.meta.dir, "../..", file))});
    const loaded = [...Object.keys(require.cache), ...(globalThis.Loader?.registry?.keys() ?? [])];
    if (loaded.length === 0) throw new Error("nothing can be said about what is loaded");
    process.stdout.write(JSON.stringify(loaded.filter((path) => path.includes(${JSON.stringify(name)}))));
  `;
  const { stdout, stderr, success } = Bun.spawnSync([process.execPath, "-e", program]);
  if (!success) throw new Error(stderr.toString());
  const files: unknown = JSON.parse(stdout.toString());
  return Array.isArray(files) ? files.map(String) : [];
}
