/** Reads what a server of the Responses protocol sends. */
import type { AssistantPart } from "../../src/protocol/message.ts";
import { raw, serveModel } from "../support/model-server.ts";
import { collect, responseOf } from "./collect.ts";
import { events, providerFor } from "./responses-server.ts";

/** What the adapter makes of a stream of these events. */
export async function read(all: Parameters<typeof events>[0], named = true) {
  await using server = await serveModel([[raw(events(all, named))]]);
  return await collect(providerFor(server));
}
export const partsOf = async (...all: Parameters<typeof events>[0]) => responseOf(await read(all)).parts;
export const callPart = (callId: string, argumentsText = '{"path":"a"}'): AssistantPart => ({
  type: "tool_call",
  callId,
  name: "read",
  argumentsText,
});
