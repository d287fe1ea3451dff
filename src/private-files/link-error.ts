/** The one thing that is wrong with a path and that the system's own words do not make clear. */
import { lstatSync, readlinkSync } from "node:fs";

/** What rein keeps is never written through a link: whoever planted it chose where the bytes would go. */
export class LinkError extends Error {
  readonly code = "ELOOP";

  constructor(path: string) {
    super(
      `${path} is a link${targetOf(path)}, and rein keeps nothing behind links. Nothing was written; remove it`,
    );
    this.name = "LinkError";
  }
}

/** Whether the path itself is a link, wherever it leads. False for what is not there or cannot be looked at. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // Whoever goes on to use it meets the same trouble, and tells it.
    return false;
  }
}

/** Runs `work`; a failure of it that a link at `path` is the reason of becomes a `LinkError`. */
export function clearly<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    // ELOOP says that a link was not followed, EEXIST that something is in the way of a new file.
    if ((code === "ELOOP" || code === "EEXIST") && isLink(path)) throw new LinkError(path);
    throw thrown;
  }
}

function targetOf(path: string): string {
  try {
    return ` to ${readlinkSync(path)}`;
  } catch {
    return "";
  }
}
