/** The folder that rein is started in, and whether what it brings may be used. */
import { type Brought, needsTrust, whatFolderBrings } from "../settings/brought.ts";
import { judgeTrust, readTrust, rememberTrust, type Trust } from "../settings/trust.ts";
import { dataPaths } from "../sessions/paths.ts";
import { say } from "../words/say.ts";
import type { AppOptions } from "./options.ts";

export type OpenFolder = {
  readonly brought: Brought;
  readonly trust: Trust;
  /** What the folder brings is used. */
  readonly isTrusted: boolean;
  /** What the user should know, a sentence each. */
  readonly warnings: readonly string[];
  /** Remembers that the user trusts it as it was looked at. Throws a `UserError` when that cannot be. */
  readonly remember: () => void;
};

/**
 * Looks at the folder once: what is decided about is what is used. Without anybody to ask, what is not trusted is left
 * out. Never throws.
 */
export function openFolder({
  cwd,
  env,
  trust: isTrustedNow,
}: Pick<AppOptions, "cwd" | "env" | "trust">): OpenFolder {
  const brought = whatFolderBrings(cwd);
  const file = dataPaths(env).trust;
  const { folders, warning } = needsTrust(brought) ? readTrust(file) : { folders: {}, warning: null };
  const trust = judgeTrust(brought, folders);
  return {
    brought,
    trust,
    isTrusted: isTrustedNow === true || trust.type === "trusted",
    warnings: warning === null ? [] : [warning],
    remember: () => rememberTrust(file, brought, Date.now()),
  };
}

/** What of a folder is not used because it is not trusted, for the user; null when nothing is left out. */
export function leftOutWords({ brought, trust, isTrusted }: OpenFolder): string | null {
  if (isTrusted || !needsTrust(brought)) return null;
  const { instructions, settings } = brought;
  const names = [
    instructions?.name ?? "",
    settings === null ? "" : say`the settings in ${settings.name} that do more than forbid`,
  ];
  const left = names.filter((name) => name !== "").join(", ");
  const why =
    trust.type === "changed"
      ? say`This folder has changed since you trusted it`
      : say`This folder is not trusted`;
  return say`${why}. Not used: ${left}. “rein --trust” uses them in one run, “rein trust .” from now on.`;
}
