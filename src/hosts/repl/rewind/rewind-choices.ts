/** What can be done with a message that was chosen to go back to, and why something cannot. Pure. */
import { oneLine } from "../../../app/one-line.ts";
import type { RestorePlan, RestoreStep } from "../../../app/restore-files.ts";
import { wrapText } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { sayFiles } from "../../../words/say-files.ts";
import type { Choice } from "../lists/choice-list.ts";
import { endOf } from "../lists/picker.ts";

export type RewindAction =
  "both" | "conversation" | "files" | "one-file" | "summarise-from" | "summarise-up-to";

/** So many files are named below the list, fewer where more has to be said of them: a window of 24 rows shows all. */
const mostNamed = { least: 2, lost: 3, most: 6 } as const;
/** Lines below the list in such a window, and how many columns they have. */
const roomBelow = { lines: 10, columns: 76 } as const;
/** Of a longer name the end is shown, columns. */
const nameColumns = 48;

/** The files of a plan that would be changed. */
export function doableSteps({ steps }: RestorePlan): RestoreStep[] {
  return steps.filter(({ action }) => action.type === "write" || action.type === "delete");
}

/** Those that are not what they were, and cannot be brought back. */
export function impossibleSteps({ steps }: RestorePlan): RestoreStep[] {
  return steps.filter(({ action }) => action.type === "impossible");
}

/** `isFirst`: nothing was said before the message. */
export function choicesFor(
  plan: RestorePlan,
  { isFirst }: { readonly isFirst: boolean },
): Choice<RewindAction>[] {
  const doable = doableSteps(plan);
  const impossible = impossibleSteps(plan);
  const noFiles = doable.length > 0 ? undefined : whyNoFiles(impossible);
  const count = doable.length === 0 ? "" : ` · ${countWords(doable, impossible)}`;
  const more = [...(doable.length === 0 ? [] : impossibleLines(impossible)), ...plan.notes.map(oneLine)];
  const rows = more.reduce((sum, line) => sum + wrapText(line, roomBelow.columns).length, 0);
  const left = Math.max(mostNamed.least, Math.min(mostNamed.most, roomBelow.lines - rows - 1));
  const files = [...namedFew(doable.map(shortWords), left), ...more];
  return [
    { label: say`conversation and files` + count, value: "both", whyNot: noFiles, details: files },
    {
      label: say`conversation only`,
      value: "conversation",
      details: [say`The files stay as they are. The message comes back to be changed.`],
    },
    { label: say`files only` + count, value: "files", whyNot: noFiles, details: files },
    { label: say`one file only…`, value: "one-file", whyNot: noFiles, details: [] },
    {
      label: say`summarise from here`,
      value: "summarise-from",
      details: [
        say`What comes from this message on is replaced by its summary; before it all stays word for word. The files stay as they are.`,
      ],
    },
    {
      label: say`summarise up to here`,
      value: "summarise-up-to",
      whyNot: isFirst ? say`nothing stands before this message.` : undefined,
      details: [
        say`What comes before this message is replaced by its summary; from it on all stays word for word.`,
      ],
    },
  ];
}

/** `src/a.ts  as it was` and the like, printable. Of a name that is wider than `columns` only the end; a link's has half. */
export function stepWords(step: RestoreStep, columns = Number.POSITIVE_INFINITY): string {
  const { action, changedOutside, now, was } = step;
  const room = was.type === "link" && action.type === "write" ? Math.floor(columns / 2) : columns;
  const name = endOf(oneLine(step.name), room);
  const outside = changedOutside ? say` · changed outside rein since` : "";
  switch (action.type) {
    case "write": {
      const link = was.type === "link" ? say` · a link to ${endOf(oneLine(was.target), room)}` : "";
      return `${name}  ${action.kind === "create" ? say`comes back` : say`as it was`}${link}${outside}`;
    }
    case "delete":
      return `${name}  ${now.type === "link" ? say`goes: a link that came later` : say`goes: it came later`}${outside}`;
    case "nothing":
      return name;
    case "impossible":
      return `${name}  ${oneLine(action.because)}`;
    default:
      return action satisfies never;
  }
}

/** A small window has no room to name what cannot be brought back. */
function countWords(doable: readonly RestoreStep[], impossible: readonly RestoreStep[]): string {
  const count = doable.length;
  return impossible.length === 0 ? countSteps(doable) : say`${count} of ${count + impossible.length} files`;
}

/** `3 files and 1 link`. */
export function countSteps(steps: readonly RestoreStep[]): string {
  return sayFiles(
    steps,
    ({ was, now }) => was.type === "link" || (was.type === "absent" && now.type === "link"),
  );
}

function shortWords(step: RestoreStep): string {
  return stepWords(step, nameColumns);
}

function whyNoFiles(impossible: readonly RestoreStep[]): string {
  const [first] = impossible;
  if (first === undefined) return say`no file that rein changed is different from what it was then.`;
  return impossible.length === 1
    ? say`${stepWords(first)}.`
    : say`${stepWords(first)}; and ${impossible.length - 1} more.`;
}

function impossibleLines(impossible: readonly RestoreStep[]): string[] {
  if (impossible.length === 0) return [];
  return [say`Cannot be brought back:`, ...namedFew(impossible.map(shortWords), mostNamed.lost)];
}

/** The first lines of many, and how many more there are. */
export function namedFew(lines: readonly string[], most: number): string[] {
  const shown = lines.slice(0, most);
  return lines.length > shown.length
    ? [...shown, say`… and ${lines.length - shown.length} more`]
    : [...shown];
}
