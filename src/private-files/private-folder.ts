/** Folders that only their user can enter, whatever the umask. */
import { chmodSync, type Mode, lstatSync, mkdirSync, statSync } from "node:fs";
import { LinkError } from "./link-error.ts";

const ownersOnly: Mode = 0o700;

export type FolderOptions = {
  /**
   * The folder may be a link to another one. For the two that the user may well keep elsewhere, the configuration and
   * the data folder; what is in them is rein's own.
   * @default false
   */
  readonly mayBeLink?: boolean;
};

/**
 * Makes a folder of mode 0700, with its parents. One that was there is closed to others: an earlier version, or a copy,
 * may have left it open. Throws a `LinkError` for a link, and what `fs` throws.
 */
export function ensurePrivateFolder(folder: string, { mayBeLink = false }: FolderOptions = {}): void {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() === true && !mayBeLink) throw new LinkError(folder);
  // The umask of the caller may take more away than what others have.
  if (mkdirSync(folder, { recursive: true, mode: ownersOnly }) !== undefined) chmodSync(folder, ownersOnly);
  const { mode } = statSync(folder);
  if ((mode & 0o1000) !== 0) throw new Error(`${folder} is shared by all users of this machine`);
  if ((mode & 0o077) !== 0) chmodSync(folder, ownersOnly);
}
