/** Our own SGR styling: names instead of colours, so that a theme can change them all. */
import { safeUrl } from "./sanitize.ts";

const attributeNames = ["bold", "italic", "underline", "strike", "inverse"] as const;
const roleNames = [
  "accent",
  "dim",
  "success",
  "danger",
  "warning",
  "code",
  "added",
  "removed",
  "heading",
  "link",
] as const;
/** Attributes, and the roles that a theme gives a look. */
export type StyleName = (typeof attributeNames)[number] | (typeof roleNames)[number];

/** SGR parameters of a role: what its colour is and what it is without colours. */
export type RoleLook = { readonly colour?: string; readonly attributes?: readonly number[] };
export type Theme = Readonly<Record<(typeof roleNames)[number], RoleLook>>;

/** Sixteen colours only: the terminal's own palette decides what they look like, on light and on dark grounds. */
export const defaultTheme: Theme = {
  accent: { colour: "36" },
  dim: { attributes: [2] },
  success: { colour: "32" },
  danger: { colour: "31" },
  warning: { colour: "33" },
  code: { colour: "36" },
  added: { colour: "32" },
  removed: { colour: "31" },
  heading: { attributes: [1] },
  link: { colour: "34", attributes: [4] },
};

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
  /** Bold, dim, italic, underline … are no colours and stay on under NO_COLOR. @default true */
  readonly attributes?: boolean;
  /** Whether the terminal knows OSC 8. @default false */
  readonly hyperlinks?: boolean;
  readonly theme?: Theme;
};

const attributeCodes: Record<(typeof attributeNames)[number], number> = {
  bold: 1,
  italic: 3,
  underline: 4,
  inverse: 7,
  strike: 9,
};

/** Returns the painters for one terminal. The default foreground is used for text: there is no painter for it. */
export function createStyle(options: StyleOptions): Style {
  const { colour, attributes = true, hyperlinks = false, theme = defaultTheme } = options;
  const attribute = (code: number): Painter => (attributes ? sgr(`${code}`, closeOf(code)) : same);
  const role = (name: keyof Theme): Painter => {
    const look = theme[name];
    const painters = (look.attributes ?? []).map(attribute);
    if (colour && look.colour !== undefined) painters.push(sgr(look.colour, "39"));
    return (text) => painters.reduce((painted, paint) => paint(painted), text);
  };
  return {
    colour,
    attributes: attributes || colour,
    hyperlinks,
    bold: attribute(attributeCodes.bold),
    italic: attribute(attributeCodes.italic),
    underline: attribute(attributeCodes.underline),
    strike: attribute(attributeCodes.strike),
    inverse: attribute(attributeCodes.inverse),
    accent: role("accent"),
    dim: role("dim"),
    success: role("success"),
    danger: role("danger"),
    warning: role("warning"),
    code: role("code"),
    added: role("added"),
    removed: role("removed"),
    heading: role("heading"),
    link: role("link"),
    hyperlink(url, text) {
      const target = hyperlinks && text !== "" ? safeUrl(url) : null;
      return target === null ? text : `\u001b]8;;${target}\u001b\\${text}\u001b]8;;\u001b\\`;
    },
  };
}

function sgr(open: string, close: string): Painter {
  const on = `\u001b[${open}m`;
  const off = `\u001b[${close}m`;
  // What is nested ends with the same code; the outer look goes on behind it.
  return (text) => (text === "" ? "" : on + text.replaceAll(off, off + on) + off);
}

function same(text: string): string {
  return text;
}

function closeOf(attribute: number): string {
  return attribute <= 2 ? "22" : `${attribute + 20}`;
}

/** No escape sequence at all: for pipes, files and tests. */
export const plainStyle: Style = createStyle({ colour: false, attributes: false });
