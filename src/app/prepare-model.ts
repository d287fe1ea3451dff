/** What a model's first request would wait for, done while the user writes the first message. */
import { findFamily } from "../providers/catalogue.ts";
import type { ProviderFamily } from "../providers/provider-family.ts";
import type { ProbeLine } from "../providers/probe-words.ts";
import type { ModelAccess } from "./model-access.ts";

export type ModelToPrepare = {
  /** `provider/model-id`. */
  readonly model: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly access: Pick<ModelAccess, "own" | "memory">;
  /** False where nobody reads what a local server says of its model: then it is not asked. */
  readonly canAsk: boolean;
  readonly tell: (line: ProbeLine) => void;
};

/** Loads the adapter, and has a server on this machine tell about its model, which is not waited for. Never rejects. */
export async function prepareModel({ canAsk, ...local }: ModelToPrepare): Promise<void> {
  if (canAsk) void learnLocal(local);
  await loadAdapter(local.model, local.access.own);
}

async function learnLocal(local: Omit<ModelToPrepare, "canAsk">): Promise<void> {
  const [family = ""] = local.model.split("/", 1);
  if (findFamily(family, local.access.own)?.local === undefined) return;
  const { learnLocalModel } = await import("./local-model.ts");
  await learnLocalModel(local);
}

/**
 * Loads what talks to a model, which takes 30 ms or more: a first request would wait that long. `own` are the providers
 * of the user's own. Never rejects: what cannot be loaded is told by the request that needs it.
 */
async function loadAdapter(model: string, own: readonly ProviderFamily[]): Promise<void> {
  const [family = ""] = model.split("/", 1);
  try {
    switch (findFamily(family, own)?.protocol) {
      case "chat":
        await import("../providers/chat-completions.ts");
        // OpenAI's newer models are asked otherwise, with the same SDK.
        if (family === "openai") await import("../providers/responses.ts");
        return;
      case "responses":
        await import("../providers/responses.ts");
        return;
      case "messages":
        await import("../providers/anthropic.ts");
        return;
      default:
        return;
    }
  } catch {
    return;
  }
}
