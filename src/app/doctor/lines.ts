/** Checks as lines for a person, and as data for a program. */
import type { Style } from "../../terminal/style.ts";
import { padLine, widthOf, wrapText } from "../../terminal/width.ts";
import { say } from "../../words/say.ts";
import { type Check, checkGroups } from "./check.ts";
import { groupWords, nameWords } from "./names.ts";

const signs = { ok: say`ok`, warn: say`warn`, bad: say`bad` } as const;
/** All of them are as wide as the widest; columns. */
const signWidth = Math.max(...Object.values(signs).map(widthOf));

/** How far what belongs to a check stands from the left; columns. */
const indent = 8;

/** The checks in groups, at most `columns` wide; under each that is not right, what to do about it. */
export function checkLines(checks: readonly Check[], columns: number, style: Style): readonly string[] {
  const room = Math.max(8, columns - indent);
  return checkGroups.flatMap((group) => {
    const own = checks.filter((check) => check.group === group);
    if (own.length === 0) return [];
    const lines = own.flatMap((check) => {
      const words = wrapText(say`${nameWords(check)}: ${check.text}`, room);
      const fix = check.fix === undefined ? [] : wrapText(`→ ${check.fix}`, room).map(style.dim);
      const sign = { ok: style.dim, warn: style.warning, bad: style.danger }[check.level](
        padLine(signs[check.level], signWidth),
      );
      return [...words, ...fix].map((line, at) =>
        at === 0 ? `  ${sign}  ${line}` : `${" ".repeat(indent)}${line}`,
      );
    });
    return ["", style.bold(groupWords(group))].concat(lines);
  });
}

/** How many are right, in a sentence. */
export function checkSummary(checks: readonly Check[]): string {
  const count = (level: Check["level"]) => checks.filter((check) => check.level === level).length;
  const [bad, warn] = [count("bad"), count("warn")];
  if (bad + warn === 0) return say`Everything that was looked at is right.`;
  return say`${count("ok")} ok, ${warn} to look at, ${bad} that will not work.`;
}
