/** Every text of a call's result. */
import type { ToolResult } from "../protocol/tool-result.ts";

type View = NonNullable<ToolResult["view"]>;
type Change = Extract<View, { type: "changes" }>["files"][number];

/** `lines` is for a text that has to keep its number of lines. */
export type HowToConceal = {
  readonly text: (text: string) => Promise<string>;
  readonly lines: (text: string) => Promise<string>;
};

/** The result with each of its texts concealed. Pictures and paths stay: paths are what later calls name. */
export async function concealResult(result: ToolResult, how: HowToConceal): Promise<ToolResult> {
  const view = result.view === undefined ? {} : { view: await concealView(result.view, how) };
  if (!result.ok) return { ...result, message: await how.text(result.message), ...view };
  const summary = result.summary === undefined ? {} : { summary: await how.lines(result.summary) };
  return { ...result, text: await how.text(result.text), ...summary, ...view };
}

async function concealView(view: View, how: HowToConceal): Promise<View> {
  switch (view.type) {
    case "changes": {
      const files: Change[] = [];
      for (const file of view.files) files.push(await concealChange(file, how));
      return { ...view, files };
    }
    case "diff": {
      const before = view.before === null ? null : await how.text(view.before);
      return { ...view, before, after: await how.text(view.after) };
    }
    case "command":
      return { ...view, output: await how.text(view.output) };
    case "text":
      return { ...view, text: await how.text(view.text) };
  }
}

/** The lines of a hunk together, as a key has several. */
async function concealChange(file: Change, how: HowToConceal): Promise<Change> {
  const hunks: Change["hunks"] = [];
  for (const hunk of file.hunks)
    hunks.push({ ...hunk, lines: (await how.lines(hunk.lines.join("\n"))).split("\n") });
  return { ...file, hunks };
}
