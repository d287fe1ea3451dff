/** Which model is talked to: what was asked for on the command line, in REIN_MODEL or in the settings, else by the keys. */
import { type Effort, effortNamed } from "../protocol/effort.ts";
import { UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { families, findFamily } from "./catalogue.ts";
import { findModel } from "./find-model.ts";
import { type FoundKey, keyOf, type StoredKeys } from "./keys.ts";
import { familiesOf } from "./model-table.ts";
import { type Env, addressOf, isLoopback, valueOf } from "./addresses.ts";
import type { ProviderFamily } from "./provider-family.ts";

export type ChoiceInput = {
  /** `--model`. */
  readonly flag?: string | undefined;
  readonly env: Env;
  readonly settings?: { readonly model?: string | undefined };
  /** The providers of the user's own. */
  readonly own?: readonly ProviderFamily[];
  /** The keys that `rein auth login` keeps; a key in the environment counts more. */
  readonly stored?: StoredKeys;
};

export type ModelChoice = {
  /** `provider/model-id`, `script:FILE` or `replay:FILE`. Asking for it again gives the same model. */
  readonly model: string;
  /** The family's id. */
  readonly family: string;
  /** What the server calls the model; the file of a script or a recording. */
  readonly modelId: string;
  /** Without a final slash; "" for what is not on a network. */
  readonly baseUrl: string;
  /** How much it is to think; absent: as the server pleases. */
  readonly effort?: Effort;
  readonly apiKey?: string;
  /** Reads a key that takes time to get: out of the keychain, from a command. Rejects with a `UserError`. */
  readonly readKey?: () => Promise<string>;
  /** The variable that the key came from. */
  readonly keyVariable?: string;
  /** Nobody has named a model, and there is no key for one: it is the demo for want of another. */
  readonly hasNoKey?: true;
  /** One line for the user: why this one, and for the demo how to get another. */
  readonly why: string;
};

type Context = Pick<ChoiceInput, "env" | "own" | "stored">;
type Named = { readonly family: ProviderFamily; readonly modelId: string; readonly effort?: Effort };

/**
 * The model to use. Throws a `UserError` with exit code 2 for a name that means nothing, and one with exit code 1
 * that names the variable for a model whose key is missing.
 */
export function chooseModel(input: ChoiceInput): ModelChoice {
  const { flag, env, settings } = input;
  const asked = [
    { name: flag, why: say`chosen with --model` },
    { name: env["REIN_MODEL"], why: say`chosen with REIN_MODEL` },
    { name: settings?.model, why: say`chosen in the settings` },
  ].find(({ name }) => name !== undefined && name.trim() !== "");
  if (asked?.name !== undefined) return chooseNamed(asked.name.trim(), input, asked.why);
  return chooseByKey(input);
}

function chooseNamed(name: string, context: Context, why: string): ModelChoice {
  const [, kind, file = ""] = /^(script|replay)[:/](.*)$/.exec(name) ?? [];
  if (kind !== undefined) return chooseFile(kind, file, why);
  return complete(parseName(name, context), context, why);
}

/** Reads `provider/model-id` or `provider/model-id:effort`. A model's own id may have a colon, as Ollama's tags have. */
function parseName(name: string, context: Context): Named {
  const [, before, word] = /^(.+):([a-z]+)$/i.exec(name) ?? [];
  const effort = effortNamed(word ?? "");
  if (before === undefined || effort === undefined) return resolveName(name, context);
  const named = resolveName(before, context);
  const { efforts } = findModel(named.family, named.modelId);
  if (efforts.includes(effort)) return { ...named, effort };
  if (efforts.length === 0 || named.family.local !== undefined) return resolveName(name, context);
  throw new UserError(say`${before} has no effort “${word ?? ""}”: ${effortWords(efforts)}.`, {
    exitCode: 2,
  });
}

/** The levels in words for the user. */
export function effortWords(efforts: readonly Effort[]): string {
  return efforts.length === 0 ? say`its effort cannot be set` : say`its levels are ${efforts.join(", ")}`;
}

/** Splits `provider/model-id`; takes a bare provider, and a bare model id where it says enough. */
function resolveName(name: string, { env, own, stored }: Context): Named {
  const slash = name.indexOf("/");
  const family = findFamily(slash === -1 ? name : name.slice(0, slash), own);
  if (family?.protocol === "script")
    throw new UserError(say`A script needs its file: script:FILE.`, { exitCode: 2 });
  if (family !== undefined) {
    const rest = slash === -1 ? "" : name.slice(slash + 1);
    return { family, modelId: rest === "" ? defaultModel(family, env) : rest };
  }
  // A server of the user's own may have any model, and ids with slashes.
  const openai = findFamily("openai", own);
  if (openai !== undefined && valueOf(env, "OPENAI_BASE_URL") !== undefined)
    return { family: openai, modelId: name };
  const known = familiesOf(name).flatMap((id) => findFamily(id, own) ?? []);
  const withKey = known.find((candidate) => keyOf(candidate, env, stored) !== undefined) ?? known[0];
  if (withKey !== undefined) return { family: withKey, modelId: name };
  const ids = [...(own ?? []), ...families].map(({ id }) => (id === "script" ? "script:FILE" : id));
  throw new UserError(
    say`There is no model “${name}”. A model is named provider/model-id, as in anthropic/claude-sonnet-5. The providers are: ${[...new Set(ids)].join(", ")}.`,
    { exitCode: 2 },
  );
}

/** A model that is a file: `script:FILE` or `replay:FILE`. */
function chooseFile(kind: string, file: string, why: string): ModelChoice {
  if (file === "") throw new UserError(say`A ${kind} needs its file: ${kind}:FILE.`, { exitCode: 2 });
  return { model: `${kind}:${file}`, family: kind, modelId: file, baseUrl: "", why };
}

function chooseByKey(context: Context): ModelChoice {
  const { env, own, stored } = context;
  for (const { id } of families) {
    const family = findFamily(id, own);
    if (family === undefined || family.onlyByName === true) continue;
    const key = keyOf(family, env, stored);
    const byDefault = (why: string) => complete({ family, modelId: defaultModel(family, env) }, context, why);
    if (key !== undefined)
      return byDefault(
        key.variable === undefined
          ? say`because a key for ${family.name} is stored`
          : say`because ${key.variable} is set`,
      );
    // A local server behind OPENAI_BASE_URL needs no key.
    if (family.id === "openai" && isLoopback(addressOf(family, env))) {
      return byDefault(say`because OPENAI_BASE_URL is set`);
    }
  }
  const why = say`because no key was found; set ANTHROPIC_API_KEY, OPENAI_API_KEY or another provider's key for a real model, or say rein auth login`;
  return { model: "demo/offline", family: "demo", modelId: "offline", baseUrl: "", hasNoKey: true, why };
}

function complete({ family, modelId, effort }: Named, { env, stored }: Context, why: string): ModelChoice {
  const baseUrl = addressOf(family, env);
  const choice = {
    model: `${family.id}/${modelId}`,
    family: family.id,
    modelId,
    baseUrl,
    ...(effort === undefined ? {} : { effort }),
    why,
  };
  if (family.protocol === "demo") {
    if (modelId !== "offline")
      throw new UserError(say`The demo has one model, demo/offline, not “${modelId}”.`, { exitCode: 2 });
    return choice;
  }
  const key = keyOf(family, env, stored);
  if (key !== undefined) return { ...choice, ...keyFields(key) };
  // The SDKs refuse to start without a key; local servers take any.
  if (family.keyIsOptional === true || isLoopback(baseUrl)) return { ...choice, apiKey: "none" };
  const [keyVariable] = family.keyVariables;
  const ways = [
    ...(keyVariable === undefined ? [] : [say`set ${keyVariable}`]),
    say`say rein auth login ${family.id}`,
  ];
  throw new UserError(
    say`${choice.model} needs a key: ${ways.join(say`, or `)}. Without a key there is the offline demo: --model demo.`,
  );
}

function keyFields(key: FoundKey): Pick<ModelChoice, "apiKey" | "readKey" | "keyVariable"> {
  return {
    ...(key.value === undefined ? {} : { apiKey: key.value }),
    ...(key.read === undefined ? {} : { readKey: key.read }),
    ...(key.variable === undefined ? {} : { keyVariable: key.variable }),
  };
}

function defaultModel(family: ProviderFamily, env: Env): string {
  const named = family.modelVariable === undefined ? undefined : valueOf(env, family.modelVariable);
  const modelId = named ?? family.defaultModel ?? Object.keys(family.models ?? {})[0];
  if (modelId !== undefined) return modelId;
  const { id, name } = family;
  const variable = family.modelVariable ?? "REIN_MODEL";
  throw new UserError(
    family.local === undefined
      ? say`${name} has many models, so name one: --model ${id}/MODEL, or set ${variable}. “rein models ${id}” lists them.`
      : say`${name} has the models that you installed, so name one: --model ${id}/MODEL, or set ${variable}. “rein models ${id}” lists them.`,
    { exitCode: 2 },
  );
}
