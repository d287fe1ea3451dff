/** Asks for something that must not be seen: nothing that is typed or pasted is shown. */
import { createInput } from "../terminal/input/reader.ts";
import type { InputEvent } from "../terminal/input/event.ts";
import { keyId } from "../terminal/input/key.ts";
import { installExitRestoration } from "../terminal/modes/exit-restoration.ts";
import { writeNow } from "../terminal/modes/write-now.ts";
import { sanitize } from "../terminal/sanitize.ts";

const bracketedPaste = { on: "\u001b[?2004h", off: "\u001b[?2004l" };

/**
 * Shows `question`, made printable, on the terminal and resolves with what was typed up to Enter, or with null when the user left by
 * Ctrl+C, Ctrl+D or Escape, or closed the terminal. On every way out the terminal is as it was.
 */
export async function askHidden(question: string): Promise<string | null> {
  const write = writeNow(2);
  const answered = Promise.withResolvers<string | null>();
  const input = createInput({ stdin: process.stdin });
  let isOver = false;
  const restore = () => {
    if (isOver) return;
    isOver = true;
    input.stop();
    write(`${bracketedPaste.off}\n`);
  };
  const uninstall = installExitRestoration(process, { restore });
  let text = "";
  input.subscribe((event) => {
    const next = step(text, event);
    if (next.type === "text") text = next.text;
    else answered.resolve(next.type === "done" ? text : null);
  });
  try {
    // First, so that a key that is typed at the sight of the question is not shown.
    input.start();
    write(sanitize(question, "output") + bracketedPaste.on);
    return await answered.promise;
  } finally {
    restore();
    uninstall();
  }
}

type Step = { readonly type: "text"; readonly text: string } | { readonly type: "done" | "left" };

/** What an event makes of the text so far. */
function step(text: string, event: InputEvent): Step {
  switch (event.type) {
    case "text":
      return { type: "text", text: text + event.text };
    case "paste":
      // A key that was copied with its line's end is the same key.
      return { type: "text", text: text + event.text.replaceAll("\n", "") };
    case "end":
      return { type: "left" };
    case "key":
      return stepByKey(text, keyId(event.key));
    default:
      return { type: "text", text };
  }
}

function stepByKey(text: string, key: string): Step {
  switch (key) {
    case "enter":
      return { type: "done" };
    case "ctrl+c":
    case "ctrl+d":
    case "escape":
      return { type: "left" };
    case "backspace":
      return { type: "text", text: Array.from(text).slice(0, -1).join("") };
    case "ctrl+u":
      return { type: "text", text: "" };
    default:
      return { type: "text", text };
  }
}
