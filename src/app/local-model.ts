/** Finds out what a server on this machine has loaded, while the user writes the first message. */
import { findFamily } from "../providers/catalogue.ts";
import type { LoadedModel } from "../providers/model-memory.ts";
import { probeLocal } from "../providers/probe-local.ts";
import { type ProbeLine, probeWords } from "../providers/probe-words.ts";
import { addressOf } from "../providers/addresses.ts";
import type { ModelAccess } from "./model-access.ts";

export type LocalModelOptions = {
  /** `provider/model-id`. */
  readonly model: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly access: Pick<ModelAccess, "own" | "memory">;
  readonly tell: (line: ProbeLine) => void;
};

/**
 * Asks, keeps the answer, and tells of it where it is new. Resolves when that is done, at once for what is no local
 * model; never rejects for what a server does.
 */
export async function learnLocalModel({ model, env, access, tell }: LocalModelOptions): Promise<void> {
  const slash = model.indexOf("/");
  const family = slash === -1 ? undefined : findFamily(model.slice(0, slash), access.own);
  if (family?.local === undefined) return;
  const modelId = model.slice(slash + 1);
  const baseUrl = addressOf(family, env);
  const apiKey = family.keyVariables
    .map((variable) => env[variable])
    .find((key) => key !== undefined && key !== "");
  const found = await probeLocal({
    kind: family.local,
    baseUrl,
    modelId,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  if (found === null) return;
  const { loaded: before } = access.memory.get(baseUrl, modelId);
  if (before !== undefined && isSame(before, found)) return;
  access.memory.set(baseUrl, modelId, { loaded: found });
  for (const line of probeWords({ kind: family.local, modelId }, found)) tell(line);
}

function isSame(one: LoadedModel, other: LoadedModel): boolean {
  return (["contextWindow", "trainedWindow", "tools", "vision"] as const).every(
    (key) => one[key] === other[key],
  );
}
