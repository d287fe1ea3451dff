/** A saved session with three turns about fruit, for the tests of `rein replay`. */
import type { NewEntry } from "../../src/protocol/entry.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import type { TestProject } from "../support/project.ts";
import {
  approval,
  assistant,
  calls,
  ran,
  says,
  thinks,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "../transcript/log.ts";

export const fruit: readonly NewEntry[] = [
  user("which fruit is there?"),
  turnStart,
  assistant([thinks("Look first."), says("Let me look at **the bowl**."), calls("c1")], {
    stop: "tool_use",
    firstTokenMs: 100,
  }),
  approval("c1", "once"),
  toolStart("c1"),
  toolResult("c1", ran),
  assistant([says("There are apples.\n\n- red\n- 绿色的")], { step: 2 }),
  turnEnd(),
];
export const more: readonly NewEntry[] = [
  user("and pears?"),
  turnStart,
  assistant([says("No pears at all.")]),
  turnEnd(),
  user("and plums?"),
  turnStart,
  assistant([says("Plums, yes.")]),
  turnEnd(),
];

/** A session that is closed, with one second between its entries. Returns its id and its log. */
export function saved({ env, folder }: TestProject, entries: readonly NewEntry[] = [...fruit, ...more]) {
  let time = Date.UTC(2030, 0, 2, 10, 30);
  const context = { paths: dataPaths(env), now: () => (time += 1_000), onTrouble: () => {} };
  const session = createSession({ cwd: folder, version: "0.1.0", gitBranch: null }, context);
  for (const entry of entries) session.append(entry);
  session.close();
  return { id: session.header.sessionId, file: session.file ?? "" };
}
