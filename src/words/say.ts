/**
 * What rein says to people, in their language. The English sentence stands in the code and is the key of its
 * translation, with `{0}`, `{1}`, … where the values stand. What a model reads is English and does not come through here.
 */

/** Translations by English sentence. A translation may put the values in another order, and leaves none out. */
export type Catalogue = Readonly<Record<string, string>>;

let catalogue: Catalogue | null = null;
let pieces = new WeakMap<TemplateStringsArray, readonly Piece[]>();

/** A stretch of a translation, or the number of the value that stands there. */
type Piece = string | number;

/** From now on sentences come from `translations`; null: they are said in English, as the code has them. */
export function useCatalogue(translations: Catalogue | null): void {
  catalogue = translations;
  pieces = new WeakMap();
}

/**
 * The sentence in the user's language, with its values: say`Session ${id} is open.` A sentence that the catalogue does
 * not have is said in English.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  let said = "";
  for (const piece of piecesOf(parts)) said += typeof piece === "string" ? piece : values[piece];
  return said;
}

/** A count with its noun: sayCount(1, "file") is "1 file", sayCount(2, "match", "matches") is "2 matches". */
export function sayCount(count: number, one: string, many = `${one}s`): string {
  const translation = catalogue?.[countKey(many)];
  if (translation !== undefined) return translation.replace("{0}", () => `${count}`);
  return `${count} ${count === 1 ? one : many}`;
}

/** The key of a sentence: its parts with the numbers of the values between them. */
export function sentenceKey(parts: readonly string[]): string {
  return parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`);
}

/** The key of a counted noun. */
export function countKey(many: string): string {
  return `{0} ${many}`;
}

function piecesOf(parts: TemplateStringsArray): readonly Piece[] {
  const known = pieces.get(parts);
  if (known !== undefined) return known;
  const key = sentenceKey(parts);
  const found = piecesOfText(catalogue?.[key] ?? key);
  pieces.set(parts, found);
  return found;
}

function piecesOfText(text: string): readonly Piece[] {
  return text
    .split(/\{(\d+)\}/)
    .map((piece, at) => (at % 2 === 0 ? piece : Number(piece)))
    .filter((piece) => piece !== "");
}
