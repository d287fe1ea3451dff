/** The project's `.env` files: where its secrets are written down. They are read as texts; nothing of them is ever run. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

export type EnvValue = {
  readonly name: string;
  readonly value: string;
  /** The file's name. */
  readonly file: string;
};

const envFile = /^\.env(?:rc|[._-].+)?$/;
/** Made to be shared: there are no secrets in them. */
const shared = /(?:example|sample|template|dist|defaults?|schema|md)$/i;

/** A file in a stranger's folder may be huge. Bytes. */
const largestFile = 256 * 1024;
const mostFiles = 20;

export interface EnvFiles {
  /** The values of files that are new or have changed since the last time. */
  changed(): readonly EnvValue[];
}

/** The `.env` files of a folder (absolute). What cannot be read is left out: a command cannot print it either. */
export function createEnvFiles(folder: string): EnvFiles {
  const seen = new Map<string, string>();
  let folderState = "";
  let names: readonly string[] = [];
  return {
    changed() {
      const state = stateOf(folder);
      if (state !== folderState) names = envFilesIn(folder);
      folderState = state;
      return names.flatMap((file) => {
        const path = join(folder, file);
        const now = stateOf(path);
        if (now === "" || seen.get(file) === now) return [];
        seen.set(file, now);
        return valuesOf(path).map(([name, value]) => ({ name, value, file }));
      });
    },
  };
}

/** When it was changed, and what it is; empty for what is not there. */
function stateOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "" : `${stats.ino}:${stats.mtimeNs}:${stats.size}`;
}

function envFilesIn(folder: string): string[] {
  return orNothing(() => readdirSync(folder))
    .filter((name) => envFile.test(name) && !shared.test(name))
    .slice(0, mostFiles);
}

function valuesOf(path: string): [name: string, value: string][] {
  return orNothing(() => {
    // A pipe would never end.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile() || stats.size > largestFile) return [];
      return Object.entries(parseEnv(readFileSync(fd, "utf8"))).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] satisfies [string, string]],
      );
    } finally {
      closeSync(fd);
    }
  });
}

/** An empty list where the file system says no. */
function orNothing<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown) return [];
    throw thrown;
  }
}
