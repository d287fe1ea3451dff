/** A bare prompt on Ink: keys are echoed, a reply is streamed, its finished lines go to the scrollback. */
import { Box, render, Static, Text, useInput } from "ink";
import { memo, useSyncExternalStore } from "react";
import { ask } from "./chat.ts";

/** How often streamed text is drawn at most, ms. */
const frameMs = 33;

type View = { readonly draft: string; readonly tail: string; readonly finished: readonly string[] };

let view: View = { draft: "", tail: "", finished: [] };
let redraw = () => {};
const show = (change: Partial<View>) => {
  view = { ...view, ...change };
  redraw();
};
const subscribe = (listener: () => void) => {
  redraw = listener;
  return () => {};
};

const drawFinished = (text: string, index: number) => <Text key={index}>{text}</Text>;
const Finished = memo(function Finished({ texts }: { readonly texts: readonly string[] }) {
  return <Static items={[...texts]}>{drawFinished}</Static>;
});

function Prompt() {
  const { draft, tail, finished } = useSyncExternalStore(subscribe, () => view);
  useInput((input, key) => {
    if (key.return) {
      void send(view.draft);
      show({ draft: "" });
    } else if (key.ctrl && input === "u") show({ draft: "" });
    else show({ draft: view.draft + input });
  });
  return (
    <>
      <Finished texts={finished} />
      <Box flexDirection="column">
        {tail !== "" && <Text wrap="truncate">{tail}</Text>}
        <Text>{`> ${draft}`}</Text>
      </Box>
    </>
  );
}

async function send(text: string): Promise<void> {
  let pending = "";
  let isFrameOpen = false;
  const flush = () => {
    const lines = (view.tail + pending).split("\n");
    const tail = lines.pop() ?? "";
    pending = "";
    show(lines.length === 0 ? { tail } : { tail, finished: [...view.finished, lines.join("\n")] });
  };
  const onText = (piece: string) => {
    pending += piece;
    if (isFrameOpen) return;
    // The first piece is drawn at once, what follows it is gathered.
    flush();
    isFrameOpen = true;
    setTimeout(() => {
      isFrameOpen = false;
      if (pending !== "") onText("");
    }, frameMs);
  };
  await ask([{ role: "user", content: text }], [], onText);
  pending += "\n";
  flush();
}

render(<Prompt />, {
  interactive: true,
  exitOnCtrlC: false,
  patchConsole: false,
  incrementalRendering: true,
  maxFps: 1000,
});
