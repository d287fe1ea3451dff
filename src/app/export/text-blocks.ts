/** Pieces of a text, long ones and short ones → bytes, about as many at a time as a disk or a pipe likes. */

/** UTF-16 units. */
const usualSize = 256 * 1024;
const leastPiece = 16 * 1024;

/** The same text in UTF-8, in blocks of some 256 KB, however long its pieces are. No piece ends in half a character. */
export async function* inBlocks(
  pieces: AsyncIterable<string> | Iterable<string>,
  blockSize = usualSize,
): AsyncGenerator<Uint8Array> {
  let waiting: string[] = [];
  let size = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const end = cutAt(piece, at + blockSize - size);
      const part = piece.slice(at, end);
      waiting.push(part);
      size += part.length;
      at = end;
      if (size < blockSize) continue;
      yield Buffer.from(waiting.join(""));
      waiting = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.from(waiting.join(""));
}

/** A piece for each few thousand characters of many short ones, for who has something to do with each piece. */
export function* joined(pieces: Iterable<string>, least = leastPiece): Generator<string> {
  let waiting: string[] = [];
  let size = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < least) continue;
    yield waiting.join("");
    waiting = [];
    size = 0;
  }
  if (size > 0) yield waiting.join("");
}

/** The place itself, or the one behind it where it is in the middle of a character. */
function cutAt(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}
