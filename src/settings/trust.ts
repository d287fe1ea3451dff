/** Which folders the user trusts. Of what configures rein the content is trusted, not the name: a change asks again. */
import { dirname } from "node:path";
import { renameSync } from "node:fs";
import { z } from "zod";
import { isLink } from "../private-files/link-error.ts";
import { oneAtATime } from "../private-files/one-at-a-time.ts";
import { readBelievedFile, replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { type Brought, needsTrust } from "./brought.ts";

const trustedFolderSchema = z.object({
  /** When it was trusted, ISO 8601 in UTC. */
  at: z.string(),
  /** The files whose content was trusted, by their path in the folder: SHA-256, hex. */
  files: z.record(z.string(), z.string()),
});
const fileSchema = z.object({ folders: z.record(z.string(), trustedFolderSchema) });

export type TrustedFolder = z.infer<typeof trustedFolderSchema>;
export type TrustedFolders = Readonly<Record<string, TrustedFolder>>;

export type FileChange = { readonly name: string; readonly how: "added" | "changed" | "removed" };

export type Trust =
  /** There is nothing to trust. */
  | { readonly type: "nothing" }
  | { readonly type: "trusted" }
  | { readonly type: "unknown" }
  /** It was trusted, and what it brings has changed since. */
  | { readonly type: "changed"; readonly changes: readonly FileChange[] };

/** Whether what a folder brings is what the user trusted. Pure. */
export function judgeTrust(brought: Brought, folders: TrustedFolders): Trust {
  if (!needsTrust(brought)) return { type: "nothing" };
  const trusted = Object.hasOwn(folders, brought.folder) ? folders[brought.folder] : undefined;
  if (trusted === undefined) return { type: "unknown" };
  const now = contentsOf(brought);
  const changes = Object.entries(now).flatMap(([name, hash]): FileChange[] => {
    const before = Object.hasOwn(trusted.files, name) ? trusted.files[name] : undefined;
    return before === hash ? [] : [{ name, how: before === undefined ? "added" : "changed" }];
  });
  // What is gone does nothing any more: by itself it is no reason to ask.
  if (changes.length === 0) return { type: "trusted" };
  const removed = Object.keys(trusted.files).filter((name) => !Object.hasOwn(now, name));
  return {
    type: "changed",
    changes: [...changes, ...removed.map((name) => ({ name, how: "removed" as const }))],
  };
}

export type ReadTrust = {
  readonly folders: TrustedFolders;
  /** Why what is remembered cannot be used, for the user; null when nothing is wrong. */
  readonly warning: string | null;
};

/** The folders that are trusted, from the file that remembers them. Never throws: what cannot be believed is no trust. */
export function readTrust(file: string): ReadTrust {
  const none = (why: string) => ({
    folders: {},
    warning: say`The trusted folders in ${file} are not used: ${why}. rein asks again.`,
  });
  try {
    const text = readBelievedFile(file)?.toString() ?? "";
    if (text.trim() === "") return { folders: {}, warning: null };
    return { folders: fileSchema.parse(JSON.parse(text)).folders, warning: null };
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError) return none(say`it is damaged`);
    return none(messageOf(thrown));
  }
}

/**
 * Remembers that the user trusts a folder with what it brings now. `now` is ms since 1970. A file that was damaged is
 * kept beside the new one. Throws a `UserError` when it cannot be remembered.
 */
export function rememberTrust(file: string, brought: Brought, now: number): void {
  change(file, now, (folders) => ({
    ...folders,
    [brought.folder]: { at: new Date(now).toISOString(), files: contentsOf(brought) },
  }));
}

/** Forgets a folder. False when it was not trusted. Throws a `UserError` when it cannot be forgotten. */
export function forgetTrust(file: string, folder: string, now: number): boolean {
  if (!Object.hasOwn(readTrust(file).folders, folder)) return false;
  change(file, now, (folders) =>
    Object.fromEntries(Object.entries(folders).filter(([name]) => name !== folder)),
  );
  return true;
}

function change(file: string, now: number, next: (folders: TrustedFolders) => TrustedFolders): void {
  try {
    ensurePrivateFolder(dirname(file), { mayBeLink: true });
    oneAtATime(file, () => {
      const { folders, warning } = readTrust(file);
      if (warning !== null && !isLink(file)) renameSync(file, `${file}.bad-${now}`);
      replacePrivateFile(file, `${JSON.stringify({ folders: next(folders) }, undefined, 2)}\n`);
    });
  } catch (cause) {
    throw new UserError(say`The trusted folders could not be written to ${file}: ${messageOf(cause)}.`, {
      cause,
    });
  }
}

/** What is trusted by its content. Instructions are not: they change often, and what they ask for is asked about. */
function contentsOf({ settings }: Brought): Record<string, string> {
  return settings === null ? {} : { [settings.name]: settings.hash };
}
