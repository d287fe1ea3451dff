/** Contents that a repository keeps, read from git's own objects. Nothing in the repository is written. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment } from "./child-environment.ts";

export type WantedObject = { readonly path: string; readonly object: string; readonly size: number };

export type GitObjects = {
  /**
   * Whether git answers here at all: not where it is not installed, and not in a repository of somebody else's or one that
   * is broken. Never rejects.
   */
  answers(): Promise<boolean>;
  /**
   * The contents of files by their paths, for those of `wanted` that are to be had and that git gives back as they were
   * written: without filters and changed encodings. `path` is relative to the top of the working folder, `size` what the
   * file had, bytes. Never rejects.
   */
  contents(wanted: readonly WantedObject[]): Promise<ReadonlyMap<string, Uint8Array>>;
};

/** Where a repository is: absolute and real. `objects` is the folder of its objects. */
export type Repository = { readonly top: string; readonly objects: string };

/** Git that has not answered by then is not waited for, ms. */
const longestAnswer = 10_000;

/** What git makes of a file on its way into an object, beside the line ends, which change its size. */
const conversions = ["filter", "ident", "working-tree-encoding"];

/** Starts nothing until it is asked. */
export function openGitObjects(
  { top, objects: folder }: Repository,
  environment: Readonly<Record<string, string | undefined>>,
): GitObjects {
  const env = {
    ...childEnvironment(environment, { class: "read_only", root: top }),
    // What another object stands in for is what git shows, not what the file held.
    GIT_NO_REPLACE_OBJECTS: "1",
  };
  return {
    answers: async () => (await ask(["cat-file", "--batch-check"], "", top, env)) !== null,
    async contents(wanted) {
      if (wanted.length === 0) return new Map();
      const paths = wanted.map(({ path }) => `${path}\0`).join("");
      const attributes = await withoutWriting(folder, env, (safe) =>
        ask(["check-attr", "--stdin", "-z", ...conversions], paths, top, safe),
      );
      if (attributes === null) return new Map();
      // A name may begin with what looks like the mark of an encoding.
      const converted = convertedPaths(new TextDecoder("utf-8", { ignoreBOM: true }).decode(attributes));
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
          return withCarriage?.length === size ? [[path, withCarriage] as const] : [];
        }),
      );
    },
  };
}

/**
 * Every line end gets a carriage return: as git writes files with `eol=crlf`. Null where there are some already: then
 * several files of one size are the same object, as git takes away one of two before a line end.
 */
function withCarriageReturns(bytes: Uint8Array): Uint8Array | null {
  if (bytes.includes(13)) return null;
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

/**
 * Git that reads a sparse index makes objects of folders that have none yet. With this environment they come into a
 * folder that goes again, and those of the repository are there to be read. Null where no such folder can be made.
 */
async function withoutWriting<T>(
  objects: string,
  env: Readonly<Record<string, string>>,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T | null> {
  let folder: string;
  try {
    folder = await mkdtemp(join(tmpdir(), "rein-git-"));
  } catch {
    // The disk is full or nothing may be written: then git is not asked, and its contents count as not to be had.
    return null;
  }
  try {
    const quoted = `"${objects.replaceAll(/["\\]/g, "\\$&")}"`;
    return await work({ ...env, GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
