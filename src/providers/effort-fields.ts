/** How a level of effort is said in the body of a request. Vendors have found several ways. */
import type { Effort } from "../protocol/effort.ts";
import type { EffortForm } from "./chat-request.ts";
import type { JsonRecord } from "./json.ts";
import type { ModelInfo } from "./model-info.ts";

/** What each level is worth where thinking is measured in tokens. */
const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 4096,
  medium: 12_288,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
};

/** The fields for Chat Completions. */
export function chatEffortFields(form: EffortForm, { reasoning, id }: ModelInfo, effort: Effort): JsonRecord {
  const isOn = effort !== "none";
  switch (form) {
    case "reasoning_effort":
      // Groq's Qwen knows only on and off, and calls on "default".
      return { reasoning_effort: reasoning === "toggle" && isOn ? onWord(id) : effort };
    case "thinking":
      return {
        thinking: { type: isOn ? (/^minimax/i.test(id) ? "adaptive" : "enabled") : "disabled" },
        ...(isOn && reasoning === "effort" ? { reasoning_effort: effort } : {}),
      };
    case "enable_thinking":
      return {
        enable_thinking: isOn,
        ...(isOn && reasoning === "budget" ? { thinking_budget: budgets[effort] } : {}),
      };
    case "reasoning":
      return {
        reasoning: isOn ? (reasoning === "toggle" ? { enabled: true } : { effort }) : { enabled: false },
      };
    case "chat_template_kwargs":
      return reasoning === "effort"
        ? { reasoning_effort: effort }
        : { chat_template_kwargs: { enable_thinking: isOn } };
    default:
      return form satisfies never;
  }
}

function onWord(id: string): string {
  return /^qwen\/qwen-?3/i.test(id) ? "default" : "high";
}

/** Below this the Messages API refuses a budget. */
const leastBudget = 1024;

/** The fields for Messages. A budget has to leave room for the answer in `maxTokens`. */
export function messagesEffortFields(
  { reasoning }: ModelInfo,
  effort: Effort,
  maxTokens: number,
): JsonRecord {
  if (effort === "none") return { thinking: { type: "disabled" } };
  switch (reasoning) {
    case "effort":
      return { thinking: { type: "adaptive" }, output_config: { effort } };
    case "budget": {
      const budget = Math.min(budgets[effort], Math.floor(maxTokens / 2));
      return budget < leastBudget ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
    }
    case "toggle":
      return { thinking: { type: "adaptive" } };
    case undefined:
      return {};
    default:
      return reasoning satisfies never;
  }
}
