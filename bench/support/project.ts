/** The folder in which everything is measured: small, and with what rein reads at its start. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeProject, type TestProject } from "../../tests/support/project.ts";

/**
 * Bun keeps what it has compiled of a program, so that only the very first start has to compile it. Measured is what
 * comes after: all samples of a run share what is kept.
 */
const kept = mkdtempSync(join(tmpdir(), "rein-bench-"));
process.on("exit", () => rmSync(kept, { recursive: true, force: true }));

/** The project with a home of its own. Use it with `await using`, which removes it. `cold`: with nothing compiled yet. */
export async function makeBenchProject({ cold = false } = {}): Promise<TestProject> {
  const project = await makeProject({
    "README.md": "# shop\n\nA small shop.\n",
    "package.json": `${JSON.stringify({ name: "shop", scripts: { start: "node src/main.js" } }, null, 2)}\n`,
    "AGENTS.md": "Run the tests before you say that something works.\n",
    "src/main.js": 'import { price } from "./price.js";\n\nconsole.log(price(3));\n',
    "src/price.js": "export const price = (count) => count * 4;\n",
    ".git/HEAD": "ref: refs/heads/main\n",
  });
  if (cold) return project;
  // As after a first start, which is another measure's: greeted, and the folder trusted.
  const data = join(project.env["XDG_DATA_HOME"] ?? "", "rein");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const folders = { [project.folder]: { at: new Date().toISOString(), files: {} } };
  writeFileSync(join(data, "trust.json"), JSON.stringify({ folders }), { mode: 0o600 });
  await Bun.write(join(project.home, ".config/rein/state.json"), '{"welcomeShown":true}');
  return { ...project, env: { ...project.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: kept } };
}
