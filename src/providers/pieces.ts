/** Cutting a text as a stream would bring it. */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The text in `count` pieces of about one size, no character torn; fewer when it is too short. */
export function piecesOf(text: string, count: number): string[] {
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const size = Math.max(1, Math.ceil(characters.length / count));
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""));
  return pieces;
}

/** The text word by word, each with the blanks behind it; scripts without blanks in pieces of a few characters. */
export function wordsOf(text: string): string[] {
  return (text.match(/\s+|\S+\s*/g) ?? []).flatMap((word) => {
    const long = word.length > 12;
    return long ? piecesOf(word, Math.ceil(word.length / 6)) : [word];
  });
}
