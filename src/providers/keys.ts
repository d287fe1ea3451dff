/** Where the key of a provider comes from: the environment, then the settings, then what `rein auth login` keeps. */
import { type Env, valueOf } from "./addresses.ts";
import type { KeySource, ProviderFamily } from "./provider-family.ts";

/** Looks a kept key up by the provider's id. */
export type StoredKeys = (providerId: string) => StoredKey | undefined;

/** A key that is there, or that takes time to read. */
export type StoredKey =
  | { readonly value: string; readonly read?: undefined }
  | { readonly read: () => Promise<string>; readonly value?: undefined };

export type FoundKey = StoredKey & { readonly variable?: string };

/** The key of a provider, or the way to it; undefined when there is none. */
export function keyOf(family: ProviderFamily, env: Env, stored?: StoredKeys): FoundKey | undefined {
  for (const variable of family.keyVariables) {
    const value = valueOf(env, variable);
    if (value !== undefined) return { variable, value };
  }
  const { keySource } = family;
  if (keySource !== undefined) return { read: () => readKeySource(family.id, keySource) };
  return stored?.(family.id);
}

async function readKeySource(id: string, source: KeySource): Promise<string> {
  const { readKey } = await import("./read-key.ts");
  return readKey(id, source);
}
