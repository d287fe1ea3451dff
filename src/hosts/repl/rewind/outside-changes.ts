/** Asks before files are overwritten that were changed outside rein. */
import type { RestorePlan } from "../../../app/restore-files.ts";
import { say, sayCount } from "../../../words/say.ts";
import type { CommandHostParts } from "../commands/command-host.ts";
import { ChoiceList } from "../lists/choice-list.ts";
import { printable } from "./turn-rows.ts";

/**
 * `go` gets the files that may be brought back, of `paths`: all of them at once where nobody else has changed one, else
 * what the user answers. It is not called where the answer is no.
 */
export function askOutside(
  plan: RestorePlan,
  paths: readonly string[],
  { list, style, tell }: Pick<CommandHostParts, "list" | "style" | "tell">,
  go: (paths: readonly string[]) => void,
): void {
  const steps = plan.steps.filter(({ path }) => paths.includes(path));
  const outside = steps.filter(({ changedOutside }) => changedOutside);
  if (outside.length === 0) return go(paths);
  const others = steps.filter(({ changedOutside }) => !changedOutside).map(({ path }) => path);
  const names = outside.map(({ name }) => printable(name));
  const details = [say`Changed outside rein since:`, ...names];
  const choices = new ChoiceList<"no" | "yes" | "others">({
    question:
      outside.length === 1
        ? say`Overwrite what was changed outside rein in ${names[0] ?? ""}?`
        : say`Overwrite what was changed outside rein in ${sayCount(outside.length, "file")}?`,
    style,
    onChosen(answer) {
      if (answer === "yes") go(paths);
      else if (answer === "others") go(others);
      else tell(say`Nothing was changed.`);
    },
    onBack: () => tell(say`Nothing was changed.`),
  });
  choices.fill([
    { label: say`no, leave everything as it is`, value: "no", details },
    { label: say`yes; what they hold now is kept, /rewind undo brings it back`, value: "yes", details },
    ...(others.length === 0
      ? []
      : [
          {
            label: say`only the other files · ${sayCount(others.length, "file")}`,
            value: "others" as const,
            details,
          },
        ]),
  ]);
  list.open(choices);
}
