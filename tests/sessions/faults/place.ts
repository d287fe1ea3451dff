/** Where faults happen: a data folder of its own, with a clock and a list of what was told. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionTrouble } from "../../../src/sessions/log-writer.ts";
import { dataPaths } from "../../../src/sessions/paths.ts";
import type { SessionContext } from "../../../src/sessions/session-store.ts";

export type Place = Disposable & {
  /** The folder above the data folder. */
  readonly folder: string;
  readonly context: SessionContext;
  readonly troubles: SessionTrouble[];
};

let places = 0;

/**
 * A folder that is gone at the end of its block. `changes` come on top of an honest disk and a clock that goes on. In every
 * second one, sessions are read as very long ones are: with their long texts left in their files.
 */
export function makePlace(
  changes: Partial<SessionContext> = {},
  folder = mkdtempSync(join(tmpdir(), "rein-faults-")),
): Place {
  const troubles: SessionTrouble[] = [];
  places += 1;
  let time = Date.UTC(2030, 0, 2, 3, 4, 5);
  const context: SessionContext = {
    paths: dataPaths({ REIN_DATA_DIR: join(folder, "data") }),
    now: () => (time += 1_000),
    onTrouble: (trouble) => troubles.push(trouble),
    ...(places % 2 === 0 ? { longFrom: 0 } : {}),
    ...changes,
  };
  return {
    folder,
    context,
    troubles,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const start = { cwd: "/home/ada/project", version: "0.1.0" };
