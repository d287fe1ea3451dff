/** Noticing what commands bring about in a project that makes other programs run something. */
import { existsSync } from "node:fs";
import { createWalk, findingsOf, type Landscape, type WalkOptions } from "./landscape.ts";
import type { Finding } from "./sandbox.ts";

export type LookoutOptions = WalkOptions & {
  readonly onFindings: (findings: readonly Finding[]) => void;
  readonly onIncomplete: (sentence: string) => void;
};

export type Lookout = {
  /**
   * The project as it is now, or was not longer than `sinceMs` ago. What has come since the first look is told once.
   * @default 0
   */
  look(sinceMs?: number): Promise<Landscape>;
};

export function createLookout(options: LookoutOptions): Lookout {
  const { onFindings, onIncomplete } = options;
  const walk = createWalk(options);
  /** Null before the first look: what is there then is the user's own. */
  let known: Set<string> | null = null;
  let toldIncomplete = false;
  let latest: { readonly at: number; readonly landscape: Landscape } | null = null;
  /** Looks come one after the other, so that each thing is told once. */
  let last: Promise<unknown> = Promise.resolve();

  const look = async (): Promise<Landscape> => {
    const landscape = await walk();
    const found = findingsOf(landscape);
    const before = known;
    if (before !== null) {
      // What is gone again was a stand-in that went while it was looked.
      const fresh = [...found].filter(([path]) => !before.has(path) && existsSync(path));
      if (fresh.length > 0) onFindings(fresh.map(([path, what]) => ({ path, what })));
    }
    latest = { at: performance.now(), landscape };
    // What is gone and comes again is another one.
    known = new Set(found.keys());
    if (landscape.incomplete !== null && !toldIncomplete) {
      toldIncomplete = true;
      onIncomplete(landscape.incomplete);
    }
    return landscape;
  };

  return {
    look(sinceMs = 0) {
      const looked = last.then(() =>
        latest !== null && performance.now() - latest.at < sinceMs ? latest.landscape : look(),
      );
      last = looked.catch(() => {});
      return looked;
    },
  };
}
