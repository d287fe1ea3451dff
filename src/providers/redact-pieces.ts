/** Takes keys out of bytes that come in pieces, also a key that is cut. */
import { redactText } from "./redact.ts";

/** Bytes and the time of their arrival. */
export type Piece = { readonly bytes: Uint8Array; readonly at: string };

/** Longer than any key that has a form of its own. Bytes. */
const longestKey = 256;
/** So much is never held back, whatever it looks like. Bytes. */
const mostHeld = 1024 * 1024;

/**
 * Hands pieces on, cut as they came, once no key can reach out of them into what is still to come. Pieces that share a
 * key are handed on as one. `end` hands on the rest.
 */
export function createPieceRedactor(
  secrets: readonly string[],
  give: (piece: Piece) => void,
): { readonly add: (piece: Piece) => void; readonly end: () => void } {
  const reach = Math.max(longestKey, ...secrets.map((secret) => encodeURIComponent(secret).length));
  /** As Latin-1, a unit for each byte: keys are ASCII, and whatever else is cut where it will stays as it is. */
  let waiting: { readonly text: string; readonly at: string }[] = [];
  let size = 0;

  const clean = (text: string) => redactText(text, secrets);
  const release = ({ text, at }: (typeof waiting)[number]) =>
    give({ bytes: Buffer.from(clean(text), "latin1"), at });

  /** Makes one piece of those that wait when a key stands across them. */
  const joinCut = () => {
    const [first, ...rest] = waiting;
    if (first === undefined || rest.length === 0) return;
    const whole = waiting.map(({ text }) => text).join("");
    if (clean(whole) !== waiting.map(({ text }) => clean(text)).join(""))
      waiting = [{ text: whole, at: first.at }];
  };

  return {
    add({ bytes, at }) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      waiting.push({ text, at });
      size += text.length;
      joinCut();
      for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
        const behind = size - first.text.length;
        if (behind < reach && size < mostHeld) return;
        release(first);
        waiting.shift();
        size = behind;
      }
    },
    end() {
      for (const piece of waiting) release(piece);
      waiting = [];
      size = 0;
    },
  };
}
