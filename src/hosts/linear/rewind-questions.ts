/** The questions of `/rewind`, answered by number. */
import type { RewindPoint } from "../../app/rewind-points.ts";
import { say } from "../../words/say.ts";
import type { Choice } from "../repl/lists/choice-list.ts";
import type { RewindQuestions } from "../repl/rewind/rewind-parts.ts";
import { turnRow, undoWords } from "../repl/rewind/turn-rows.ts";
import type { ActionParts } from "./action-parts.ts";
import { ChoiceDialog } from "./choice-dialog.ts";

/** What cannot be done is no choice: it is said before the question, with the reason. */
export function rewindQuestions({ voice, dialogs }: Pick<ActionParts, "voice" | "dialogs">): RewindQuestions {
  return {
    turn(points, { undoes }, onChosen) {
      const rows = points.map((point) => ({ label: turnRow(point, Date.now()).trim(), value: point }));
      dialogs.open(
        new ChoiceDialog<RewindPoint | "undo">({
          voice,
          question: say`Back to before which message?`,
          choices: undoes === null ? rows : [{ label: undoWords(undoes), value: "undo" as const }, ...rows],
          onChosen,
        }),
      );
    },
    choice({ question, choices, onChosen }) {
      const ask = (all: Awaited<typeof choices>) => {
        voice.speak(...all.flatMap(whyNotLines));
        dialogs.open(
          new ChoiceDialog({
            voice,
            question,
            choices: all
              .filter(({ whyNot }) => whyNot === undefined)
              .map((choice) => ({ label: spokenChoice(choice), value: choice.value })),
            onChosen,
          }),
        );
      };
      if (choices instanceof Promise) void choices.then(ask);
      else ask(choices);
    },
  };
}

function whyNotLines({ label, whyNot }: Choice<unknown>): string[] {
  return whyNot === undefined ? [] : [say`Not possible, ${label}: ${whyNot}`];
}

function spokenChoice({ label, details = [] }: Choice<unknown>): string {
  return [label, ...details].join(say`; `);
}
