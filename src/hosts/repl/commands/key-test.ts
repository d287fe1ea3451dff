/** /doctor keys: what arrives for each key that is pressed, until Esc is pressed twice. */
import type { FullScreenView } from "../../../../components/FullScreen.tsx";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { keyId } from "../../../terminal/input/key.ts";
import { toldKey } from "../../../terminal/keymap/key-names.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { padLine, truncateLine, widthOf, wrapText } from "../../../terminal/width.ts";
import type { FullScreenMode } from "../screen/full-screen.ts";
import { keymap } from "../keys.ts";
import { say } from "../../../words/say.ts";

type Arrived = { readonly name: string; readonly bytes: string; readonly does: string };

/** Rows for a blank line, some keys and the footer. */
const leastShown = 6;
/** So many are kept: no window shows more. */
const mostKept = 200;

export class KeyTest implements FullScreenMode {
  readonly takesEveryKey = true;
  readonly #style: Style;
  readonly #onClose: () => void;
  readonly #arrived: Arrived[] = [];
  #bytes = "";
  #escapes = 0;

  constructor(style: Style, onClose: () => void) {
    this.#style = style;
    this.#onClose = onClose;
  }

  /** Told the bytes of the event that comes next. */
  noteBytes(bytes: Uint8Array): void {
    this.#bytes = escaped(bytes);
  }

  view(columns: number, rows: number): FullScreenView {
    const intro = wrapText(
      say`Press any key: its name as rein reads it, the bytes that came, and what it does while you write.`,
      columns,
    );
    // In a low window the first key takes the place of what is said before any has come.
    const head = this.#arrived.length > 0 && intro.length + leastShown > rows ? [] : [...intro, ""];
    const height = Math.max(0, rows - head.length - 1);
    const shown = this.#arrived.slice(Math.max(0, this.#arrived.length - height));
    const widest = (of: (one: Arrived) => string) => Math.max(0, ...shown.map((one) => widthOf(of(one))));
    const [nameWidth, bytesWidth] = [widest(({ name }) => name), widest(({ bytes }) => bytes)];
    const lines = shown.map(({ name, bytes, does }) =>
      truncateLine(
        `${padLine(name, nameWidth)}  ${padLine(bytes, bytesWidth)}  ${this.#style.dim(does)}`.trimEnd(),
        columns,
      ),
    );
    return { columns, rows, lines: [...head, ...lines], footer: say`esc twice goes back` };
  }

  onInput(event: InputEvent): "stay" | "close" {
    const isEscape = event.type === "key" && keyId(event.key) === "escape";
    this.#escapes = isEscape ? this.#escapes + 1 : 0;
    if (this.#escapes >= 2) {
      this.#onClose();
      return "close";
    }
    const told = tell(event);
    if (told !== null) this.#arrived.push({ ...told, bytes: this.#bytes });
    this.#arrived.splice(0, Math.max(0, this.#arrived.length - mostKept));
    this.#bytes = "";
    return "stay";
  }
}

function tell(event: InputEvent): Omit<Arrived, "bytes"> | null {
  switch (event.type) {
    case "key":
      return {
        name: toldKey(sanitize(keyId(event.key), "approval_inline")),
        does: keymap.lookup(event.key, "composer") ?? say`nothing`,
      };
    case "text":
      return { name: sanitize(event.text, "approval_inline"), does: say`is typed` };
    case "paste":
      return { name: say`a paste of ${event.text.length} characters`, does: say`is put in` };
    case "mouse":
      return { name: say`mouse ${event.action}`, does: say`only in full-screen views` };
    case "reply":
      return { name: say`an answer of the terminal (${event.reply.kind})`, does: "" };
    case "focus":
      return { name: event.focused ? say`focus` : say`focus lost`, does: "" };
    case "end":
      return null;
    default:
      return event satisfies never;
  }
}

/** `ESC [ 1 3 ; 5 u` as `\e[13;5u`. */
function escaped(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    if (byte === 0x1b) return "\\e";
    if (byte >= 0x20 && byte < 0x7f) return String.fromCodePoint(byte);
    return `\\x${byte.toString(16).padStart(2, "0")}`;
  }).join("");
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
