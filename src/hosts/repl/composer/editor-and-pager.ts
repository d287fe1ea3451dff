/** The user's own editor and pager. Each has the terminal until it ends. */
import { UserError } from "../../../protocol/error.ts";
import { handOver } from "../../../terminal/input/hand-over.ts";
import type { Input } from "../../../terminal/input/reader.ts";
import type { Modes } from "../../../terminal/modes.ts";
import type { Screen } from "../screen/screen.ts";

export type EditorAndPagerParts = {
  readonly input: Input;
  readonly modes: Modes;
  readonly screen: Pick<Screen, "lend" | "takeBack">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the one that has the terminal. */
  readonly signal: AbortSignal;
  /** Told in words why one could not be used. */
  readonly tell: (message: string) => void;
  /** Draws what may have changed meanwhile. */
  readonly redraw: () => void;
};

export type EditorAndPager = {
  /** Lets the user change a text in their editor; `onText` takes what was saved. */
  readonly edit: (text: string, onText: (text: string) => void) => Promise<void>;
  /** Lets the user read a text in their pager. */
  readonly page: (text: string) => Promise<void>;
};

export function createEditorAndPager(parts: EditorAndPagerParts): EditorAndPager {
  const { screen, env, signal, tell, redraw } = parts;
  const withTerminal = async (action: () => Promise<void>) => {
    screen.lend();
    try {
      await action();
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      tell(thrown.message);
    } finally {
      screen.takeBack();
      redraw();
    }
  };
  return {
    edit: (text, onText) =>
      withTerminal(async () => {
        const { editText } = await import("../../../process/edit-text.ts");
        onText(await handOver(parts, () => editText(text, env, signal)));
      }),
    page: (text) =>
      withTerminal(async () => {
        const { pageText } = await import("../../../process/page-text.ts");
        await handOver(parts, () => pageText(text, env, signal));
      }),
  };
}
