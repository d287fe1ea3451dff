/** Braces that bash may expand although they do not look like it. Pure. */

/** More braces in one word than this are taken for an expansion. */
const maxBraces = 100;

/**
 * True when bash would put other words in the place of an unquoted text: a `}` closes only behind a comma or `..`, so that
 * `{a},b}` is `a}` and `b`.
 */
export function mayExpandBraces(unquoted: string): boolean {
  let left = maxBraces;
  for (let open = unquoted.indexOf("{"); open !== -1; open = unquoted.indexOf("{", open + 1)) {
    if (left === 0 || isExpansion(unquoted, open + 1)) return true;
    left -= 1;
  }
  return false;
}

function isExpansion(text: string, from: number): boolean {
  let depth = 0;
  let separated = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{") depth += 1;
    else if (character === "}" && depth > 0) depth -= 1;
    else if (character === "}" && separated) return true;
    else if (depth === 0 && (character === "," || (text.startsWith("..", at) && text[at + 2] !== "}")))
      separated = true;
  }
  return false;
}
