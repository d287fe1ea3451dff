/** The disk as one decision sees it: looked at once for each question, so that all parts of the decision agree. Pure. */
import type { Facts } from "./judgement.ts";
import type { LeadsTo } from "./place.ts";

/** The same facts, with every answer of the disk kept for as long as the result is. */
export function factsAtOnce(facts: Facts): Facts {
  const { leadsTo, gitSettings } = facts;
  return {
    ...facts,
    ...(leadsTo === undefined ? {} : { leadsTo: keptPaths(leadsTo) }),
    ...(gitSettings === undefined ? {} : { gitSettings: keptSettings(gitSettings) }),
  };
}

function keptPaths(leadsTo: LeadsTo): LeadsTo {
  const known = new Map<string, ReturnType<LeadsTo>>();
  return (folder, word, glob) => {
    const key = `${glob ? "*" : "-"}${folder}\0${word}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = leadsTo(folder, word, glob);
    known.set(key, found);
    return found;
  };
}

function keptSettings(gitSettings: NonNullable<Facts["gitSettings"]>): NonNullable<Facts["gitSettings"]> {
  const known = new Map<string, readonly string[]>();
  return (folder) => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const found = gitSettings(folder);
    known.set(folder, found);
    return found;
  };
}
