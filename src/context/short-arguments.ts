/** The arguments of a call in fewer words, still a JSON object. Pure. */

/** How much of a long text in them stays, UTF-16 units. */
const longest = { least: 60, some: 400 } as const;
/** What is shorter than this stays as it is, UTF-16 units: it would hardly get shorter. */
const worthIt = { least: 240, some: 1_200 } as const;
/** How deep they are gone through; what lies deeper is left out. */
const depth = 4;
/** Of a list or an object so many members stay. */
const mostMembers = 12;

const leftOut = "[left out by the user]";

/**
 * The arguments with their long texts cut; as they are where they are short. What is no JSON object becomes an empty one:
 * so the validator has it in any case.
 */
export function shortArguments(argumentsText: string, how: keyof typeof longest): string {
  if (argumentsText.length <= worthIt[how]) return argumentsText;
  const value = parse(argumentsText);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "{}";
  const short = JSON.stringify(shortValue(value, longest[how], depth));
  return short.length < argumentsText.length ? short : argumentsText;
}

function shortValue(value: unknown, most: number, levels: number): unknown {
  if (typeof value === "string") return shortText(value, most);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return leftOut;
  if (Array.isArray(value)) {
    const kept = value.slice(0, mostMembers).map((one) => shortValue(one, most, levels - 1));
    return value.length > mostMembers ? [...kept, leftOut] : kept;
  }
  const fields = Object.entries(value)
    .slice(0, mostMembers)
    .map(([name, one]) => [shortText(name, most), shortValue(one, most, levels - 1)] as const);
  return Object.fromEntries(fields);
}

function shortText(text: string, most: number): string {
  if (text.length <= most + leftOut.length) return text.toWellFormed();
  return `${text.slice(0, most).toWellFormed()} ${leftOut}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A model may write anything for arguments.
    return undefined;
  }
}
