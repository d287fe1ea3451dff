/** `rein auth`: keys of providers, kept where only their user can read them. */
import { parseArgs } from "node:util";
import { UserError } from "../protocol/error.ts";
import { addressOf } from "../providers/addresses.ts";
import { checkKey } from "../providers/ask-for-models.ts";
import { families, findFamily } from "../providers/catalogue.ts";
import { keyOf } from "../providers/keys.ts";
import { ownFamilies } from "../providers/own-providers.ts";
import type { ProviderFamily } from "../providers/provider-family.ts";
import { forgetCredential, keepCredential, readCredentials } from "../settings/credentials.ts";
import { askHidden } from "./ask-hidden.ts";
import { askLine, print, tell } from "./output.ts";
import { settingsHere } from "./settings-here.ts";
import { say } from "../words/say.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein auth login [PROVIDER]    ask for a key, check it, and keep it
  rein auth list                the keys that rein finds, and where
  rein auth logout PROVIDER     forget a kept key

A key is kept in the system's keychain, or where there is none in a file that only you can read. A key in an environment
variable counts more than a kept one. In a pipe the key is read from stdin: rein auth login PROVIDER < FILE`;
const usageError = usageErrors(help);

/** Runs one of the subcommands and returns the exit code. Throws a `UserError` for wrong usage and what goes wrong. */
export async function runAuth(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  const [command, name, ...more] = positionals;
  if (values.help === true) return print(help);
  if (more.length > 0) throw usageError(say`There is one provider too many: ${more.join(" ")}.`);
  switch (command) {
    case "login":
      return login(name);
    case undefined:
    case "list":
      if (name !== undefined) throw usageError(say`“list” takes no “${name}”.`);
      return list();
    case "logout":
      return logout(name);
    default:
      throw usageError(say`There is no “rein auth ${command}”.`);
  }
}

async function login(named: string | undefined): Promise<number> {
  const all = await providers();
  const name = named ?? askProvider(all);
  const family = all.find(({ id }) => id === name);
  if (family === undefined) throw usageError(say`There is no provider “${name}”; there are ${idsOf(all)}.`);
  if (family.keySource !== undefined)
    throw new UserError(say`The settings say where the key of ${name} is; rein keeps none beside it.`, {
      exitCode: 2,
    });

  const asked = process.stdin.isTTY
    ? await askHidden(say`Key for ${family.name} (it is not shown): `)
    : await Bun.stdin.text();
  if (asked === null) {
    await tell(say`rein: Nothing was kept.`);
    return 130;
  }
  const key = asked.trim();
  if (key === "") throw new UserError(say`That was no key; nothing was kept.`, { exitCode: 2 });
  if (/[\s\p{Cc}]|[^\x20-\x7e]/u.test(key))
    throw new UserError(
      say`A key is one word of plain letters and signs; that was not one, and nothing was kept.`,
    );

  const doubt = await check(family, key);
  const place = await keepCredential(process.env, family.id, key);
  const where =
    place === "keychain"
      ? say`in the system's keychain`
      : say`in ${readCredentials(process.env).file}, for you alone`;
  await print(
    doubt === null ? say`${family.name} takes the key. It is kept ${where}.` : say`It is kept ${where}.`,
  );
  if (doubt !== null) await tell(say`rein: The key could not be checked: ${doubt}`);
  const variable = family.keyVariables.find((candidate) => (process.env[candidate] ?? "").trim() !== "");
  if (variable !== undefined) await tell(say`rein: ${variable} is set, and counts more than the kept key.`);
  return 0;
}

function askProvider(all: readonly ProviderFamily[]): string {
  // In a pipe stdin is the key.
  const answer = process.stdin.isTTY ? askLine(say`${idsOf(all)}\nWhich provider?`)?.trim() : undefined;
  if (answer === undefined || answer === "") throw usageError(say`Which provider? ${idsOf(all)}`);
  return answer;
}

/** The longest that a provider is waited for, ms. */
const longestCheck = 10_000;

/** Null for a key that works, else why nobody knows. Throws a `UserError` for one that is refused: it is not kept. */
async function check(family: ProviderFamily, apiKey: string): Promise<string | null> {
  const baseUrl = addressOf(family, process.env);
  const error = await checkKey({ family, baseUrl, apiKey }, fetch, AbortSignal.timeout(longestCheck));
  if (error === null) return null;
  if (error.kind === "auth") throw new UserError(say`${error.message} Nothing was kept.`);
  return error.message;
}

async function list(): Promise<number> {
  const all = await providers();
  const stored = readCredentials(process.env);
  const storedKeys = (id: string) => {
    const found = stored.find(id);
    if (found === undefined) return undefined;
    return found.place === "file" ? { value: found.key } : { read: found.read };
  };
  const rows = all.flatMap((family) => {
    const key = keyOf(family, process.env, storedKeys);
    if (key === undefined) return [];
    return [[family.id, key.value === undefined ? "–" : masked(key.value), placeOf(family, key.variable)]];
  });
  const unknown = stored.providers.filter((id) => all.every((family) => family.id !== id));
  for (const id of unknown)
    await tell(say`rein: A key is kept for “${id}”, a provider that does not exist here.`);
  if (rows.length === 0) return print(say`There are no keys. “rein auth login PROVIDER” keeps one.`);
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return print(rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")).join("\n"));

  function placeOf({ id, keySource }: ProviderFamily, variable: string | undefined): string {
    if (variable !== undefined)
      return `${variable}${stored.find(id) === undefined ? "" : say` (a kept key waits behind it)`}`;
    if (keySource !== undefined)
      return "file" in keySource ? say`the file ${keySource.file}` : say`a command of the settings`;
    return stored.find(id)?.place === "keychain" ? say`the system's keychain` : stored.file;
  }
}

async function logout(name: string | undefined): Promise<number> {
  if (name === undefined) throw usageError(say`Which provider? rein auth logout PROVIDER`);
  if (await forgetCredential(process.env, name)) return print(say`The key of ${name} is forgotten.`);
  throw new UserError(say`No key of ${name} is kept.`);
}

/** Enough to tell two keys apart, too little to use: the beginning says whose it is. */
function masked(key: string): string {
  return key.length < 16 ? "•".repeat(8) : `${key.slice(0, 4)}••••${key.slice(-4)}`;
}

/** All that can have a key: those of the settings, too. */
async function providers(): Promise<ProviderFamily[]> {
  const { settings } = await settingsHere();
  const { families: own } = ownFamilies(settings.providers ?? {});
  const known = [...new Set([...families, ...own].map(({ id }) => id))].flatMap(
    (id) => findFamily(id, own) ?? [],
  );
  return known.filter(({ protocol }) => protocol !== "demo" && protocol !== "script");
}

function idsOf(all: readonly ProviderFamily[]): string {
  return all.map(({ id }) => id).join(", ");
}

function parse(argv: readonly string[]) {
  const options = { help: { type: "boolean", short: "h" } } as const;
  return readArguments(usageError, () => parseArgs({ args: [...argv], options, allowPositionals: true }));
}
