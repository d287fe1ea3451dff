/** How a secret is named in a text. */

/** A name that stands for a secret, as in `«secret:GITHUB_TOKEN#1»`: what it is, and which of those with that name. */
const labelPattern = /«secret:([A-Z0-9_]{1,48}#[1-9]\d{0,5})»/g;

/** What every label begins with. */
export const labelStart = "«secret:";

/** The label for `NAME#1`. */
export function labelOf(id: string): string {
  return `${labelStart}${id}»`;
}

/** The text with each label in it replaced; `replace` is given `NAME#1` and the whole label. */
export function replaceLabels(text: string, replace: (id: string, label: string) => string): string {
  if (!text.includes(labelStart)) return text;
  return text.replace(labelPattern, (label: string, id: string) => replace(id, label));
}

/** Where labels stand in a text, in their order. */
export function labelSpans(text: string): { readonly start: number; readonly end: number }[] {
  if (!text.includes(labelStart)) return [];
  return [...text.matchAll(labelPattern)].map(({ index, 0: label }) => ({
    start: index,
    end: index + label.length,
  }));
}

/** Every `NAME#1` in a text. */
export function labelsIn(text: string): string[] {
  if (!text.includes(labelStart)) return [];
  return [...text.matchAll(labelPattern)].map(({ 1: id = "" }) => id);
}

/** A name for a secret from what it was called where it was found: `apiToken` and `api-token` are `API_TOKEN`. */
export function nameFor(found: string): string {
  const name = found
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase()
    .slice(0, 48);
  return name === "" ? "SECRET" : name;
}
