/** edit_file: passages of a file replaced, everything else left as it is. */
import { z } from "zod";
import type { HunkAnswer } from "../protocol/approval.ts";
import type { Changes, ToolResult } from "../protocol/tool-result.ts";
import { compareTexts } from "../workspace/compare-texts.ts";
import { inFileQueue } from "../workspace/file-queue.ts";
import { displayPath, type ResolvedPath, writeAccess } from "../workspace/paths.ts";
import { type FileSnapshot, holdsBytes, readFileSnapshot } from "../workspace/read-file.ts";
import { type DecodedText, encodeText } from "../workspace/text.ts";
import { writeFileBytes } from "../workspace/write-file.ts";
import { changeView } from "./change-view.ts";
import { chooseHunks } from "./choose-hunks.ts";
import { chosenInWords, nothingChosen } from "./chosen-words.ts";
import { type Edit, type Knowledge, type MadeEdit, planEdits } from "./edit-plan.ts";
import { madeInWords, refusalInWords, staleInWords } from "./edit-words.ts";
import { asChangeErrors, notThere, oneLine, requireSamePlace } from "./failures.ts";
import {
  mayBeTold,
  requireDecoded,
  requireFileText,
  requireWritable,
  resolveToChange,
  sameHunks,
  sameLines,
  writeNotes,
} from "./file-change.ts";
import { type PreparedCall, type Tool, type ToolContext, ToolError, type ToolRun } from "./tool.ts";

const oldString = z.string().describe("The exact text to replace, without line numbers; must be unique.");
const newString = z.string().describe("What stands there instead.");
const replaceAll = z.boolean().optional().describe("Replace every place.");
const schema = z.object({
  path: z.string().describe("Absolute, or relative to the project folder."),
  old_string: oldString.optional(),
  new_string: newString.optional(),
  replace_all: replaceAll,
  edits: z
    .array(z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() }))
    .optional()
    .describe("Instead of old_string: several edits, made in order, all or none."),
});
type Input = z.infer<typeof schema>;

export const editFileTool: Tool<Input> = {
  name: "edit_file",
  aliases: ["edit", "Edit", "str_replace", "multi_edit"],
  description:
    "Replaces exact passages of a file, each unique unless replace_all. Give enough lines around a passage to make it unique.",
  risk: "write",
  schema,
  title: ({ path }) => oneLine(path),
  async prepare(input, context) {
    const edits = editsOf(input);
    const target = await resolveToChange(context.cwd, input.path);
    const { path } = target;
    const name = displayPath(context.cwd, path);
    if (target.type === null) {
      throw await notThere(context.cwd, path, " Nothing was changed. To create it, use write_file.");
    }
    const shown = await planChange(path, name, edits, context);
    const call = { given: input.path, target, name, edits, context, shown };
    return {
      accesses: [writeAccess(target)],
      preview: shown.change,
      partly: (answers) => partly(call, answers),
      run: (run) => edit(call, sameLines, asPlanned, run),
    };
  },
};

type EditCall = {
  /** The path in the model's words. */
  readonly given: string;
  readonly target: ResolvedPath;
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly context: ToolContext;
  readonly shown: PlannedChange;
};

/** What is written of a planned change, and what the model is told of it. */
type Written = {
  readonly bytes: Uint8Array;
  readonly change: Changes;
  readonly text: string;
  /** The model knows what stands there now as well as it knew the file before. */
  readonly isTold: boolean;
};

function asPlanned({ bytes, change, made, knowledge }: PlannedChange, name: string): Written {
  return { bytes, change, text: madeInWords(made, name, knowledge), isTold: true };
}

/** The edit with only some of its hunks. */
function partly(call: EditCall, answers: readonly HunkAnswer[]): PreparedCall {
  const { name, shown, target } = call;
  const choose = ({ decoded, after, change }: PlannedChange) =>
    chooseHunks(
      change.files.map((file) => ({ change: file, before: decoded.text, after })),
      answers,
    );
  const files = choose(shown);
  const accesses = [writeAccess(target)];
  const outcome = files[0]?.outcome ?? "none";
  if (outcome === "all") {
    return { accesses, preview: shown.change, run: (run) => edit(call, sameLines, asPlanned, run) };
  }
  if (outcome === "none") {
    return { accesses, preview: { type: "changes", files: [] }, run: async () => nothingChosen(files) };
  }
  const asChosen = (planned: PlannedChange): Written => {
    const chosen = choose(planned);
    const [file] = chosen;
    const text = typeof file?.outcome === "object" ? file.outcome.text : planned.after;
    const words = chosenInWords(chosen);
    return {
      bytes: encodeText({ ...planned.decoded, text }),
      change: { type: "changes", files: [compareTexts(name, planned.decoded.text, text)] },
      text: `Changed ${name} in part. ${words.text}${staleInWords(planned.knowledge)}`,
      isTold: words.tellsAll,
    };
  };
  return { accesses, preview: asChosen(shown).change, run: (run) => edit(call, sameHunks, asChosen, run) };
}

/** Makes the edit in the file as it is now, as far as that is the change that was shown. */
async function edit(
  call: EditCall,
  isSameChange: (now: Changes, shown: Changes) => boolean,
  writtenOf: (planned: PlannedChange, name: string) => Written,
  { signal, keepBefore }: ToolRun,
): Promise<ToolResult> {
  const { given, name, context, shown } = call;
  const { path } = call.target;
  const work = async () => {
    await requireSamePlace(context.cwd, given, path, asChangeErrors);
    const isSame = await asChangeErrors(() => holdsBytes(path, shown.file.bytes));
    const now = isSame ? shown : await planAgain(call, isSameChange);
    const { bytes, change, text, isTold } = writtenOf(now, name);
    const beforeChange = () => keepBefore([{ path, before: now.file }]);
    const request = { path, bytes, replaces: now.file, beforeChange };
    const written = await asChangeErrors(() => writeFileBytes(request, signal));
    // What was not read, or not as it was now, is not known any better.
    if (now.knowledge === "read") {
      if (isTold) context.reads.noteEdited(path, written.hash);
      else context.reads.noteRead(path, written.hash, "none", 0);
    }
    return { ok: true, text: `${text}${writeNotes(written)}`, ...changeView(change) } as const;
  };
  return inFileQueue([path], work, signal);
}

function editsOf({ old_string, new_string, replace_all, edits }: Input): readonly Edit[] {
  const single = old_string === undefined ? [] : [{ old_string, new_string: new_string ?? "", replace_all }];
  const several = edits ?? [];
  // Some models fill in every field that there is.
  if (several.length > 0 && old_string === "" && (new_string ?? "") === "") return checked(several);
  if (single.length > 0 && several.length > 0) {
    throw new ToolError(
      "Give either old_string and new_string, or edits. Nothing was changed.",
      "invalid_arguments",
    );
  }
  if (old_string !== undefined && new_string === undefined) {
    throw new ToolError("new_string is missing. Nothing was changed.", "invalid_arguments");
  }
  const all = single.length > 0 ? single : several;
  if (all.length === 0) {
    throw new ToolError("old_string and new_string are missing. Nothing was changed.", "invalid_arguments");
  }
  return checked(all);
}

function checked(edits: readonly Edit[]): readonly Edit[] {
  for (const { old_string, new_string } of edits) {
    requireFileText(old_string, "old_string");
    requireFileText(new_string, "new_string");
  }
  return edits;
}

/** A change as it would be made now. */
type PlannedChange = {
  readonly file: FileSnapshot;
  readonly decoded: DecodedText;
  /** The whole text as it is to be, and its bytes. */
  readonly after: string;
  readonly bytes: Uint8Array;
  readonly change: Changes;
  readonly made: readonly MadeEdit[];
  readonly knowledge: Knowledge;
};

async function planChange(
  path: string,
  name: string,
  edits: readonly Edit[],
  context: ToolContext,
): Promise<PlannedChange> {
  const file = await asChangeErrors(() => readFileSnapshot(path));
  requireWritable(file, name);
  const decoded = requireDecoded(file, name);
  const read = context.reads.get(path);
  const knowledge = read === undefined ? "unread" : read.hash === file.hash ? "read" : "stale";
  const plan = planEdits(decoded.text, edits, knowledge);
  if (plan.type === "refused") {
    const mayShow = mayBeTold(context, path);
    throw new ToolError(refusalInWords(plan, name, { count: edits.length, knowledge, mayShow }));
  }
  if (plan.after === decoded.text) {
    throw new ToolError(`The edits together change nothing in ${name}; nothing was changed.`);
  }
  const change: Changes = { type: "changes", files: [compareTexts(name, decoded.text, plan.after)] };
  const bytes = await asChangeErrors(async () => encodeText({ ...decoded, text: plan.after }));
  return { file, decoded, after: plan.after, bytes, change, made: plan.made, knowledge };
}

/** The same change of a file that changed while it was being decided: made only if it is the change that was shown. */
async function planAgain(
  { shown, target, name, edits, context }: EditCall,
  isSameChange: (now: Changes, shown: Changes) => boolean,
): Promise<PlannedChange> {
  const again = await planChange(target.path, name, edits, context);
  if (isSameChange(again.change, shown.change)) return again;
  throw new ToolError(
    `${name} changed while this was being decided, and the edit would not be the one that was shown. ` +
      "Nothing was changed. Read it again.",
  );
}
