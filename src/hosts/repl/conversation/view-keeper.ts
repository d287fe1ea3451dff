/** Keeps how the session on the screen is looked at, shortly after each change, for whoever goes on with it. */
import { messageOf } from "../../../protocol/error.ts";
import type { Session } from "../../../sessions/session.ts";
import { type KeptView, readView, saveView } from "../../../sessions/view-file.ts";
import { say } from "../../../words/say.ts";
import type { Timers } from "../screen/flusher.ts";
import { Choice } from "../transcript/open-panels.ts";

export type ViewKeeperOptions = {
  /** The folder of views, absolute. */
  readonly folder: string;
  readonly session: Pick<Session, "header" | "file" | "branch">;
  readonly timers: Pick<Timers, "after">;
  /** Told once when it cannot be kept. */
  readonly onTrouble: (message: string) => void;
};

/** Saved so long after a change, ms; one of the next changes does not put it off. */
const pauseMs = 200;

export class ViewKeeper {
  readonly panels: Choice;
  readonly #options: ViewKeeperOptions;
  #showsTodos: boolean;
  #cancel: (() => void) | undefined;
  #isTold = false;
  #isChanged = false;

  constructor(options: ViewKeeperOptions) {
    this.#options = options;
    const kept = this.#guarded((): KeptView | null =>
      this.#isKept ? readView(options.folder, options.session.header.sessionId) : null,
    );
    this.panels = new Choice(kept?.panels, () => this.#note());
    this.#showsTodos = kept?.showsTodos ?? false;
  }

  get showsTodos(): boolean {
    return this.#showsTodos;
  }

  set showsTodos(isShown: boolean) {
    this.#showsTodos = isShown;
    this.#note();
  }

  /** Saves what is not saved yet: nobody may come back to do it. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (!this.#isChanged || !this.#isKept) return;
    this.#isChanged = false;
    const { folder, session } = this.#options;
    const view = { panels: this.panels.kept, showsTodos: this.#showsTodos };
    this.#guarded(() => saveView(folder, session.header.sessionId, view));
  }

  /** A session that leaves nothing on the disk leaves no view of it, either. */
  get #isKept(): boolean {
    const { session } = this.#options;
    return session.file !== null && session.branch().length > 0;
  }

  #note(): void {
    this.#isChanged = true;
    this.#cancel ??= this.#options.timers.after(pauseMs, () => this.flush());
  }

  #guarded<T>(action: () => T): T | null {
    try {
      return action();
    } catch (thrown) {
      if (!this.#isTold)
        this.#options.onTrouble(
          say`Which panels are open is not kept for the next time: ${messageOf(thrown)}.`,
        );
      this.#isTold = true;
      return null;
    }
  }
}
