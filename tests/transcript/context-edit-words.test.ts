/** A change of the context is one line of the transcript, and stands in the JSON export. */
import { expect, test } from "bun:test";
import { jsonWriter } from "../../src/transcript/export/json.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { project } from "../../src/transcript/project.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";
import { written } from "./export/saying.ts";

type Edits = Extract<NewEntry, { type: "context_edit" }>["edits"];

const entriesWith = (edits: Edits): Entry[] =>
  chained([
    said("hello"),
    { type: "compaction", summary: "SUMMARY", firstKeptId: "e0" },
    { type: "context_edit", edits },
  ]);
const told = (...edits: Edits) =>
  project(entriesWith(edits))
    .flatMap((item) => (item.type === "notice" ? [item.text] : []))
    .slice(1);

test("says how many parts are left out from here on, and how large they were", () => {
  expect(
    told(
      { entryId: "e0", action: "exclude", tokens: 2_400 },
      { entryId: "x", callId: "c", action: "exclude", tokens: 10_000 },
    ),
  ).toEqual(["Left out of the requests from here on: 2 parts, 12.4k tokens."]);
});

test("says each kind of change, and that a summary is taken back", () => {
  expect(
    told(
      { entryId: "e1", action: "exclude" },
      { entryId: "a", action: "shorten", text: "…" },
      { entryId: "b", action: "restore" },
      { entryId: "c", action: "pin" },
      { entryId: "d", action: "unpin" },
    ),
  ).toEqual([
    "Shorter in the requests from here on: 1 part. The summary is taken back: what it stood for is in the requests again, as it was said. Put back into the requests: 1 part. Pinned, so that no summary takes its place: 1 part. No longer pinned: 1 part.",
  ]);
});

test("says nothing of what a summary has cost that was not taken", () => {
  expect(told()).toEqual([]);
});

test("is a message of the JSON export, without the texts", () => {
  const edits: Edits = [{ entryId: "e0", action: "shorten", text: "a text", tokens: 5 }];
  const header = {
    type: "header",
    format: 1,
    sessionId: "abc",
    createdAt: "",
    cwd: "/",
    version: "0",
  } as const;
  const document = {
    header,
    title: "",
    entries: entriesWith(edits),
    secretsLeftOut: true,
    isRunning: false,
    priceOf: () => undefined,
  };
  const { messages } = JSON.parse(written(jsonWriter, document));
  expect(messages.at(-1)).toMatchObject({
    role: "notice",
    kind: "context_edit",
    edits: [{ entryId: "e0", action: "shorten", tokens: 5 }],
  });
});
