/** The sessions of this folder: which there are, and going on with one that the user chooses. */
import type { App } from "../../app/open-app.ts";
import type { SessionInfo } from "../../sessions/glance.ts";
import { listSessions } from "../../sessions/list.ts";
import type { OpenList } from "./open-list.ts";
import { sessionPicker } from "./session-rows.ts";

/** The saved sessions of the app's folder, the youngest first. */
export function sessionsHere(app: App): SessionInfo[] {
  return listSessions(app.paths, { cwd: app.cwd });
}

export type ChooseSessionParts = {
  readonly app: App;
  /** The session on screen, which is not offered. */
  readonly current: string;
  readonly list: OpenList;
  readonly tell: (text: string) => void;
  readonly resumeId: (id: string) => void;
};

/** Opens the list of the other sessions, or says that there is none. */
export function chooseSession({ app, current, list, tell, resumeId }: ChooseSessionParts): void {
  const sessions = sessionsHere(app).filter(({ id }) => id !== current);
  if (sessions.length === 0) return tell("There is no other session of this folder.");
  list.open(sessionPicker(sessions, Date.now(), (chosen) => resumeId(chosen.id)));
}
