/** What is asked before files are overwritten that were changed outside rein. */
import { oneLine } from "../../../app/one-line.ts";
import type { RestorePlan } from "../../../app/restore-files.ts";
import { say } from "../../../words/say.ts";
import type { Choice } from "../lists/choice-list.ts";
import { countSteps, namedFew } from "./rewind-choices.ts";

/** So many files are named below the list. */
const mostNamed = 8;

export type OutsideAnswer = "no" | "yes" | "others";

export type OutsideQuestion = {
  readonly question: string;
  /** The first is no. */
  readonly choices: readonly Choice<OutsideAnswer>[];
  readonly onChosen: (answer: OutsideAnswer) => void;
  readonly onBack: () => void;
};

/**
 * Null where nobody else has changed one of the files (`paths` of the plan). `go` gets those that may be brought back; it is
 * not called where the answer is no.
 */
export function outsideQuestion(
  plan: RestorePlan,
  paths: readonly string[],
  tell: (text: string) => void,
  go: (paths: readonly string[]) => void,
): OutsideQuestion | null {
  const wanted = new Set(paths);
  const steps = plan.steps.filter(({ path }) => wanted.has(path));
  const outside = steps.filter(({ changedOutside }) => changedOutside);
  if (outside.length === 0) return null;
  const others = steps.filter(({ changedOutside }) => !changedOutside);
  const names = outside.map(({ name }) => oneLine(name));
  const details = [
    say`Changed outside rein since, or perhaps while a command ran:`,
    ...namedFew(names, mostNamed),
  ];
  const leave = () => tell(say`Nothing was changed.`);
  const onlyOthers: Choice<OutsideAnswer> = {
    label: say`only the other files · ${countSteps(others)}`,
    value: "others",
    details,
  };
  return {
    question:
      outside.length === 1
        ? say`Overwrite what was changed outside rein in ${names[0] ?? ""}?`
        : say`Overwrite what was changed outside rein in ${countSteps(outside)}?`,
    choices: [
      { label: say`no, leave everything as it is`, value: "no", details },
      { label: say`yes; what they hold now is kept, /rewind undo brings it back`, value: "yes", details },
      ...(others.length === 0 ? [] : [onlyOthers]),
    ],
    onChosen(answer) {
      if (answer === "no") leave();
      else go(answer === "yes" ? paths : others.map(({ path }) => path));
    },
    onBack: leave,
  };
}
