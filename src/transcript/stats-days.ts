/** The days of a sum, where the user is: where one begins, and which of them get a bar. */
import { dayOf } from "./stats.ts";

/** More bars are none that anybody looks at: the last ones are drawn. */
const mostBars = 31;

/** The beginning of the local day so many days ago, ms since 1970. */
export function startOfDay(now: number, back: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime();
}

/**
 * The days that get a bar, oldest first: all that are asked for, today included. Of more than there is room for, and of
 * those since ever (`asked` 0), the last ones up to the last day that has something. `used`: the days that have something.
 */
export function barDays(used: Iterable<string>, asked: number, now: number): string[] {
  const isAll = asked > 0 && asked <= mostBars;
  const days = [...used].filter((day) => day <= dayOf(now)).toSorted();
  const first = asked === 0 ? (days[0] ?? dayOf(now)) : dayOf(startOfDay(now, asked - 1));
  const last = isAll ? dayOf(now) : (days.at(-1) ?? dayOf(now));
  const bars: string[] = [];
  for (let back = 0; bars.length < mostBars; back += 1) {
    const day = dayOf(startOfDay(now, back));
    if (day < first) break;
    // Where a zone left out a day, two beginnings are of one.
    if (day <= last && day !== bars.at(-1)) bars.push(day);
  }
  return bars.toReversed();
}
