/** The vendor's SDK behind a model, loaded before a request needs it. */
import { findFamily, type ProviderFamily } from "../providers/catalogue.ts";

/**
 * Loads what talks to a model, which takes 30 ms or more: a first request would wait that long. `own` are the providers
 * of the user's own. Never rejects: what cannot be loaded is told by the request that needs it.
 */
export async function loadAdapter(model: string, own: readonly ProviderFamily[]): Promise<void> {
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
