/** apply_patch: changes to several files in one text, all of them or none. For models that were trained on the format. */
import { z } from "zod";
import { hunkPlaces } from "../protocol/hunks.ts";
import type { Changes, FileBefore, ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { displayPath, writeAccess } from "../workspace/paths.ts";
import { parsePatch, PatchError } from "../workspace/patch-format.ts";
import { inFileQueue } from "../workspace/file-queue.ts";
import type { WriteOutcome } from "../workspace/write-file.ts";
import { type FileStep, requireAllUnchanged, writeAll, WriteAllError } from "../workspace/write-all.ts";
import { changeView } from "./change-view.ts";
import { chosenInWords, type ChosenWords, nothingChosen } from "./chosen-words.ts";
import { asChangeErrors, oneLine, requireSamePlace } from "./failures.ts";
import { requireFileText, writeNotes } from "./file-change.ts";
import { choosePart } from "./patch-part.ts";
import {
  changesOf,
  type PatchPlan,
  planPatch,
  type PlannedChange,
  type PlannedFile,
  stepsOf,
} from "./patch-plan.ts";
import { type PreparedCall, type Tool, type ToolContext, ToolError, type ToolRun } from "./tool.ts";

const schema = z
  .object({
    patch: z.string().optional().describe("The whole patch, from *** Begin Patch to *** End Patch."),
    input: z.string().optional().describe("Another name for patch."),
  })
  .refine(({ patch, input }) => (patch === undefined) !== (input === undefined), "give the text as `patch`");
type Input = z.infer<typeof schema>;

export const applyPatchTool: Tool<Input> = {
  name: "apply_patch",
  aliases: ["applypatch"],
  description:
    "Applies a patch in the *** Begin Patch format: adds, updates, moves and deletes files, all of it or nothing. " +
    "Paths are absolute or relative to the project folder.",
  risk: "write",
  schema,
  title: (input) => titleOf(textOf(input)),
  async prepare(input, context) {
    const text = textOf(input);
    requireFileText(text, "patch");
    const plan = await planOf(text, context);
    const shown = changesOf(plan);
    const whole = preparedPatch(plan, shown, null, context);
    if (hunkPlaces(shown.map(({ change }) => change)).length === 0) return whole;
    return {
      ...whole,
      partly(answers) {
        const part = choosePart(plan, shown, answers);
        const outcomes = part.chosen.flatMap(({ hunks, outcome }) => (hunks.length === 0 ? [] : [outcome]));
        if (outcomes.every((outcome) => outcome === "all")) return whole;
        if (outcomes.every((outcome) => outcome === "none")) {
          const preview: Changes = { type: "changes", files: [] };
          return { accesses: whole.accesses, preview, run: async () => nothingChosen(part.chosen) };
        }
        return preparedPatch(part.plan, changesOf(part.plan), chosenInWords(part.chosen), context);
      },
    };
  },
};

function preparedPatch(
  plan: PatchPlan,
  shown: readonly PlannedChange[],
  words: ChosenWords | null,
  context: ToolContext,
): PreparedCall {
  const steps = stepsOf(plan);
  const changes: Changes = { type: "changes", files: shown.map(({ change }) => change) };
  return {
    accesses: plan.files.map(writeAccess),
    preview: changes,
    run: (run) =>
      inFileQueue(
        plan.files.map(({ path }) => path),
        () => apply({ plan, steps, changes, words }, context, run),
        run.signal,
      ),
  };
}

/** A plan and what it comes to. `words`: what the user decided, where that is not all that was asked for. */
type Patch = {
  readonly plan: PatchPlan;
  readonly steps: readonly FileStep[];
  readonly changes: Changes;
  readonly words: ChosenWords | null;
};

function textOf({ patch, input }: Input): string {
  return patch ?? input ?? "";
}

/** "a.ts", "a.ts and 2 more". */
function titleOf(text: string): string {
  const names = [...text.matchAll(/^\s*\*\*\* (?:Add|Update|Delete) File:(.*)$/gm)].map(
    ([, name]) => name ?? "",
  );
  const [first = "", ...more] = new Set(names.map(oneLine));
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

/**
 * A line with blanks before a marker is by the grammar a line of the file; where that does not work out, it is tried as
 * the marker that it looks like. What is told is what went wrong by the grammar.
 */
async function planOf(text: string, context: ToolContext): Promise<PatchPlan> {
  try {
    return await planReading(text, false, context);
  } catch (thrown) {
    if (!(thrown instanceof ToolError) || !/^[ \t]+(?:\*\*\* |@@)/m.test(text)) throw thrown;
    try {
      return await planReading(text, true, context);
    } catch (second) {
      throw second instanceof ToolError ? thrown : second;
    }
  }
}

async function planReading(text: string, paddedMarkers: boolean, context: ToolContext): Promise<PatchPlan> {
  try {
    return await planPatch(parsePatch(text, { paddedMarkers }), context);
  } catch (thrown) {
    throw thrown instanceof PatchError ? new ToolError(`${thrown.message}\nNothing was changed.`) : thrown;
  }
}

async function apply(
  { plan, steps, changes, words }: Patch,
  { cwd, reads }: ToolContext,
  { signal, keepBefore }: ToolRun,
): Promise<ToolResult> {
  const chosen = words === null ? [] : [words.text];
  if (steps.length === 0) {
    const nothing = "Nothing to change: the files already are as the patch makes them.";
    return { ok: true, text: [nothing, ...plan.notes, ...chosen].join("\n"), summary: say`unchanged` };
  }
  for (const { given, path } of plan.places) await requireSamePlace(cwd, given, path, asChangeErrors);
  await asChangeErrors(() => requireAllUnchanged(steps));
  await keepBefore(steps.map(beforeOf));
  const outcomes = await written(steps, cwd, signal);
  for (const { path, after } of plan.files) {
    const outcome = outcomes.get(path);
    if (outcome === undefined) continue;
    if (after?.known === true && words?.tellsAll !== false) reads.noteWritten(path, outcome.hash);
    else reads.noteRead(path, outcome.hash, "none", 0);
  }
  return { ok: true, text: [patchInWords(plan, outcomes), ...chosen].join("\n"), ...changeView(changes) };
}

function beforeOf(step: FileStep): FileBefore {
  if (step.type === "create") return { path: step.path, before: null };
  return { path: step.before.path, before: { bytes: step.before.bytes, mode: step.before.mode } };
}

async function written(
  steps: readonly FileStep[],
  cwd: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, WriteOutcome>> {
  try {
    return await writeAll(steps, signal);
  } catch (thrown) {
    if (!(thrown instanceof WriteAllError)) throw thrown;
    const failed = `${displayPath(cwd, thrown.path)} could not be changed: ${thrown.message}`;
    if (thrown.left.length === 0) {
      throw new ToolError(`${failed}\nWhat had been done before it was undone: every file is as it was.`);
    }
    const left = thrown.left.map(({ path, why }) => `${displayPath(cwd, path)}: ${why}`);
    throw new ToolError(
      `${failed}\nWhat had been done before it was undone, but not here. Look at these before you go on:\n${left.join("\n")}`,
    );
  }
}

/** In the words that models trained on the format know, and below them what else there is to say. */
function patchInWords({ files, notes }: PatchPlan, outcomes: ReadonlyMap<string, WriteOutcome>): string {
  const movedAway = new Set(files.map(({ after }) => after?.movedFrom?.path));
  const listed = (letter: string, isListed: (file: PlannedFile) => boolean) =>
    files.filter(isListed).map(({ name }) => `${letter} ${name}`);
  const moves = files.flatMap(({ name, after }) =>
    after?.movedFrom ? [`${after.movedFrom.name} was moved to ${name}.`] : [],
  );
  const written = files.flatMap(({ path, name }) => {
    const note = writeNotesOf(outcomes.get(path));
    return note === "" ? [] : [`${name}:${note}`];
  });
  const unchanged = files.flatMap(({ path, name, after }) =>
    after !== null && !outcomes.has(path) ? [`${name} is unchanged.`] : [],
  );
  return [
    "Success. Updated the following files:",
    ...listed("A", (file) => outcomes.has(file.path) && isNew(file)),
    ...listed("M", (file) => outcomes.has(file.path) && !isNew(file)),
    ...listed("D", ({ path, before, after }) => before !== null && after === null && !movedAway.has(path)),
    ...moves,
    ...unchanged,
    ...notes,
    ...written,
  ].join("\n");
}

function isNew({ before, after }: PlannedFile): boolean {
  return before === null && after?.movedFrom === null;
}

function writeNotesOf(outcome: WriteOutcome | undefined): string {
  return outcome === undefined ? "" : writeNotes(outcome);
}
