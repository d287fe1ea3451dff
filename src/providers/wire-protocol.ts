/** Which of OpenAI's two protocols a model is asked in. Pure. */
import type { ProviderError } from "../protocol/error.ts";
import type { ProviderFamily } from "./provider-family.ts";

export type OpenAIProtocol = "chat" | "responses";

/** GPT-5 and later, o-series, Codex and computer use; fine-tuned ones of theirs too. */
const newer = /^(?:ft:)?(?:gpt-(?:[5-9]|\d{2,})(?!\d)|o\d|codex|computer-use)/;

/** Kinds of these that are made for chat, speech or search and speak Chat Completions only or as well. */
const forChat = /^(?:ft:)?o1-(?:mini|preview)|-(?:chat|search|audio|realtime|transcribe|tts)(?:-|$)/;

/**
 * The protocol for a model behind an address. OpenAI's own newer models reason better over Responses, where their
 * reasoning comes back to them, and some are found nowhere else. Every other server speaks Chat Completions, and only
 * some of them the other one: there it is `asked` for in the settings, or not used.
 */
export function openaiProtocol(
  family: Pick<ProviderFamily, "protocol" | "protocolIsAsked">,
  { modelId, baseUrl }: { readonly modelId: string; readonly baseUrl: string },
): OpenAIProtocol {
  if (family.protocol === "responses") return "responses";
  if (family.protocolIsAsked === true || URL.parse(baseUrl)?.hostname !== "api.openai.com") return "chat";
  const id = modelId.toLowerCase();
  return newer.test(id) && !forChat.test(id) ? "responses" : "chat";
}

/**
 * True when a server refuses Chat Completions for a model that it has under Responses: OpenAI's words, also behind
 * gateways ("This model is only supported in v1/responses and not in v1/chat/completions.", "Please use /v1/responses
 * instead …" for tools beside reasoning), and GitHub's.
 */
export function refusesChat({ message, code }: ProviderError): boolean {
  if (code === "unsupported_api_for_model") return true;
  return /only supported in \/?v1\/responses|use (?:the )?\/?v1\/responses|not accessible via the \/chat\/completions/i.test(
    message,
  );
}

/** Models that think for minutes and may say nothing meanwhile. */
const slow = /-(?:pro|deep-research)(?:-|$)/;
const longSilenceMs = 20 * 60 * 1000;

/** How long such a model may be silent, where the user has not said it (`idleMs`); ms. */
export function longSilence(modelId: string, idleMs: number | undefined): { readonly idleMs?: number } {
  return idleMs === undefined && slow.test(modelId.toLowerCase()) ? { idleMs: longSilenceMs } : {};
}
