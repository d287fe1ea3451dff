/** Whether a parser has taken in everything that stands between the parts that it found. Pure. */

/**
 * What may stand behind a statement. A `#` or `}` that touches it is a part of its last word to bash, also where the
 * parser sees a comment or the end of a group: `ls <(true)#; rm x` runs `rm`.
 */
const behindStatement =
  /^(?:[ \t]|\\\n)*(?:$|[;&\n)`]|(?<=[ \t](?:\\\n)*)[#}]|(?:then|do|done|fi|else|elif|esac)\b)/;

/** How far it is looked: what is decided stands right behind. UTF-16 units. */
const maxLook = 1_000;

/** True when something is left over between the end of a statement and what follows it. */
export function isLeftOver(source: string, end: number): boolean {
  // The `&` that sends a statement to the background ends it, whatever stands behind.
  if (/(?:^|[^\\])&$/.test(source.slice(Math.max(0, end - 2), end))) return false;
  return !behindStatement.test(source.slice(end, end + maxLook));
}

/** True when something is passed over between the words and redirections of a command, or two of them are one to bash. */
export function hasGap(
  source: string,
  parts: readonly { readonly pos: number; readonly end: number }[],
): boolean {
  return parts.some(({ end }, at) => {
    const next = parts[at + 1];
    if (next === undefined) return false;
    const between = source.slice(end, next.pos);
    if (!/^(?:[ \t]|\\\n)*$/.test(between)) return true;
    // One word to bash, two to the parser: `.<()./x` is `../x`.
    const touches = !/[ \t]/.test(between);
    return touches && (/^[<>]\($/.test(source.slice(next.pos, next.pos + 2)) || source[end - 1] === ")");
  });
}
