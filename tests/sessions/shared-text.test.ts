import { expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Entry } from "../../src/protocol/entry.ts";
import { withSharedText } from "../../src/sessions/shared-text.ts";

test("an entry whose texts are kept once is the same entry, whatever they hold", () => {
  const text = fc.string({ maxLength: 40 }).map((part) => part.repeat(60));
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (head, output, foot, agrees) => {
      const entry: Entry = {
        type: "tool_result",
        id: "a",
        parentId: null,
        at: "2026-11-30T10:00:00.000Z",
        callId: "call_1",
        name: "bash",
        title: "make",
        durationMs: 1,
        result: {
          ok: true,
          text: agrees ? head + output + foot : head,
          view: { type: "command", exitCode: 0, output },
        },
      };
      expect(withSharedText(entry)).toEqual(entry);
    }),
    { seed: 20_261_130, numRuns: 200 },
  );
});
