/** Whether what a file says may be believed: only its user can have written it. */
import type { Stats } from "node:fs";

/**
 * Why a file that configures rein is not believed, in words, or null when it may be: it is the user's or root's, and
 * nobody else may write to it. Systems without users have no reason either.
 */
export function whyNotBelieved(
  { uid, mode }: Pick<Stats, "uid" | "mode">,
  file: string,
  user: number | undefined = process.getuid?.(),
): string | null {
  if (user === undefined) return null;
  if (uid !== user && uid !== 0)
    return "it belongs to another user of this machine, who could make rein do what they want";
  if ((mode & 0o022) === 0) return null;
  const others = (mode & 0o002) === 0 ? "its group" : "everybody on this machine";
  return `${others} may write to it, and could make rein do what they want; say chmod go-w '${file}'`;
}
