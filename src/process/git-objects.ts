/** Contents that a repository keeps, read from git's own objects. Nothing in the repository is written. */
import { childEnvironment } from "./child-environment.ts";

export type WantedObject = { readonly path: string; readonly object: string; readonly size: number };

export type GitObjects = {
  /**
   * The contents of files by their paths, for those of `wanted` that are to be had and that git gives back as they were
   * written: without filters and changed encodings. `path` is relative to the top of the working folder, `size` what the
   * file had, bytes. Never rejects.
   */
  contents(wanted: readonly WantedObject[]): Promise<ReadonlyMap<string, Uint8Array>>;
};

/** Git that has not answered by then is not waited for, ms. */
const longestAnswer = 10_000;

/** What git makes of a file on its way into an object, beside the line ends, which change its size. */
const conversions = ["filter", "ident", "working-tree-encoding"];

/** For the repository at `top` (absolute, real). Starts nothing until it is asked. */
export function openGitObjects(
  top: string,
  environment: Readonly<Record<string, string | undefined>>,
): GitObjects {
  const env = {
    ...childEnvironment(environment, { class: "read_only", root: top }),
    // What another object stands in for is what git shows, not what the file held.
    GIT_NO_REPLACE_OBJECTS: "1",
  };
  return {
    async contents(wanted) {
      if (wanted.length === 0) return new Map();
      const paths = wanted.map(({ path }) => `${path}\0`).join("");
      const attributes = await ask(["check-attr", "--stdin", "-z", ...conversions], paths, top, env);
      if (attributes === null) return new Map();
      const converted = convertedPaths(new TextDecoder().decode(attributes));
      const plain = wanted.filter(({ path }) => !converted.has(path));
      const names = [...new Set(plain.map(({ object }) => `${object}\n`))].join("");
      const batch = await ask(["cat-file", "--batch"], names, top, env);
      const objects = batch === null ? new Map<string, Uint8Array>() : objectsIn(batch);
      return new Map(
        plain.flatMap(({ path, object, size }) => {
          const bytes = objects.get(object);
          if (bytes === undefined) return [];
          if (bytes.length === size) return [[path, bytes] as const];
          // Where the user's git, or the repository, wants other line ends in files than in objects.
          const withCarriage = withCarriageReturns(bytes);
          return withCarriage.length === size ? [[path, withCarriage] as const] : [];
        }),
      );
    },
  };
}

/** Every line end that has none gets a carriage return: as git writes files with `eol=crlf`. */
function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  return Buffer.from(text.replaceAll(/(?<!\r)\n/g, "\r\n"), "latin1");
}

function convertedPaths(listed: string): ReadonlySet<string> {
  const fields = listed.split("\0");
  const found = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", , value = ""] = fields.slice(at, at + 3);
    if (value !== "unspecified" && value !== "unset") found.add(path);
  }
  return found;
}

/** Each object is `<name> <type> <size>`, a line end, its bytes and a line end; one that is missing is one line. */
function objectsIn(batch: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < batch.length;) {
    const end = batch.indexOf(10, at);
    if (end === -1) break;
    const [name = "", type, size] = new TextDecoder().decode(batch.subarray(at, end)).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    const bytes = batch.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (type === "blob") found.set(name, bytes);
  }
  return found;
}

async function ask(
  words: readonly string[],
  input: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Uint8Array | null> {
  try {
    const child = Bun.spawn(["git", ...words], {
      cwd,
      env,
      stdin: new Blob([input]),
      stdout: "pipe",
      stderr: "ignore",
      timeout: longestAnswer,
      killSignal: "SIGKILL",
    });
    const [bytes, code] = await Promise.all([new Response(child.stdout).bytes(), child.exited]);
    return code === 0 ? bytes : null;
  } catch {
    // Git is not installed: then it has no answer, and that is what is told.
    return null;
  }
}
