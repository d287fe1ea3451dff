/** Recording what model servers are sent and answer, and playing such recordings. */
import type { ModelChoice } from "../providers/choose.ts";
import type { OpenOptions } from "../providers/open-options.ts";
import { say } from "../words/say.ts";
import type { AppOptions } from "./options.ts";
import { openRecordFile } from "./record-file.ts";

type Replay = Parameters<NonNullable<OpenOptions["onReplay"]>>[0];

export type Recording = {
  /** For every model that is opened. */
  readonly openOptions: Pick<OpenOptions, "record" | "onReplay">;
  readonly warnings: readonly string[];
  onTrouble(listener: (message: string) => void): void;
  /** Returns what there is to say at the end: of recordings that were not played whole. */
  close(): readonly string[];
};

/** Opens the file to record to, if there is to be one. Throws a `UserError` when it cannot be written. */
export function openRecording(
  { recordFile }: Pick<AppOptions, "recordFile">,
  choice: ModelChoice,
): Recording {
  let listener: ((message: string) => void) | undefined;
  const replays: Replay[] = [];
  const file =
    recordFile === undefined ? undefined : openRecordFile(recordFile, (message) => listener?.(message));
  const asksNobody = choice.family === "demo" || choice.family === "script";
  return {
    openOptions: {
      ...(file === undefined ? {} : { record: file.write }),
      onReplay: (replay) => replays.push(replay),
    },
    warnings:
      recordFile !== undefined && asksNobody
        ? [say`There is nothing to record in ${recordFile} so far: ${choice.model} asks no server.`]
        : [],
    onTrouble(told) {
      listener = told;
    },
    close() {
      file?.close();
      return replays.flatMap(({ file, requests, played }) => {
        const rest = requests - played();
        if (rest === 0 || played() === 0) return [];
        return say`The recording ${file} was not played to its end: ${played()} of its ${requests} requests were sent again.`;
      });
    },
  };
}
