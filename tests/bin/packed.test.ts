/** The package as npm hands it out: packed, installed into an empty folder without install scripts, and used from there. */
import { afterAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const root = join(import.meta.dir, "../..");
const scratch = await realpath(await mkdtemp(join(tmpdir(), "rein-test-")));
afterAll(() => rm(scratch, { recursive: true, force: true }));

const manifest = z.object({ version: z.string() });

/** Nothing of the repository gets through but what is installed. */
const env = { PATH: process.env["PATH"] ?? "", HOME: join(scratch, "home"), LANG: "C.UTF-8" };

async function run(command: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  const child = Bun.spawn([...command], {
    cwd: scratch,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...options,
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** What npm says when it would have to fetch something and cannot. */
const noNetwork = /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network/;

/** Why nothing could be installed here; null when it was. Anything but a missing network fails. */
async function install(): Promise<string | null> {
  if (Bun.which("npm") === null) return "there is no npm";
  await Promise.all(["packed", "prefix", "home", "project"].map((name) => mkdir(join(scratch, name))));
  // npm with the user's own settings: its cache and its registry are theirs.
  const own = { ...process.env, npm_config_update_notifier: "false" } as Record<string, string>;
  const destination = join(scratch, "packed");
  const packed = await run(
    ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", destination],
    {
      cwd: root,
      env: own,
    },
  );
  const tarball = join(destination, packed.out.trim().split("\n").at(-1) ?? "");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", join(scratch, "prefix")];
  const npmInstall = (from: string) => run(["npm", "install", from, ...options, tarball], { env: own });
  // With what is in the cache already it is a matter of seconds.
  if ((await npmInstall("--offline")).code === 0) return null;
  const { err, code } = await npmInstall("--prefer-offline");
  if (code === 0) return null;
  if (noNetwork.test(err)) return "npm has no network, and not everything in its cache";
  throw new Error(`npm could not install ${tarball}:\n${packed.err}\n${err}`);
}

const missing = await install();
const why = missing === null ? "" : ` (skipped: ${missing})`;
const rein = (args: readonly string[], language: Record<string, string> = {}) =>
  run([join(scratch, "prefix/node_modules/.bin/rein"), ...args], {
    cwd: join(scratch, "project"),
    env: { ...env, ...language },
  });

test.skipIf(missing !== null)(
  `the installed command tells its version, and needs no install script${why}`,
  async () => {
    const { version } = manifest.parse(await Bun.file(join(root, "package.json")).json());
    expect(await rein(["--version"])).toMatchObject({
      out: expect.stringContaining(version),
      err: "",
      code: 0,
    });
  },
);

test.skipIf(missing !== null)(
  `the installed command answers, in every language that it has${why}`,
  async () => {
    const demo = ["-p", "How is the demo project started?"];
    expect(await rein(demo)).toMatchObject({ out: expect.stringContaining("pnpm dev"), code: 0 });
    const [english, chinese] = [await rein(["--help"]), await rein(["--help"], { LANG: "zh_CN.UTF-8" })];
    expect(english).toMatchObject({ out: expect.stringContaining("rein"), err: "", code: 0 });
    expect(chinese).toMatchObject({ out: expect.stringMatching(/\p{Script=Han}/u), err: "", code: 0 });
  },
);

test.skipIf(missing !== null)(
  `the docs that the README leads to are installed beside it, and no test is${why}`,
  async () => {
    const folder = join(scratch, "prefix/node_modules/rein");
    const readme = await Bun.file(join(folder, "README.md")).text();
    const links = Array.from(readme.matchAll(/\]\((docs\/[^)#\s]+)/g), ([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(0);
    for (const path of links)
      expect([path, await Bun.file(join(folder, path)).exists()]).toEqual([path, true]);
    expect(await Bun.file(join(folder, "LICENSE")).exists()).toBeTrue();
    expect(await Bun.file(join(folder, "tests/architecture.test.ts")).exists()).toBeFalse();
  },
);
