/** What stands at a path, and what a log says of that: a file, a symbolic link, or nothing. Pure. */
import type { EntryOf } from "../protocol/entry.ts";
import { say } from "../words/say.ts";

export type FileHeld =
  | { readonly type: "absent" }
  /** `hash`: SHA-256 of its bytes, hexadecimal. */
  | { readonly type: "file"; readonly hash: string }
  /** `target`: where it leads, as it says itself. */
  | { readonly type: "link"; readonly target: string };

type Before = Pick<EntryOf<"restore">["files"][number], "before" | "notKept" | "link">;
type After = {
  readonly after?: string | null | undefined;
  readonly linkAfter?: string | undefined;
};

/** What stood there before, as a checkpoint or a restore says; undefined where that was not kept. */
export function heldBefore({ before, notKept, link }: Before): FileHeld | undefined {
  if (link !== undefined) return { type: "link", target: link };
  if (notKept !== undefined) return undefined;
  return before === null ? { type: "absent" } : { type: "file", hash: before };
}

/** What stands there since; undefined where the log does not say. */
export function heldAfter({ after, linkAfter }: After): FileHeld | undefined {
  if (linkAfter !== undefined) return { type: "link", target: linkAfter };
  if (after === undefined) return undefined;
  return after === null ? { type: "absent" } : { type: "file", hash: after };
}

/** How a log says of a link that it stood there before. */
export function linkBefore(target: string): Pick<Before, "before" | "notKept" | "link"> & { before: null } {
  return { before: null, notKept: say`it was a link`, link: target };
}

/** How a log says what stands there since. */
export function saidAfter(held: FileHeld): { after: string | null; linkAfter?: string } {
  if (held.type === "link") return { after: null, linkAfter: held.target };
  return { after: held.type === "file" ? held.hash : null };
}

export function isSameHeld(one: FileHeld, other: FileHeld): boolean {
  if (one.type === "file") return other.type === "file" && one.hash === other.hash;
  if (one.type === "link") return other.type === "link" && one.target === other.target;
  return other.type === "absent";
}
