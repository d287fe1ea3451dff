/** A theme of the user's, from what its file says. Zod is loaded with it: behind the first frame. */
import { z } from "zod";
import { type Colour, colourNames } from "../colour.ts";
import { attributeNames, roleNames } from "../theme.ts";
import { truncateMiddle } from "../truncate-middle.ts";
import { isBuiltIn, defaultThemeName, type OwnTheme } from "./named.ts";
import { say } from "../../words/say.ts";

const colourSchema = z.custom<Colour>(isColour, {
  error: say`a colour is a name like "red" or "bright-red", a number from 0 to 255, "#rrggbb" or "default"`,
});

const lookSchema = z.preprocess(
  (value) => (typeof value === "string" || typeof value === "number" ? { colour: value } : value),
  z.strictObject({
    colour: colourSchema.exactOptional(),
    background: colourSchema.exactOptional(),
    attributes: z.array(z.enum(attributeNames)).exactOptional(),
  }),
);

const themeSchema = z.strictObject({
  base: z.string().default(defaultThemeName),
  roles: z.record(z.string(), z.unknown()).default({}),
});

/** More of a name than this says nothing more; cells. */
const longestName = 60;
/** So many roles that there are not are named. */
const mostNamed = 5;

export type ReadTheme = {
  /** Null when nothing of it can be used. */
  readonly theme: OwnTheme | null;
  /** What is wrong with it, a sentence each. */
  readonly faults: readonly string[];
};

/** What is right in it holds; a role that is wrong is taken from the base. Never throws. */
export function readTheme(name: string, content: unknown): ReadTheme {
  if (isBuiltIn(name))
    return {
      theme: null,
      faults: [say`It is not used: rein has a theme ${name} itself. Give it another name.`],
    };
  const parsed = themeSchema.safeParse(content);
  if (!parsed.success) return { theme: null, faults: [say`It is not used: ${wordsOf(parsed.error)}.`] };
  const { base, roles } = parsed.data;
  const faults: string[] = [];
  if (!isBuiltIn(base))
    faults.push(
      say`Its base ${JSON.stringify(truncateMiddle(base, longestName))} is no theme of rein's; ${defaultThemeName} stands in for it.`,
    );
  const unknown: string[] = [];
  const looks: { -readonly [Role in keyof OwnTheme["looks"]]: OwnTheme["looks"][Role] } = {};
  for (const [key, value] of Object.entries(roles)) {
    const role = roleNames.find((one) => one === key);
    if (role === undefined) {
      unknown.push(JSON.stringify(truncateMiddle(key, longestName)));
      continue;
    }
    const look = lookSchema.safeParse(value);
    if (look.success) looks[role] = look.data;
    else faults.push(say`The look of ${role} is not used: ${wordsOf(look.error)}.`);
  }
  if (unknown.length > 0) faults.push(unknownWords(unknown));
  return { theme: { name, base: isBuiltIn(base) ? base : defaultThemeName, looks }, faults };
}

/** The roles that there are stand in the sentence once, however many others the file has. */
function unknownWords(unknown: readonly string[]): string {
  const told = unknown.slice(0, mostNamed).join(", ");
  const more = unknown.length - mostNamed;
  const roles = roleNames.join(", ");
  return more > 0
    ? say`There are no roles ${told} and ${more} more. Roles are ${roles}.`
    : unknown.length === 1
      ? say`There is no role ${told}. Roles are ${roles}.`
      : say`There are no roles ${told}. Roles are ${roles}.`;
}

function isColour(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 && value <= 255;
  if (typeof value !== "string") return false;
  return value === "default" || colourNames.some((name) => name === value) || /^#[\da-f]{6}$/i.test(value);
}

function wordsOf({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");
}
