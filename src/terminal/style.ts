/** Our own SGR styling: names instead of colours, so that a theme can change them all. */
import { type ColourDepth, sgrOf } from "./colour.ts";
import { safeUrl } from "./sanitize.ts";
import { type AttributeName, type Look, roleNames, type RoleName, type Theme } from "./theme.ts";
import { ansiTheme } from "./themes/ansi.ts";

/** Attributes that text has whatever the theme, and the roles that a theme gives a look. */
export type StyleName = Exclude<AttributeName, "dim"> | RoleName;

/** Wraps one line of text in a look; an empty text stays empty. Looks may be nested. */
export type Painter = (text: string) => string;

export type Style = Readonly<Record<StyleName, Painter>> & {
  /** False when colours are off: signs must then be in the text. */
  readonly colour: boolean;
  /** False when the text is to carry no escape sequence at all. */
  readonly attributes: boolean;
  readonly hyperlinks: boolean;
  /** Makes `text` a link (OSC 8) where links are on and the target is safe; else returns it as it is. */
  hyperlink(url: string, text: string): string;
};

export type StyleOptions = {
  /** Whether colours may be used; hand in false for NO_COLOR. */
  readonly colour: boolean;
  /** How many there are; others become the nearest of them. @default "truecolor" */
  readonly depth?: ColourDepth;
  /** Bold, dim, italic, underline … are no colours and stay on under NO_COLOR. @default true */
  readonly attributes?: boolean;
  /** Whether the terminal knows OSC 8. @default false */
  readonly hyperlinks?: boolean;
  /** @default the terminal's own sixteen colours */
  readonly theme?: Theme;
};

/** A style whose theme can be changed: its painters follow. */
export type ThemedStyle = {
  readonly style: Style;
  /** From now on text is painted so. Without colours nothing changes: other themes differ in little else. */
  readonly use: (theme: Theme) => void;
};

/** Returns the painters for one terminal. The default foreground is used for text: there is no painter for it. */
export function createStyle(options: StyleOptions): Style {
  return createThemedStyle(options).style;
}

/** As `createStyle`, with the way to change the theme. */
export function createThemedStyle(options: StyleOptions): ThemedStyle {
  const { attributes = true, hyperlinks = false, depth = "truecolor" } = options;
  const colour = options.colour && depth !== "none";
  const attribute = (name: AttributeName): Painter => (attributes ? attributePainters[name] : same);
  const painterOf = (look: Look): Painter => {
    const painters = (look.attributes ?? []).map(attribute);
    const paint = (open: string | null, close: string) => {
      if (open !== null) painters.push(sgr(open, close));
    };
    if (colour) {
      paint(sgrOf(look.background ?? "default", depth, "background"), "49");
      paint(sgrOf(look.colour ?? "default", depth, "text"), "39");
    }
    const [only = same, ...others] = painters;
    return others.length === 0 ? only : (text) => painters.reduce((painted, paint) => paint(painted), text);
  };
  let painters = new Map<RoleName, Painter>();
  const wear = (theme: Theme) => {
    painters = new Map(roleNames.map((name) => [name, painterOf(theme[name])]));
  };
  const role =
    (name: RoleName): Painter =>
    (text) =>
      (painters.get(name) ?? same)(text);
  wear(colour ? (options.theme ?? ansiTheme) : ansiTheme);
  const style: Style = {
    colour,
    attributes: attributes || colour,
    hyperlinks,
    bold: attribute("bold"),
    italic: attribute("italic"),
    underline: attribute("underline"),
    strike: attribute("strike"),
    inverse: attribute("inverse"),
    accent: role("accent"),
    dim: role("dim"),
    success: role("success"),
    danger: role("danger"),
    warning: role("warning"),
    heading: role("heading"),
    link: role("link"),
    code: role("code"),
    rule: role("rule"),
    spinner: role("spinner"),
    selection: role("selection"),
    added: role("added"),
    removed: role("removed"),
    addedWord: role("addedWord"),
    removedWord: role("removedWord"),
    keyword: role("keyword"),
    string: role("string"),
    comment: role("comment"),
    number: role("number"),
    title: role("title"),
    type: role("type"),
    hyperlink(url, text) {
      const target = hyperlinks && text !== "" ? safeUrl(url) : null;
      return target === null ? text : `\u001b]8;;${target}\u001b\\${text}\u001b]8;;\u001b\\`;
    },
  };
  return {
    style,
    use(theme) {
      if (colour) wear(theme);
    },
  };
}

const attributePainters: Readonly<Record<AttributeName, Painter>> = {
  bold: sgr("1", "22"),
  dim: sgr("2", "22"),
  italic: sgr("3", "23"),
  underline: sgr("4", "24"),
  inverse: sgr("7", "27"),
  strike: sgr("9", "29"),
};

function sgr(open: string, close: string): Painter {
  const on = `\u001b[${open}m`;
  const off = `\u001b[${close}m`;
  // What is nested ends with the same code; the outer look goes on behind it.
  return (text) => (text === "" ? "" : on + text.replaceAll(off, off + on) + off);
}

function same(text: string): string {
  return text;
}

/** No escape sequence at all: for pipes, files and tests. */
export const plainStyle: Style = createStyle({ colour: false, attributes: false });
