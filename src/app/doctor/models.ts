/** Which models can be talked to: keys that are there, never what they are, and addresses that can be reached. */
import { messageOf } from "../../protocol/error.ts";
import { addressOf, isLoopback } from "../../providers/addresses.ts";
import { families } from "../../providers/catalogue.ts";
import { chooseModel } from "../../providers/choose.ts";
import { keyOf } from "../../providers/keys.ts";
import type { ProviderFamily } from "../../providers/provider-family.ts";
import { reach } from "../../providers/reach.ts";
import { shownAddress } from "../../providers/redact.ts";
import type { Fetch } from "../../providers/wire.ts";
import type { Settings } from "../../settings/schema.ts";
import { say } from "../../words/say.ts";
import { type ModelAccess, openModelAccess } from "../model-access.ts";
import { type Check, checksOf } from "./check.ts";

type Env = Readonly<Record<string, string | undefined>>;

export type ModelCheckOptions = {
  readonly env: Env;
  readonly settings: Settings;
  /** Ask the servers, too. */
  readonly online: boolean;
  readonly fetch?: Fetch;
};

const { ok, warn, bad } = checksOf("models");

export async function checkModels({
  env,
  settings,
  online,
  fetch,
}: ModelCheckOptions): Promise<readonly Check[]> {
  const access = openModelAccess({ env, settings });
  const known = families.filter(({ id }) => access.own.every((own) => own.id !== id));
  const withKey = [...access.own, ...known].filter((family) => isUsable(family, env, access));
  const asked = online ? await Promise.all(withKey.map((family) => checkReach(family, env, fetch))) : [];
  return [
    checkChoice(env, settings, access),
    ...access.warnings.map((warning) => warn("settings", warning)),
    ...withKey.map((family) => ok(family.id, keyWords(family, env, access))),
    ...asked.flat(),
    ...(online || withKey.length === 0
      ? []
      : [
          ok(
            "addresses",
            say`not asked; rein doctor --online (in a session: /doctor online) asks them, without a key`,
          ),
        ]),
  ];
}

function isUsable(family: ProviderFamily, env: Env, access: ModelAccess): boolean {
  if (family.protocol === "demo" || family.protocol === "script") return false;
  const address = addressIn(family, env);
  const isOwn = access.own.some(({ id }) => id === family.id);
  return (
    keyOf(family, env, access.stored) !== undefined || (isOwn && address !== null && isLoopback(address))
  );
}

function checkChoice(env: Env, settings: Settings, access: ModelAccess): Check {
  try {
    const { model, why, family } = chooseModel({ flag: undefined, env, settings, ...access });
    if (family !== "demo") return ok("model", say`${model}, ${why}`);
    return warn(
      "model",
      say`the offline demo, ${why.split(/[;；]/, 1)[0] ?? ""}`,
      say`rein auth login PROVIDER keeps a key; rein models lists what can be talked to.`,
    );
  } catch (thrown) {
    return bad("model", messageOf(thrown));
  }
}

function keyWords(family: ProviderFamily, env: Env, access: ModelAccess): string {
  const key = keyOf(family, env, access.stored);
  if (key === undefined) return say`needs no key`;
  if (key.variable !== undefined) return say`a key in ${key.variable}`;
  return family.keySource === undefined
    ? say`a key that rein auth login keeps`
    : say`a key where the settings say`;
}

async function checkReach(
  family: ProviderFamily,
  env: Env,
  fetch: Fetch | undefined,
): Promise<readonly Check[]> {
  const address = addressIn(family, env);
  if (address === null || address === "") return [];
  const shown = shownAddress(address);
  const found = await reach(address, fetch);
  if (found.type === "answered") return [ok(family.id, say`${shown} answers (${found.ms} ms)`)];
  return [
    bad(family.id, `${shown}: ${found.why}`, say`Look at the address, the proxy variables and the network.`),
  ];
}

/** Null for one that cannot be used; choosing a model there says so. */
function addressIn(family: ProviderFamily, env: Env): string | null {
  try {
    return addressOf(family, env);
  } catch {
    return null;
  }
}
