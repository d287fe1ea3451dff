/** What the choices of a question say. */

import { say, sayCount } from "../src/words/say.ts";

/** How many lines are not shown. */
export function moreLines(count: number): string {
  return `… ${sayCount(count, "more line")}`;
}

/** What the second choice would keep; `rule` null where no rule is offered. */
export function rememberWords(rule: string | null): string {
  if (rule === null) return say`(asks every time: no rule is offered for this)`;
  return say`yes, and don't ask again for ${rule} (this project)`;
}
