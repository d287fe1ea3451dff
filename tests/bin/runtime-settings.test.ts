/** What Bun is told of packages when it runs rein. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const bin = join(import.meta.dir, "../../bin");
const ink = dirname(Bun.resolveSync("ink", bin));

const settings = z
  .object({ compilerOptions: z.object({ paths: z.record(z.string(), z.array(z.string())) }) })
  .parse(Bun.JSONC.parse(readFileSync(join(bin, "runtime.tsconfig.json"), "utf8")));

/** What Ink takes from a package. */
function takenFrom(name: string): string[] {
  const from = new RegExp(`import \\{([^}]*)\\} from '${name}'`, "g");
  return readdirSync(ink, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => Array.from(readFileSync(join(ink, file), "utf8").matchAll(from)))
    .flatMap(([, names = ""]) => names.split(",").map((each) => each.trim().replace(/ as .*/, "")));
}

test.each(Object.entries(settings.compilerOptions.paths))(
  "the small part of %s that rein starts with has all that Ink takes from it",
  async (name, [first = ""]) => {
    const part: unknown = await import(join(bin, first));
    const taken = takenFrom(name);
    expect(taken).not.toEqual([]);
    expect(part).toContainKeys(taken);
  },
);
