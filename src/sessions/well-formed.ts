/**
 * Half characters. A text that was cut inside an emoji ends in a lone surrogate; strict JSON parsers refuse it, and
 * a request that carries it fails for ever after. Here it becomes U+FFFD.
 */

/** `JSON.stringify` writes lone surrogates, and nothing else, as escapes from this range. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** True when a JSON text may hold half characters as escapes: then, and only then, its value is worth a walk. */
export function mayHoldHalfCharacters(json: string): boolean {
  return escapedSurrogate.test(json);
}

/** The same plain data with every half character in its strings and keys replaced by U+FFFD. */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map((item: unknown) => wellFormed(item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]),
    );
  }
  return value;
}

/** True when plain data holds half characters. */
export function holdsHalfCharacters(value: unknown): boolean {
  const json = JSON.stringify(value) ?? "";
  // The escape also stands in a text that only talks about it; the walk tells the two apart.
  return mayHoldHalfCharacters(json) && JSON.stringify(wellFormed(value)) !== json;
}
