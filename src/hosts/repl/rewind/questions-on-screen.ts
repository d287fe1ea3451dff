/** The questions of `/rewind` as lists above the composer. */
import type { Style } from "../../../terminal/style.ts";
import { say } from "../../../words/say.ts";
import type { HoldKeys } from "../held-keys.ts";
import { type Choice, ChoiceList } from "../lists/choice-list.ts";
import type { List, OpenList } from "../lists/open-list.ts";
import { Picker } from "../lists/picker.ts";
import type { RewindQuestions } from "./rewind-parts.ts";
import { TurnList } from "./turn-list.ts";

export type OnScreenQuestionParts = {
  readonly list: OpenList;
  readonly style: Style;
  /** The project's folder, which paths are told from. */
  readonly cwd: string;
  /** What can be done is being looked at: keys that come until then are for the list of it. */
  readonly holdKeys: HoldKeys;
};

export function questionsOnScreen({ list, style, cwd, holdKeys }: OnScreenQuestionParts): RewindQuestions {
  return {
    turn: (points, options, onChosen) =>
      list.open(new TurnList({ points, ...options, cwd, now: Date.now(), style, onChosen })),
    choice({ question, choices, isLong, onChosen, onBack }) {
      if (isLong === true && !(choices instanceof Promise))
        return list.open(filtered(question, choices, onChosen, onBack));
      const shown = new ChoiceList({ question, style, onChosen, onBack });
      const fill = (all: Parameters<typeof shown.offer>[0]) => {
        shown.offer(all);
        list.draw();
      };
      list.open(shown);
      if (!(choices instanceof Promise)) return fill(choices);
      const onLeave = () => {
        list.close(shown);
        onBack();
        return "drop" as const;
      };
      holdKeys(
        choices.then((all) => (list.shows(shown) ? fill(all) : undefined)),
        { onLeave },
      );
    },
  };
}

/** A list in which typing filters, and which leads back when it is left. */
function filtered<T>(
  question: string,
  choices: readonly Choice<T>[],
  onChosen: (value: T) => void,
  onBack: () => void,
): List {
  let isChosen = false;
  const picker = new Picker<T>({
    question,
    help: say`Type to filter`,
    options: choices,
    onChosen(value) {
      isChosen = true;
      onChosen(value);
    },
  });
  return {
    view: (columns) => picker.view(columns),
    onInput(event) {
      const outcome = picker.onInput(event);
      if (outcome === "close" && !isChosen) onBack();
      return outcome;
    },
  };
}
