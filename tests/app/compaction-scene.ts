/** What tests of compaction look at. */
import { estimateText } from "../../src/context/tokens.ts";
import type { EntryOf } from "../../src/protocol/entry.ts";
import { httpError, type RecordedRequest } from "../support/model-server.ts";
import { type LongSession, turn, words } from "./long-session.ts";

/** 50,000 tokens, most of them in results. */
export const long = Array.from({ length: 20 }, (_, at) =>
  turn(`question ${at}`, `${words(2_500)} end ${at}`),
).flat();
/** A request for a summary: the only ones that have no tools. */
export const asksForSummary = ({ body }: RecordedRequest) => body?.["tools"] === undefined;
export const summaries = ({ server }: LongSession) => server.requests.filter(asksForSummary);
export const compactions = (session: LongSession) =>
  session.inFile().filter((entry): entry is EntryOf<"compaction"> => entry.type === "compaction");
/** The tokens of all texts in a body, its tools' descriptions among them. */
export const tokensIn = (value: unknown): number => {
  if (typeof value === "string") return estimateText(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + tokensIn(inner), 0);
};
export const overflow = (message: string) =>
  httpError(400, { error: { message, type: "invalid_request_error" } });
