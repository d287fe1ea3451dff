/**
 * `/rewind`, for whatever asks the user: goes back to before a message, the conversation, the files or both, and takes
 * that back again.
 */
import type { RestorePlan } from "../../../app/restore-files.ts";
import { type Rewind, rewind } from "../../../app/rewind.ts";
import { type RewindPoint, rewindPoints, wayBack } from "../../../app/rewind-points.ts";
import { say } from "../../../words/say.ts";
import { outsideQuestion } from "./outside-changes.ts";
import { choicesFor, doableSteps, impossibleSteps, type RewindAction, stepWords } from "./rewind-choices.ts";
import type { RewindParts } from "./rewind-parts.ts";
import { summariseAt } from "./summarise-at.ts";
import { firstWords } from "./turn-rows.ts";

/**
 * `argument`: how many messages back, "undo" to undo the last rewind, or empty: the user chooses from a list.
 * Should a turn begin meanwhile, nothing is done, and that is said.
 */
export function openRewind(argument: string, parts: RewindParts): void {
  if (argument === "undo") return void undo(parts);
  const points = pointsOf(parts);
  if (argument === "") return openTurns(parts);
  const point = /^[1-9]\d{0,8}$/.test(argument) ? points[Number(argument) - 1] : undefined;
  if (point !== undefined) return openChoices(point, parts);
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
  const way = wayBack(parts.conversation().session.entries());
  const undoes = way?.isLast === true ? way.undoes : null;
  if (points.length === 0 && undoes === null)
    return parts.tell(say`Nothing was said yet: there is nothing to go back to.`, "warning");
  const go = (one: RewindPoint | "undo") => void (one === "undo" ? undo(parts) : openChoices(one, parts));
  parts.ask.turn(points, { undoes, chosen }, go);
}

function openChoices(point: RewindPoint, parts: RewindParts): void {
  let plan = noPlan(point);
  const look = async () => {
    plan = (await parts.conversation().planRestore(point.before)) ?? plan;
    const isFirst = pointsOf(parts).at(-1)?.message.id === point.message.id;
    return choicesFor(plan, { isFirst });
  };
  parts.ask.choice<RewindAction>({
    question: say`Back to before “${firstWords(point.message.text)}”`,
    choices: look(),
    onChosen: (action) => act(action, { point, plan, parts }),
    onBack: () => openTurns(parts, point),
  });
}

function noPlan({ before }: RewindPoint): RestorePlan {
  return { to: before, steps: [], notes: [] };
}

type Chosen = { readonly point: RewindPoint; readonly plan: RestorePlan; readonly parts: RewindParts };

function act(action: RewindAction, { point, plan, parts }: Chosen): void {
  const place = say`The conversation is back before “${firstWords(point.message.text)}”.`;
  const all = doableSteps(plan).map(({ path }) => path);
  switch (action) {
    case "both":
      return bringBack(
        plan,
        all,
        parts,
        (files, staying) => void goBack(point, { to: point.before, place, files, staying }, parts),
      );
    case "conversation": {
      const staying = [...doableSteps(plan), ...impossibleSteps(plan)].map(({ name }) => name);
      return void goBack(point, { to: point.before, place, files: null, staying }, parts);
    }
    case "files":
      return bringBack(
        plan,
        all,
        parts,
        (files) => void goBack(null, { to: undefined, place, files, staying: [] }, parts),
      );
    case "one-file":
      return openFiles({ point, plan, parts });
    case "summarise-from":
      return void summariseAt("from", point, parts);
    case "summarise-up-to":
      return void summariseAt("before", point, parts);
    default:
      return action satisfies never;
  }
}

function openFiles({ point, plan, parts }: Chosen): void {
  parts.ask.choice<string>({
    question: say`Which file?`,
    isLong: true,
    // What stands in the way goes only together with it.
    choices: doableSteps(plan).map((step) => ({
      label: stepWords(step),
      value: step.path,
      whyNot: step.now.type === "other" ? step.now.why : undefined,
    })),
    onChosen: (path) =>
      bringBack(
        plan,
        [path],
        parts,
        (files) => void goBack(null, { to: undefined, place: "", files, staying: [] }, parts),
      ),
    onBack: () => openChoices(point, parts),
  });
}

/** Asks first where that would overwrite what was changed outside rein. `go` gets what is brought back, and what stays. */
function bringBack(
  plan: RestorePlan,
  paths: readonly string[],
  parts: RewindParts,
  go: (files: Rewind["files"], staying: readonly string[]) => void,
): void {
  const chosenGo = (chosen: readonly string[]) => {
    const coming = new Set(chosen);
    const stays = ({ path }: { readonly path: string }) => !coming.has(path);
    const staying = [...doableSteps(plan).filter(stays), ...impossibleSteps(plan)].map(({ name }) => name);
    go(chosen.length === 0 ? null : { plan, paths: chosen }, staying);
  };
  const question = outsideQuestion(plan, paths, parts.tell, chosenGo);
  if (question === null) chosenGo(paths);
  else parts.ask.choice(question);
}

/** Does it, and gives the message back to be changed where the conversation goes back before it. */
async function goBack(point: RewindPoint | null, wanted: Rewind, parts: RewindParts): Promise<void> {
  const conversation = parts.conversation();
  const onGoing = async () => {
    if (point !== null) await parts.giveBack(point.message.text, point.message.images);
  };
  const end = await rewind(wanted, { ...parts, conversation, onGoing });
  if (end === null) return parts.tell(say`A turn has begun meanwhile: nothing was changed.`, "warning");
  if (end.outcome === "failed") parts.tell(end.reason ?? "", "error");
}

async function undo(parts: RewindParts): Promise<void> {
  const conversation = parts.conversation();
  const way = wayBack(conversation.session.entries());
  if (way === null) return parts.tell(say`Nothing was rewound yet: there is nothing to undo.`, "warning");
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
