/** The tokens of an entry as a part of a request, estimated. Pure. */
import type { Entry } from "../protocol/entry.ts";
import { userMessageOf } from "../protocol/user-images.ts";
import { besideText } from "./beside.ts";
import { resultText } from "./request.ts";
import { estimateImage, estimateMessage, estimateText } from "./tokens.ts";

/** Nothing for what no request holds. */
export function weighEntry(entry: Entry): number {
  switch (entry.type) {
    case "user":
      return estimateMessage(userMessageOf(entry.text, entry.images));
    case "assistant":
      return estimateMessage({ role: "assistant", model: entry.model, parts: entry.parts });
    case "tool_result": {
      const images = entry.result.ok ? (entry.result.images ?? []) : [];
      return images.reduce(
        (sum, image) => sum + estimateImage(image),
        estimateText(resultText(entry.result)) + 8,
      );
    }
    case "compaction":
      return estimateText(entry.summary);
    case "notice":
    case "user_command":
      return estimateText(besideText(entry));
    default:
      return 0;
  }
}
