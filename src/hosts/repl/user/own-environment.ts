/** The environment of what the user runs themselves. */
import { families } from "../../../providers/catalogue.ts";

/** The user's own environment. Keys of model providers are rein's affair, and what a command prints may be shared. */
export function environmentOf(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const own = families.filter(({ keyIsShared }) => keyIsShared !== true);
  const keys = new Set<string>(own.flatMap((family) => family.keyVariables));
  const others = Object.entries(env).filter(([name]) => !keys.has(name));
  return { ...Object.fromEntries(others), REIN: "1" };
}
