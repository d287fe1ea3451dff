/** A message in the words of Chat Completions. */
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { JsonRecord } from "./json.ts";

/** Vendors' fields are not in the SDK's type. */
export type WireMessage = ChatCompletionMessageParam & JsonRecord;
