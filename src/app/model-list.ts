/** The models that can be talked to here: of all providers with a key, and of the servers on this machine. */
import { join } from "node:path";
import { z } from "zod";
import { readPrivateFile, replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { addressOf, isLoopback } from "../providers/addresses.ts";
import { askForModels, type ListedModel } from "../providers/ask-for-models.ts";
import { families } from "../providers/catalogue.ts";
import { findModel } from "../providers/find-model.ts";
import { keyOf } from "../providers/keys.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import type { ModelInfo } from "../providers/model-info.ts";
import { isForTalk, tableIds } from "../providers/model-table.ts";
import type { ProviderFamily } from "../providers/provider-family.ts";
import { loadPublishedModels, publishedIds } from "../providers/published-models.ts";
import type { Fetch } from "../providers/wire.ts";
import { say } from "../words/say.ts";
import type { ModelAccess } from "./model-access.ts";

export type ModelRow = {
  /** `provider/model-id`. */
  readonly name: string;
  readonly info: ModelInfo;
};

export type ModelList = {
  readonly rows: readonly ModelRow[];
  /** Providers whose own list could not be had, a sentence each. */
  readonly notes: readonly string[];
};

export type ModelListOptions = {
  readonly access: Pick<ModelAccess, "own" | "stored">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The data folder: lists are kept there for a day. */
  readonly folder: string;
  /** Ms since 1970. */
  readonly now: () => number;
  readonly fetch?: Fetch;
  readonly signal?: AbortSignal;
  /** Only servers on this machine. @default false */
  readonly onlyHere?: boolean;
};

/** The longest that a vendor is waited for, and a server on this machine; ms. */
const longestAnswer = 3_000;
const longestLocalAnswer = 1_000;
/** How long a vendor's list is good for, ms. */
const keptFor = 24 * 60 * 60 * 1000;

/** What can be shown at once: the kept lists, and what rein knows of the other providers. Asks nobody. */
export async function knownModels(options: ModelListOptions): Promise<ModelList> {
  await loadPublishedModels();
  const rows = reachable(options)
    .filter(({ family }) => family.local === undefined)
    .flatMap((provider) =>
      rowsOf(provider.family, readKept(options, provider)?.models ?? knownIds(provider.family)),
    );
  return { rows, notes: [] };
}

/** Every model that rein knows, whether there is a key for it or not. */
export async function allKnownModels({ own }: Pick<ModelAccess, "own">): Promise<readonly ModelRow[]> {
  await loadPublishedModels();
  return allFamilies(own).flatMap((family) => rowsOf(family, knownIds(family)));
}

/** Asks every provider that there is a key for, all at once, and servers on this machine. Never rejects for what they do. */
export async function listModels(options: ModelListOptions): Promise<ModelList> {
  const [lists] = await Promise.all([
    Promise.all(reachable(options).map((provider) => listOne(options, provider))),
    loadPublishedModels(),
  ]);
  return {
    rows: lists.flatMap(({ family, models }) => rowsOf(family, models ?? knownIds(family))),
    notes: lists.flatMap(({ note }) => note ?? []),
  };
}

/** The rows with the demo model behind them: it is always there, whoever has no key. */
export function withDemo(rows: readonly ModelRow[]): readonly ModelRow[] {
  return [...rows, ...families.filter(({ id }) => id === "demo").flatMap(demoRows)];
}

function demoRows(family: ProviderFamily): ModelRow[] {
  return family.defaultModel === undefined ? [] : rowsOf(family, [{ id: family.defaultModel }]);
}

type Reachable = {
  readonly family: ProviderFamily;
  readonly baseUrl: string;
  readonly key: () => Promise<string>;
};

type OneList = {
  readonly family: ProviderFamily;
  /** Absent where the server did not say. */
  readonly models?: readonly ListedModel[];
  readonly note?: string;
};

function allFamilies(own: readonly ProviderFamily[]): ProviderFamily[] {
  const names = new Set(own.map(({ id }) => id));
  return [...own, ...families.filter(({ id }) => !names.has(id))].filter(
    ({ protocol }) => protocol !== "demo" && protocol !== "script",
  );
}

function reachable({ access, env, onlyHere = false }: ModelListOptions): Reachable[] {
  return allFamilies(access.own).flatMap((family): Reachable[] => {
    let baseUrl: string;
    try {
      baseUrl = addressOf(family, env);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      return [];
    }
    if (onlyHere && !isLoopback(baseUrl)) return [];
    const key = keyOf(family, env, access.stored);
    if (key === undefined && family.keyIsOptional !== true && !isLoopback(baseUrl)) return [];
    return [{ family, baseUrl, key: async () => key?.value ?? (await key?.read?.()) ?? "none" }];
  });
}

async function listOne(options: ModelListOptions, provider: Reachable): Promise<OneList> {
  const { family, baseUrl } = provider;
  const isLocal = isLoopback(baseUrl);
  const kept = isLocal ? undefined : readKept(options, provider);
  if (kept !== undefined && Math.abs(options.now() - kept.at) < keptFor)
    return { family, models: kept.models };
  let apiKey: string;
  try {
    apiKey = await provider.key();
  } catch (thrown) {
    return { family, note: messageOf(thrown) };
  }
  const limit = AbortSignal.timeout(isLocal ? longestLocalAnswer : longestAnswer);
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]);
  const answer = await askForModels({ family, baseUrl, apiKey }, options.fetch ?? fetch, signal);
  if (answer.type === "failed" || answer.models.length === 0) {
    // A local server that does not run is no trouble.
    if (family.local !== undefined) return { family, models: [] };
    const why = answer.type === "failed" ? answer.error.message : say`${family.name} named no models.`;
    const shown =
      kept === undefined ? say`These are the models that rein knows of it.` : say`This is its last list.`;
    return { family, ...(kept === undefined ? {} : { models: kept.models }), note: `${why} ${shown}` };
  }
  if (!isLocal) keep(options, provider, answer.models);
  return { family, models: answer.models };
}

/** Those of the settings, of rein's own table and of the published list, each once. */
function knownIds(family: ProviderFamily): ListedModel[] {
  const ids = [...Object.keys(family.models ?? {}), ...tableIds(family.id), ...publishedIds(family.id)];
  // The two lists write some of them differently: glm-5.2 and GLM-5.2.
  const seen = new Set<string>();
  return ids.flatMap((id) => {
    if (seen.has(id.toLowerCase()) || !isForTalk(id)) return [];
    seen.add(id.toLowerCase());
    return [{ id }];
  });
}

function rowsOf(family: ProviderFamily, models: readonly ListedModel[]): ModelRow[] {
  const local = family.local !== undefined;
  return models.map(({ id, contextWindow, prices }) => {
    const known = findModel(family, id);
    const window = local ? (contextWindow ?? known.contextWindow) : (known.contextWindow ?? contextWindow);
    const price = known.prices ?? prices;
    return {
      name: `${family.id}/${id}`,
      info: {
        ...known,
        ...(window === undefined ? {} : { contextWindow: window }),
        ...(price === undefined ? {} : { prices: price }),
      },
    };
  });
}

const keptSchema = z.object({
  at: z.number(),
  baseUrl: z.string(),
  models: z.array(
    z.object({
      id: z.string(),
      contextWindow: z.number().exactOptional(),
      prices: z
        .object({
          input: z.number(),
          output: z.number(),
          cacheRead: z.number().exactOptional(),
          cacheWrite: z.number().exactOptional(),
        })
        .exactOptional(),
    }),
  ),
});
type Kept = z.infer<typeof keptSchema>;

function keptFile({ folder }: ModelListOptions, { family }: Reachable): string {
  return join(folder, "model-lists", `${family.id}.json`);
}

/** The list of the last time, however old; a file that is gone, damaged or of another address is none. */
function readKept(options: ModelListOptions, provider: Reachable): Kept | undefined {
  try {
    const kept = keptSchema.safeParse(
      JSON.parse(readPrivateFile(keptFile(options, provider))?.toString() ?? ""),
    );
    return kept.success && kept.data.baseUrl === provider.baseUrl ? kept.data : undefined;
  } catch {
    // It only saves a question, which is asked now.
    return undefined;
  }
}

function keep(options: ModelListOptions, provider: Reachable, models: readonly ListedModel[]): void {
  const file = keptFile(options, provider);
  const kept: Kept = { at: options.now(), baseUrl: provider.baseUrl, models: [...models] };
  try {
    ensurePrivateFolder(join(options.folder, "model-lists"));
    replacePrivateFile(file, JSON.stringify(kept));
  } catch {
    // Without it the next list takes a question more.
  }
}
