/** File name patterns. */

/**
 * A test for paths relative to some folder from a glob: `*`, `**`, `?`, `[…]`, `{a,b}`. A pattern without a slash
 * matches names at any depth, one with a slash the whole path; one that ends in a slash what lies in that folder.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const wanted = pattern.replace(/^(\.\/)+/, "").replace(/\/$/, "/**");
  const glob = new Bun.Glob(wanted.includes("/") ? wanted : `**/${wanted}`);
  return (path) => glob.match(path);
}

/** True when a glob or path asks for hidden files: one of its parts begins with a dot (and is not `.` or `..`). */
export function namesHidden(pattern: string): boolean {
  return pattern.split("/").some((part) => /^\{?\.[^./]/.test(part) || /^\.\.[^/]/.test(part));
}

/** The folders that a pattern begins with: `src/app` for `src/app/*.ts`, "" for `*.ts`. */
export function folderOfGlob(pattern: string): string {
  const parts = pattern
    .replace(/^(\.\/)+/, "")
    .split("/")
    .slice(0, -1);
  const end = parts.findIndex((part) => part === "" || /[*?[\]{}!\\]/.test(part));
  return (end === -1 ? parts : parts.slice(0, end)).join("/");
}
