/**
 * The keys that `rein auth login` keeps: in the system's keychain where there is one, else in `credentials.json` in the
 * configuration folder, for its user alone. The file also says which keys are in the keychain, so that a start reads one
 * file and asks the keychain for nothing.
 */
import { dirname, join } from "node:path";
import { z } from "zod";
import { oneAtATime } from "../private-files/one-at-a-time.ts";
import { readBelievedFile, replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { configFolder, type Environment } from "./paths.ts";

const storedSchema = z.union([z.object({ key: z.string().min(1) }), z.object({ in: z.literal("keychain") })]);
const fileSchema = z.record(z.string(), z.unknown());

export type StoredCredential =
  | { readonly place: "file"; readonly key: string }
  /** Rejects with a `UserError` when the keychain does not give it. */
  | { readonly place: "keychain"; readonly read: () => Promise<string> };

/** The system's own store for secrets. Its methods reject where there is none. */
export type Keychain = {
  get(options: { service: string; name: string }): Promise<string | null>;
  set(options: { service: string; name: string; value: string }): Promise<void>;
  delete(options: { service: string; name: string }): Promise<boolean>;
};

export type Credentials = {
  readonly file: string;
  /** The providers with a kept key, in the order in which they were kept. */
  readonly providers: readonly string[];
  find(provider: string): StoredCredential | undefined;
};

const service = "rein";

/** The file that keeps keys where there is no keychain. */
export function credentialsFile(env: Environment): string {
  return join(configFolder(env), "credentials.json");
}

/**
 * What is kept, with one look at the disk. Nothing where there is no file. Throws a `UserError` that names the file when
 * it cannot be read; it is left as it is.
 */
export function readCredentials(env: Environment, keychain: Keychain = Bun.secrets): Credentials {
  const file = credentialsFile(env);
  const entries = readEntries(file);
  return {
    file,
    providers: Object.keys(entries),
    find(provider) {
      const parsed = storedSchema.safeParse(Object.hasOwn(entries, provider) ? entries[provider] : undefined);
      if (!parsed.success) return undefined;
      if ("key" in parsed.data) return { place: "file", key: parsed.data.key };
      return { place: "keychain", read: () => readFromKeychain(provider, keychain) };
    },
  };
}

/**
 * Keeps a key, in place of an older one, and returns where. Throws a `UserError` when it cannot be kept anywhere; a file
 * that cannot be read is not written over.
 */
export async function keepCredential(
  env: Environment,
  provider: string,
  key: string,
  keychain: Keychain = Bun.secrets,
): Promise<"keychain" | "file"> {
  const file = credentialsFile(env);
  readEntries(file);
  // Linux without a secret service, a locked keychain, a build without one: the file is there for all of them.
  const inKeychain = await keychain.set({ service, name: provider, value: key }).then(
    () => true,
    () => false,
  );
  changeEntries(file, (entries) => ({ ...entries, [provider]: inKeychain ? { in: "keychain" } : { key } }));
  return inKeychain ? "keychain" : "file";
}

/** Forgets a key. False when none was kept. Throws a `UserError` when it is still there afterwards. */
export async function forgetCredential(
  env: Environment,
  provider: string,
  keychain: Keychain = Bun.secrets,
): Promise<boolean> {
  const stored = readCredentials(env, keychain);
  const found = stored.find(provider);
  if (found === undefined) return false;
  if (found.place === "keychain") {
    try {
      await keychain.delete({ service, name: provider });
    } catch (cause) {
      const message = say`The key of ${provider} is still in the keychain: ${messageOf(cause)}.`;
      throw new UserError(message, { cause });
    }
  }
  changeEntries(stored.file, ({ [provider]: _forgotten, ...others }) => others);
  return true;
}

async function readFromKeychain(provider: string, keychain: Keychain): Promise<string> {
  const again = say`Say rein auth login ${provider} to keep it again.`;
  let key: string | null;
  try {
    key = await keychain.get({ service, name: provider });
  } catch (cause) {
    const message = say`The key of ${provider} could not be read from the keychain: ${messageOf(cause)}. ${again}`;
    throw new UserError(message, { cause });
  }
  if (key === null || key === "")
    throw new UserError(say`The key of ${provider} is not in the keychain any more. ${again}`);
  return key;
}

function readEntries(file: string): Entries {
  let text: string;
  try {
    text = readBelievedFile(file)?.toString() ?? "";
  } catch (thrown) {
    throw unreadable(file, messageOf(thrown));
  }
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A parser's message quotes the text, which holds keys.
    throw unreadable(file, say`it is not JSON`);
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) throw unreadable(file, say`it does not hold keys by provider`);
  return parsed.data;
}

function unreadable(file: string, why: string): UserError {
  return new UserError(
    say`The stored keys in ${file} could not be read: ${why}. The file was left as it is. Repair it, or remove it and say rein auth login.`,
  );
}

type Entries = Readonly<Record<string, unknown>>;

/** Whole or not at all, and never readable by others, not for a moment. Keys that another rein keeps meanwhile stay. */
function changeEntries(file: string, next: (entries: Entries) => Entries): void {
  try {
    ensurePrivateFolder(dirname(file), { mayBeLink: true });
    oneAtATime(file, () =>
      replacePrivateFile(file, `${JSON.stringify(next(readEntries(file)), undefined, 2)}\n`),
    );
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError(say`The keys could not be kept in ${file}: ${messageOf(cause)}.`, { cause });
  }
}
