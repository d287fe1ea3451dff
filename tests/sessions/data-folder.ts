/** A data folder of its own for each test, and sessions in it. */
import { afterEach } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewEntry } from "../../src/protocol/entry.ts";
import type { SessionTrouble } from "../../src/sessions/log-writer.ts";
import { type DataPaths, dataPaths } from "../../src/sessions/paths.ts";
import type { SessionContext } from "../../src/sessions/session-store.ts";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** An empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rein-test-"));
  made.push(folder);
  return folder;
}

export type TestContext = SessionContext & { readonly paths: DataPaths; readonly troubles: SessionTrouble[] };

/** What a session is opened with: a fresh data folder, a clock that steps one second a look, and a list of troubles. */
export function sessionContext(folder = temporaryFolder()): TestContext {
  const troubles: SessionTrouble[] = [];
  let time = Date.UTC(2030, 0, 2, 3, 4, 5);
  return {
    paths: dataPaths({ REIN_DATA_DIR: join(folder, "data") }),
    now: () => (time += 1_000),
    onTrouble: (trouble) => troubles.push(trouble),
    troubles,
  };
}

export function said(text: string): NewEntry {
  return { type: "user", text, via: "submit" };
}

export const start = { cwd: "/home/ada/project", version: "0.1.0" };
