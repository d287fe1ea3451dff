/** The vendor's SDK behind a model, loaded before a request needs it. */
import { findFamily } from "../providers/catalogue.ts";

/**
 * Loads what talks to a model, which takes 30 ms or more: a first request would wait that long. Never rejects: what
 * cannot be loaded is told by the request that needs it.
 */
export async function loadAdapter(model: string): Promise<void> {
  const [family = ""] = model.split("/", 1);
  try {
    switch (findFamily(family)?.protocol) {
      case "chat":
        await import("../providers/chat-completions.ts");
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
