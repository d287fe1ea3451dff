/** Which model is talked to: what was asked for on the command line, in REIN_MODEL or in the settings, else by the keys. */
import { UserError } from "../protocol/error.ts";
import { families, familiesOf, findFamily, type ProviderFamily } from "./catalogue.ts";

export type ChoiceInput = {
  /** `--model`. */
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings?: { readonly model?: string | undefined };
};

export type ModelChoice = {
  /** `provider/model-id`, or `script:FILE`. Asking for it again gives the same model. */
  readonly model: string;
  /** The family's id in the catalogue. */
  readonly family: string;
  /** What the server calls the model; the file of a script. */
  readonly modelId: string;
  /** Without a final slash; "" for what is not on a network. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** The variable that the key came from. */
  readonly keyVariable?: string;
  /** One line for the user: why this one, and for the demo how to get another. */
  readonly why: string;
};

type Env = ChoiceInput["env"];

/**
 * The model to use. Throws a `UserError` with exit code 2 for a name that means nothing, and one with exit code 1
 * that names the variable for a model whose key is missing.
 */
export function chooseModel({ flag, env, settings }: ChoiceInput): ModelChoice {
  const asked = [
    { name: flag, why: "chosen with --model" },
    { name: env["REIN_MODEL"], why: "chosen with REIN_MODEL" },
    { name: settings?.model, why: "chosen in the settings" },
  ].find(({ name }) => name !== undefined && name.trim() !== "");
  if (asked?.name !== undefined) return chooseNamed(asked.name.trim(), env, asked.why);
  return chooseByKey(env);
}

function chooseNamed(name: string, env: Env, why: string): ModelChoice {
  const script = /^script[:/](.*)$/.exec(name);
  if (script !== null) return chooseScript(script[1] ?? "", why);
  const { family, modelId } = parseName(name, env);
  return complete(family, modelId, env, why);
}

/** Splits `provider/model-id`; takes a bare provider, and a bare model id where it says enough. */
function parseName(name: string, env: Env): { readonly family: ProviderFamily; readonly modelId: string } {
  const slash = name.indexOf("/");
  const family = findFamily(slash === -1 ? name : name.slice(0, slash));
  if (family?.protocol === "script")
    throw new UserError("A script needs its file: script:FILE.", { exitCode: 2 });
  if (family !== undefined) {
    const rest = slash === -1 ? "" : name.slice(slash + 1);
    return { family, modelId: rest === "" ? defaultModel(family, env) : rest };
  }
  // A server of the user's own may have any model, and ids with slashes.
  const openai = findFamily("openai");
  if (openai !== undefined && valueOf(env, "OPENAI_BASE_URL") !== undefined)
    return { family: openai, modelId: name };
  const known = familiesOf(name).flatMap((id) => findFamily(id) ?? []);
  const withKey = known.find((candidate) => keyOf(candidate, env) !== undefined) ?? known[0];
  if (withKey !== undefined) return { family: withKey, modelId: name };
  const ids = families.map(({ id }) => (id === "script" ? "script:FILE" : id)).join(", ");
  throw new UserError(
    `There is no model “${name}”. A model is named provider/model-id, as in anthropic/claude-sonnet-5. The providers are: ${ids}.`,
    { exitCode: 2 },
  );
}

function chooseScript(file: string, why: string): ModelChoice {
  if (file === "") throw new UserError("A script needs its file: script:FILE.", { exitCode: 2 });
  return { model: `script:${file}`, family: "script", modelId: file, baseUrl: "", why };
}

function chooseByKey(env: Env): ModelChoice {
  for (const family of families) {
    const key = keyOf(family, env);
    if (key !== undefined)
      return complete(family, defaultModel(family, env), env, `because ${key.variable} is set`);
    // A local server behind OPENAI_BASE_URL needs no key.
    if (family.id === "openai" && isLoopback(baseUrlOf(family, env))) {
      return complete(family, defaultModel(family, env), env, "because OPENAI_BASE_URL is set");
    }
  }
  const why =
    "because no key was found; set ANTHROPIC_API_KEY, OPENAI_API_KEY or another provider's key for a real model";
  return { model: "demo/offline", family: "demo", modelId: "offline", baseUrl: "", why };
}

function complete(family: ProviderFamily, modelId: string, env: Env, why: string): ModelChoice {
  const baseUrl = baseUrlOf(family, env);
  const choice = { model: `${family.id}/${modelId}`, family: family.id, modelId, baseUrl, why };
  if (family.protocol === "demo") {
    if (modelId !== "offline")
      throw new UserError(`The demo has one model, demo/offline, not “${modelId}”.`, { exitCode: 2 });
    return choice;
  }
  const key = keyOf(family, env);
  if (key !== undefined) return { ...choice, apiKey: key.value, keyVariable: key.variable };
  const [keyVariable] = family.keyVariables;
  // The SDKs refuse to start without a key; local servers take any.
  if (keyVariable === undefined || isLoopback(baseUrl)) return { ...choice, apiKey: "none" };
  throw new UserError(
    `${choice.model} needs a key: set ${keyVariable}. Without a key there is the offline demo: --model demo.`,
  );
}

function defaultModel(family: ProviderFamily, env: Env): string {
  const named = family.modelVariable === undefined ? undefined : valueOf(env, family.modelVariable);
  const modelId = named ?? family.defaultModel;
  if (modelId !== undefined) return modelId;
  throw new UserError(
    `${family.name} has the models that you installed, so name one: --model ${family.id}/MODEL, or set ${family.modelVariable ?? "REIN_MODEL"}.`,
    { exitCode: 2 },
  );
}

function keyOf(
  family: ProviderFamily,
  env: Env,
): { readonly variable: string; readonly value: string } | undefined {
  for (const variable of family.keyVariables) {
    const value = valueOf(env, variable);
    if (value !== undefined) return { variable, value };
  }
  return undefined;
}

/** The address to ask, without final slashes and otherwise as it was given. */
function baseUrlOf(family: ProviderFamily, env: Env): string {
  const given = family.baseUrlVariable === undefined ? undefined : valueOf(env, family.baseUrlVariable);
  if (given === undefined) return family.baseUrl;
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? "")) {
    throw new UserError(`${family.baseUrlVariable} is not an http address: “${given}”.`, { exitCode: 2 });
  }
  return given.replace(/\/+$/, "");
}

function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? "";
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

/** An empty variable is one that is not set. */
function valueOf(env: Env, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === "" ? undefined : value;
}
