/** Folders that a search leaves out even where no ignore file names them. */

/** What version control keeps for itself. Never part of a search, hidden files or not. */
const versionControl = new Set([".git", ".hg", ".svn", ".jj", ".bzr", "CVS"]);

/**
 * Folders that tools fill: dependencies, builds, caches. The list follows what the tools themselves call them by
 * default. A project may have sources under such a name; hence whoever searches is told of each that was left out.
 */
const filledByTools = new Set([
  // JavaScript
  "node_modules",
  "bower_components",
  ".next",
  ".nuxt",
  ".output",
  ".svelte-kit",
  ".turbo",
  ".parcel-cache",
  ".angular",
  ".pnpm-store",
  // Python
  "__pycache__",
  ".venv",
  "venv",
  ".tox",
  ".nox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  // Rust, JVM, Swift, Dart, Elixir, Zig, Terraform
  "target",
  ".gradle",
  ".build",
  "DerivedData",
  "Pods",
  ".dart_tool",
  "_build",
  ".zig-cache",
  "zig-out",
  ".terraform",
  // Everybody
  "build",
  "dist",
  "out",
  ".cache",
  "coverage",
]);

/** True for a folder's name that belongs to version control. */
export function isVersionControl(name: string): boolean {
  return versionControl.has(name);
}

/** True for a folder's name that tools fill, such as `node_modules` or `dist`. */
export function isFilledByTools(name: string): boolean {
  return filledByTools.has(name);
}
