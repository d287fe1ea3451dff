/**
 * Random stories over one project and its sessions against the real program: messages, files changed by it and by
 * others, going back and undoing that, branches, copies, parts of requests left out, leaving and being killed at any
 * moment. Behind each step: logs only grow and can be read, every request is what the active branch says, files are byte
 * for byte what they should be, and at the end nothing is left running or lying around.
 *
 *     REIN_STORY_SEED=7 node bin/bun.mjs test tests/e2e/random-sessions.test.ts --timeout 100000
 *
 *     REIN_STORY_SEED     the first story's seed; each further one has the next one   @default 1
 *     REIN_STORY_STORIES  how many stories there are                                   @default 3, 1 with a seed
 *     REIN_STORY_COUNT    how many events each has                                     @default 30
 *     REIN_STORY_KEEP     a folder that gets the logs, the screen and the requests of a story that fails
 */
import { test } from "bun:test";
import { hasProc } from "../support/processes.ts";
import { storyOf, type StoryEvent } from "./random-sessions/events.ts";
import { play } from "./random-sessions/story.ts";

const { REIN_STORY_SEED, REIN_STORY_STORIES, REIN_STORY_COUNT, REIN_STORY_KEEP } = process.env;
const first = Number(REIN_STORY_SEED ?? 1);
const stories = Number(REIN_STORY_STORIES ?? (REIN_STORY_SEED === undefined ? 3 : 1));
const count = Number(REIN_STORY_COUNT ?? 30);

const deadline = 600_000;

test.skipIf(!hasProc).each(Array.from({ length: stories }, (_, index) => first + index))(
  `${count} random events over sessions, seed %d`,
  async (seed) => {
    const happened: StoryEvent[] = [];
    try {
      await play(seed % 2 === 0 ? "ask" : "accept-edits", storyOf(seed, count), happened, REIN_STORY_KEEP);
    } catch (thrown) {
      throw new Error(
        [
          `REIN_STORY_SEED=${seed} REIN_STORY_COUNT=${count}: failed at event ${happened.length}`,
          ...happened.slice(-12).map(({ kind, dice }) => `${kind} ${dice.slice(0, 6).join(" ")}`),
          thrown instanceof Error ? thrown.message : String(thrown),
        ].join("\n"),
        { cause: thrown },
      );
    }
  },
  deadline,
);
