/** The line below the transcript, in windows that are too narrow for all of its keys. */
import { expect, test } from "bun:test";
import { TranscriptView } from "../../src/hosts/repl/transcript/transcript-view.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";

const wanted = ["q back", "ctrl+e all", "/ search", "r raw", "c copy", "t times", "v pager"];

test.each([20, 40, 80, 200])("each key can be seen in a window of %d columns, and none is cut", (columns) => {
  const view = new TranscriptView(() => [], plainStyle);
  const seen = new Set<string>();
  for (let turn = 0; turn < 12; turn += 1) {
    const { footer } = view.view(columns, 24);
    expect(widthOf(footer)).toBeLessThanOrEqual(columns);
    for (const hint of footer.split(" · ")) seen.add(hint);
    view.onInput({ type: "text", text: "?" });
  }
  for (const hint of wanted) expect(seen).toContain(hint);
});
