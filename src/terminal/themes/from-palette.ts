/** A theme from the few colours that it is made of. */
import type { Colour } from "../colour.ts";
import type { Theme } from "../theme.ts";

/** Each is read as text on the theme's ground; those with “Ground” are behind text. */
export type Palette = {
  readonly accent: Colour;
  readonly dim: Colour;
  readonly good: Colour;
  readonly bad: Colour;
  readonly warning: Colour;
  readonly link: Colour;
  readonly code: Colour;
  /** Of a diff, where they are not what is good and what is bad. */
  readonly added?: Colour;
  readonly removed?: Colour;
  /** Words in a diff: dark on light or light on dark, on grounds of their own. */
  readonly word: Colour;
  readonly addedGround: Colour;
  readonly removedGround: Colour;
  readonly keyword: Colour;
  readonly string: Colour;
  readonly number: Colour;
  readonly title: Colour;
  readonly type: Colour;
};

export function themeOf(palette: Palette): Theme {
  const { accent, dim, good, bad, word } = palette;
  return {
    accent: { colour: accent },
    dim: { colour: dim },
    success: { colour: good },
    danger: { colour: bad },
    warning: { colour: palette.warning },
    heading: { attributes: ["bold"] },
    link: { colour: palette.link, attributes: ["underline"] },
    code: { colour: palette.code },
    rule: { colour: dim },
    spinner: { colour: accent },
    selection: { attributes: ["inverse"] },
    added: { colour: palette.added ?? good },
    removed: { colour: palette.removed ?? bad },
    addedWord: { colour: word, background: palette.addedGround, attributes: ["bold"] },
    removedWord: { colour: word, background: palette.removedGround, attributes: ["bold"] },
    keyword: { colour: palette.keyword },
    string: { colour: palette.string },
    comment: { colour: dim, attributes: ["italic"] },
    number: { colour: palette.number },
    title: { colour: palette.title },
    type: { colour: palette.type },
  };
}
