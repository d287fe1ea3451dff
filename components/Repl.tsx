import { useCursor } from "ink";
import { useSyncExternalStore } from "react";
import type { Style } from "../src/terminal/style.ts";
import { caretOf, Live } from "./Live.tsx";
import { Printed } from "./Printed.tsx";
import type { ReplView } from "./view.ts";

/** Where a component reads what it shows. `subscribe` returns the way to stop. */
export type ViewSource<View> = {
  readonly get: () => View;
  readonly subscribe: (listener: () => void) => () => void;
};

/** The inline screen: what is finished above, what lives below. */
export function Repl({ source, style }: { readonly source: ViewSource<ReplView>; readonly style: Style }) {
  const view = useSyncExternalStore(source.subscribe, source.get);
  const { setCursorPosition } = useCursor();
  setCursorPosition(caretOf(view));
  return (
    <>
      <Printed items={view.printed} />
      <Live view={view} style={style} />
    </>
  );
}
