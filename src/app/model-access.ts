/** What choosing and opening models needs besides their names: the user's providers, kept keys, what was learned. */
import { messageOf } from "../protocol/error.ts";
import type { StoredKeys } from "../providers/keys.ts";
import type { ModelMemory } from "../providers/model-memory.ts";
import { ownFamilies } from "../providers/own-providers.ts";
import type { ProviderFamily } from "../providers/provider-family.ts";
import { type Credentials, readCredentials } from "../settings/credentials.ts";
import { userSettingsFile } from "../settings/paths.ts";
import { openRememberedModels } from "../settings/remembered-models.ts";
import type { Settings } from "../settings/schema.ts";
import { say } from "../words/say.ts";

export type ModelAccess = {
  readonly own: readonly ProviderFamily[];
  readonly stored: StoredKeys;
  readonly memory: ModelMemory;
  /** What the user should know, a sentence each. */
  readonly warnings: readonly string[];
  /** Told in words for the user when something cannot be remembered. */
  onWarning(listener: (message: string) => void): void;
};

export type ModelAccessOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Pick<Settings, "providers">;
};

/** Reads the kept keys, with one look at the disk, and the providers of the settings. Never throws. */
export function openModelAccess({ env, settings }: ModelAccessOptions): ModelAccess {
  const { families, faults } = ownFamilies(settings.providers ?? {});
  const warnings = faults.map(
    ({ key, message }) => say`${userSettingsFile(env)}: "${key}" is not right and is ignored: ${message}.`,
  );
  let listener: ((message: string) => void) | undefined;
  let credentials: Credentials | undefined;
  try {
    credentials = readCredentials(env);
  } catch (thrown) {
    warnings.push(messageOf(thrown));
  }
  return {
    own: families,
    warnings,
    memory: openRememberedModels({ env, now: Date.now, onWarning: (message) => listener?.(message) }),
    onWarning: (told) => {
      listener = told;
    },
    stored(providerId) {
      const found = credentials?.find(providerId);
      if (found === undefined) return undefined;
      return found.place === "file" ? { value: found.key } : { read: found.read };
    },
  };
}
