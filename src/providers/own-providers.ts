/** The providers of the settings as families, like those that rein knows. Pure. */
import { say } from "../words/say.ts";
import { findFamily } from "./catalogue.ts";
import type { OwnModel } from "./model-info.ts";
import type { KeySource, ProviderFamily } from "./provider-family.ts";

/** As the settings have it. */
export type OwnProvider = {
  readonly baseUrl?: string;
  readonly protocol?: "chat" | "responses" | "messages";
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: { readonly env: string } | KeySource;
  readonly models?: Readonly<Record<string, OwnModel>>;
};

/** What is wrong with one of them; `key` is its place in the settings. */
export type OwnProviderFault = { readonly key: string; readonly message: string };

/** The families that can be used, and what is wrong with the others. */
export function ownFamilies(providers: Readonly<Record<string, OwnProvider>>): {
  readonly families: readonly ProviderFamily[];
  readonly faults: readonly OwnProviderFault[];
} {
  const families: ProviderFamily[] = [];
  const faults: OwnProviderFault[] = [];
  for (const [name, provider] of Object.entries(providers)) {
    const key = `providers.${name}`;
    const known = findFamily(name);
    if (known?.protocol === "demo" || known?.protocol === "script")
      faults.push({ key, message: say`“${name}” is rein's own and cannot be changed` });
    else if (known !== undefined) families.push(changed(known, provider));
    else if (provider.baseUrl === undefined)
      faults.push({
        key: `${key}.baseUrl`,
        message: say`it is missing: rein knows no provider of this name`,
      });
    else families.push(made(name, provider.baseUrl, provider));
  }
  return { families, faults };
}

function made(name: string, baseUrl: string, provider: OwnProvider): ProviderFamily {
  const base = { id: name, name, protocol: "chat" as const, baseUrl, keyVariables: [], onlyByName: true };
  return changed(base, provider);
}

function changed(
  family: ProviderFamily,
  { baseUrl, protocol, headers, key, models }: OwnProvider,
): ProviderFamily {
  return {
    ...family,
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") }),
    ...(protocol === undefined ? {} : { protocol, protocolIsAsked: true }),
    ...(headers === undefined ? {} : { headers: { ...family.headers, ...headers } }),
    ...keyFields(key, family),
    ...(models === undefined ? {} : { models: { ...family.models, ...models } }),
  };
}

/** A provider that is said to have its key in one place has it in no other. */
function keyFields(
  key: OwnProvider["key"],
  { keyVariables }: ProviderFamily,
): Pick<ProviderFamily, "keyVariables"> & Partial<Pick<ProviderFamily, "keySource" | "keyIsOptional">> {
  // Nothing is said, and rein knows no variable: a server inside a company may well ask for none.
  if (key === undefined)
    return keyVariables.length === 0 ? { keyVariables, keyIsOptional: true } : { keyVariables };
  return "env" in key ? { keyVariables: [key.env] } : { keyVariables: [], keySource: key };
}
