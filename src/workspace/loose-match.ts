/** Finding a passage that a model wrote a little differently than the file has it. Pure. */
import { isFirm } from "./loose-characters.ts";
import { type Anchor, type LoosePlace, placeAt, readingOf } from "./loose-place.ts";
import type { Tolerance } from "./loose-walk.ts";

/** `unclear`: more than one place; `all` is false where the search ended before the end of the text. */
export type LooseResult =
  | { readonly type: "found"; readonly place: LoosePlace }
  | { readonly type: "unclear"; readonly places: readonly LoosePlace[]; readonly all: boolean }
  | { readonly type: "not_found" };

/** From careful to bold; each is tried only where those before it find nothing. */
const ladder: readonly Tolerance[] = [
  { trailing: false, characters: false, tabs: false },
  { trailing: true, characters: false, tabs: false },
  { trailing: true, characters: true, tabs: false },
  { trailing: true, characters: false, tabs: true },
  { trailing: true, characters: true, tabs: true },
];
/** What these two do not accept, none of the others does. */
const bold: readonly Tolerance[] = ladder.filter(({ characters }) => characters);

/** So many places where the text may stand are looked at, less where each takes long, and so many that hold are kept. */
const maxLooks = 2_000_000;
const maxReadUnits = 100_000_000;
const maxPlaces = 1_000;

/** Characters without width in the file can break an anchor; then others are tried, so many and the halves of each. */
const maxAnchors = 3;
const maxAnchorLength = 64;
const withoutWidth = /[\u00AD\u180E\u200B-\u200D\u2060\uFEFF]/;

/** The one place of `text` where `wanted` stands when it is read loosely. Linear in `text`. */
export function findLoosely(text: string, wanted: string): LooseResult {
  const lines = wanted.split(/\r\n|\n|\r/);
  for (const anchor of anchorsOf(lines, withoutWidth.test(text))) {
    const { candidates, all } = candidatesFor(text, wanted.length, lines, anchor);
    for (const tolerance of candidates.length === 0 ? [] : ladder) {
      const reading = readingOf(lines, anchor, tolerance);
      const places = candidates.flatMap((at) => placeAt(text, reading, at) ?? []);
      const [place] = places;
      if (place !== undefined && places.length === 1 && all) return { type: "found", place };
      if (place !== undefined) return { type: "unclear", places, all };
    }
    if (!all) return { type: "unclear", places: [], all };
  }
  return { type: "not_found" };
}

/** The longest; with `others` more than that one. */
function anchorsOf(lines: readonly string[], others: boolean): Anchor[] {
  const anchors: Anchor[] = [];
  for (const [line, text] of lines.entries()) {
    for (let at = 0; at < text.length; at += 1) {
      let end = at;
      while (end < text.length && end - at < maxAnchorLength && isFirm(text.charCodeAt(end))) end += 1;
      if (end === at) continue;
      anchors.push({ line, at, text: text.slice(at, end) });
      at = end;
    }
  }
  const longest = anchors.toSorted((a, b) => b.text.length - a.text.length);
  return others ? longest.slice(0, maxAnchors).flatMap(withHalves) : longest.slice(0, 1);
}

function withHalves(anchor: Anchor): Anchor[] {
  const { line, at, text } = anchor;
  const half = text.length >> 1;
  if (half === 0) return [anchor];
  const second = { line, at: at + half, text: text.slice(half) };
  return [anchor, { line, at, text: text.slice(0, half) }, second];
}

/** Where the anchor stands in a place that holds at least for the boldest. */
function candidatesFor(text: string, length: number, lines: readonly string[], anchor: Anchor) {
  const readings = bold.map((tolerance) => readingOf(lines, anchor, tolerance));
  const most = Math.min(maxLooks, maxReadUnits / length);
  const candidates: number[] = [];
  let looks = 0;
  for (let at = text.indexOf(anchor.text); at !== -1; at = text.indexOf(anchor.text, at + 1)) {
    looks += 1;
    const here = at;
    if (readings.some((reading) => placeAt(text, reading, here) !== null)) candidates.push(at);
    if (looks >= most || candidates.length >= maxPlaces) return { candidates, all: false };
  }
  return { candidates, all: true };
}
