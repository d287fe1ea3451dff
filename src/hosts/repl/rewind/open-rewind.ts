/** `/rewind`: goes back to before a message, the conversation, the files or both, and takes that back again. */
import type { RestorePlan } from "../../../app/restore-files.ts";
import { type Rewind, rewind } from "../../../app/rewind.ts";
import { type RewindPoint, rewindPoints, wayBack } from "../../../app/rewind-points.ts";
import { say } from "../../../words/say.ts";
import type { CommandHostParts } from "../commands/command-host.ts";
import { ChoiceList } from "../lists/choice-list.ts";
import { Picker } from "../lists/picker.ts";
import { askOutside } from "./outside-changes.ts";
import { choicesFor, doableSteps, impossibleSteps, type RewindAction, stepWords } from "./rewind-choices.ts";
import { summariseAt } from "./summarise-at.ts";
import { TurnList } from "./turn-list.ts";
import { firstWords } from "./turn-rows.ts";

export type RewindParts = Pick<
  CommandHostParts,
  "app" | "conversation" | "list" | "style" | "tell" | "showAnew" | "giveBack" | "onFilesChanged"
>;

/**
 * `argument`: how many messages back, "undo" to undo the last rewind, or empty: the user chooses from a list.
 * Should a turn begin meanwhile, nothing is done, and that is said.
 */
export function openRewind(argument: string, parts: RewindParts): void {
  if (argument === "undo") return void undo(parts);
  const points = pointsOf(parts);
  if (argument === "") return openTurns(parts);
  const point = /^[1-9]\d{0,8}$/.test(argument) ? points[Number(argument) - 1] : undefined;
  if (point !== undefined) return void openChoices(point, parts);
  parts.tell(
    points.length === 0
      ? say`Nothing was said yet: there is nothing to go back to.`
      : say`/rewind N: N is from 1 to ${points.length}, how many of your messages back it goes; /rewind undo undoes the last one.`,
    "warning",
  );
}

function pointsOf({ conversation }: RewindParts): RewindPoint[] {
  const { session } = conversation();
  return rewindPoints(session.branch(), session.entries());
}

function openTurns(parts: RewindParts, chosen?: RewindPoint): void {
  const points = pointsOf(parts);
  const canUndo = wayBack(parts.conversation().session.entries())?.isLast === true;
  if (points.length === 0 && !canUndo)
    return parts.tell(say`Nothing was said yet: there is nothing to go back to.`, "warning");
  parts.list.open(
    new TurnList({
      points,
      canUndo,
      chosen,
      cwd: parts.app.cwd,
      now: Date.now(),
      style: parts.style,
      onChosen: (one) => void (one === "undo" ? undo(parts) : openChoices(one, parts)),
    }),
  );
}

/** Keys are the list's at once; it says what can be done as soon as the files were looked at. */
async function openChoices(point: RewindPoint, parts: RewindParts): Promise<void> {
  const { list, style, conversation } = parts;
  let plan: RestorePlan | null = null;
  const choices = new ChoiceList<RewindAction>({
    question: say`Back to before “${firstWords(point.message.text)}”`,
    style,
    onChosen: (action) => void act(action, { point, plan: plan ?? noPlan(point), parts }),
    onBack: () => openTurns(parts, point),
  });
  list.open(choices);
  plan = await conversation().planRestore(point.before);
  if (!list.shows(choices)) return;
  const isFirst = pointsOf(parts).at(-1)?.message.id === point.message.id;
  if (choices.fill(choicesFor(plan ?? noPlan(point), { isFirst })) === "close") list.close(choices);
  else list.draw();
}

function noPlan({ before }: RewindPoint): RestorePlan {
  return { to: before, steps: [], notes: [] };
}

type Chosen = { readonly point: RewindPoint; readonly plan: RestorePlan; readonly parts: RewindParts };

async function act(action: RewindAction, { point, plan, parts }: Chosen): Promise<void> {
  const place = say`The conversation is back before “${firstWords(point.message.text)}”.`;
  const all = doableSteps(plan).map(({ path }) => path);
  switch (action) {
    case "both":
      return bringBack(plan, all, parts, (files, staying) =>
        goBack(point, { to: point.before, place, files, staying }, parts),
      );
    case "conversation": {
      const staying = [...doableSteps(plan), ...impossibleSteps(plan)].map(({ name }) => name);
      return goBack(point, { to: point.before, place, files: null, staying }, parts);
    }
    case "files":
      return bringBack(plan, all, parts, (files) =>
        goBack(null, { to: undefined, place, files, staying: [] }, parts),
      );
    case "one-file":
      return openFiles({ point, plan, parts });
    case "summarise-from":
      return summariseAt("from", point, parts);
    case "summarise-up-to":
      return summariseAt("before", point, parts);
    default:
      return action satisfies never;
  }
}

function openFiles({ plan, parts }: Chosen): void {
  parts.list.open(
    new Picker({
      question: say`Which file?`,
      help: say`Type to filter`,
      options: doableSteps(plan).map((step) => ({ label: stepWords(step), value: step.path })),
      onChosen: (path) =>
        bringBack(plan, [path], parts, (files) =>
          goBack(null, { to: undefined, place: "", files, staying: [] }, parts),
        ),
    }),
  );
}

/** Asks first where that would overwrite what was changed outside rein. `go` gets what is brought back, and what stays. */
function bringBack(
  plan: RestorePlan,
  paths: readonly string[],
  parts: RewindParts,
  go: (files: Rewind["files"], staying: readonly string[]) => void,
): void {
  askOutside(plan, paths, parts, (chosen) => {
    const stays = ({ path }: { readonly path: string }) => !chosen.includes(path);
    const staying = [...doableSteps(plan).filter(stays), ...impossibleSteps(plan)].map(({ name }) => name);
    go(chosen.length === 0 ? null : { plan, paths: chosen }, staying);
  });
}

/** Does it, and gives the message back to be changed where the conversation goes back before it. */
async function goBack(point: RewindPoint | null, wanted: Rewind, parts: RewindParts): Promise<void> {
  const conversation = parts.conversation();
  const end = await rewind(wanted, { ...parts, conversation });
  if (end === null) return parts.tell(say`A turn has begun meanwhile: nothing was changed.`, "warning");
  if (end.outcome === "failed") return parts.tell(end.reason ?? "", "error");
  if (point !== null) parts.giveBack(point.message.text, point.message.images);
}

async function undo(parts: RewindParts): Promise<void> {
  const conversation = parts.conversation();
  const way = wayBack(conversation.session.entries());
  if (way === null)
    return parts.tell(say`Nothing was rewound yet: there is nothing to undo.`, "warning");
  const plan = way.files === undefined ? null : await conversation.planRestore(way.files, way.paths);
  const place = say`The conversation is where it was before.`;
  const go = (files: Rewind["files"], staying: readonly string[]) => {
    if (way.conversation === undefined && files === null)
      return parts.tell(say`There is nothing to undo: the files are as they were.`);
    void goBack(null, { to: way.conversation, place, files, staying }, parts);
  };
  if (plan === null) return go(null, []);
  bringBack(
    plan,
    doableSteps(plan).map(({ path }) => path),
    parts,
    go,
  );
}
