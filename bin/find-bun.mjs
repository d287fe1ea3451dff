// Finds the Bun that runs rein. Plain Node (>= 20), nothing heavy: this is on the way of every start.

import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** With blocked install scripts, the package `bun` holds a text of 450 bytes in place of its 90 MB binary. */
const SMALLEST_BINARY = 1_000_000;

/**
 * Returns the absolute path of a Bun binary. First choice is the one that npm installed next to this package,
 * in the version that rein was tested with; the last is `bun` on PATH.
 *
 * @throws {Error} whose message tells the user what is missing and what to do.
 */
export function findBun() {
  const own = createRequire(import.meta.url);
  const bunPackage = resolve(own, "bun/package.json");
  if (bunPackage !== undefined) {
    const installed = join(dirname(bunPackage), "bin", "bun.exe"); // this name on every platform
    if (isBinary(installed)) return installed;
  }
  // The platform package is a dependency of `bun`, so strict package managers show it to `bun` only.
  const searchers = bunPackage === undefined ? [own] : [createRequire(bunPackage), own];
  const candidates = platformBinaries(process.platform, process.arch)
    .map((file) => searchers.map((searcher) => resolve(searcher, file)).find((path) => path !== undefined))
    .filter((path) => path !== undefined && isBinary(path));
  if (candidates.length > 1 && !usesGlibc()) return candidates[1];
  if (candidates[0] !== undefined) return candidates[0];

  const wanted = JSON.parse(readFileSync(own.resolve("../package.json"), "utf8")).dependencies.bun;
  const onPath = bunOnPath(process.env["PATH"] ?? "");
  if (onPath === undefined)
    throw new Error(`${missing(wanted)} and there is no bun on your PATH.\n${remedy(wanted)}`);
  const { execFileSync } = own("node:child_process");
  const found = execFileSync(onPath, ["--version"], { encoding: "utf8" }).trim();
  if (found.localeCompare(wanted, "en", { numeric: true }) >= 0) return onPath;
  throw new Error(`${missing(wanted)} and ${onPath} is version ${found}.\n${remedy(wanted)}`);
}

const missing = (wanted) =>
  `rein runs on Bun ${wanted}. This installation came without it (${process.platform} ${process.arch}),`;
const remedy = (wanted) =>
  `Install rein again without --omit=optional, or Bun ${wanted} or newer: https://bun.com/docs/installation`;

/**
 * The binaries that fit a platform, as paths inside npm packages, best first. The `-baseline` packages of older
 * Buns are not among them: since 1.4 they are only other names for the plain ones.
 */
function platformBinaries(platform, arch) {
  const cpu = { arm64: "aarch64", x64: "x64" }[arch];
  const name = { darwin: "darwin", linux: "linux", android: "linux", freebsd: "freebsd", win32: "windows" }[
    platform
  ];
  if (cpu === undefined || name === undefined) return [];
  const base = `@oven/bun-${name}-${cpu}`;
  if (platform === "win32") return [`${base}/bin/bun.exe`];
  if (platform === "android") return [`${base}-android/bin/bun`];
  return platform === "linux" ? [`${base}/bin/bun`, `${base}-musl/bin/bun`] : [`${base}/bin/bun`];
}

/** `bun` from the PATH; only from absolute folders, because any other would be a file of the working folder. */
function bunOnPath(path) {
  const file = process.platform === "win32" ? "bun.exe" : "bun";
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .map((folder) => join(folder, file))
    .find((candidate) => isExecutable(candidate));
}

function resolve(searcher, request) {
  try {
    return searcher.resolve(request);
  } catch {
    return undefined; // not installed
  }
}

function isBinary(path) {
  return isExecutable(path) && statSync(path).size > SMALLEST_BINARY;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Asked only where npm has installed both Linux builds; takes some 10 ms. */
function usesGlibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}
