/** Themes by their names: rein's and the user's. */
import type { ColourDepth } from "../colour.ts";
import { type Ground, type Look, type RoleName, roleNames, type Theme, unsignedRoles } from "../theme.ts";
import { builtInThemes, type BuiltInName, followingThemes, type FollowingName } from "./built-in.ts";
import { say } from "../../words/say.ts";

/** A theme of the user's: what it says, on top of one of rein's. */
export type OwnTheme = {
  readonly name: string;
  readonly base: string;
  readonly looks: Readonly<Partial<Record<RoleName, Look>>>;
};

/** What decides what a name stands for. */
export type Surroundings = {
  readonly ground: Ground;
  readonly depth: ColourDepth;
  readonly own: readonly OwnTheme[];
};

/** What holds where nobody says anything. */
export const defaultThemeName = "auto";

/** Rein's own, in the order in which they are offered, with what they are. */
export const offeredThemes: readonly { readonly name: BuiltInName | FollowingName; readonly what: string }[] =
  [
    { name: "auto", what: say`dark or light, as the terminal is` },
    { name: "dark", what: say`for a dark background` },
    { name: "light", what: say`for a light background` },
    { name: "high-contrast", what: say`as far from the background as can be` },
    { name: "deuteranopia", what: say`blue and orange, for who mixes up red and green; also protanopia` },
    { name: "tritanopia", what: say`red and cyan, for who mixes up blue and yellow` },
    { name: "ansi", what: say`the terminal's own sixteen colours` },
  ];

/** Whether rein brings a theme of this name along. */
export function isBuiltIn(name: string): name is BuiltInName | FollowingName {
  return Object.hasOwn(builtInThemes, name) || Object.hasOwn(followingThemes, name);
}

/** The theme of a name, as it looks here; undefined for a name that stands for none. */
export function themeNamed(name: string, surroundings: Surroundings): Theme | undefined {
  if (isBuiltIn(name)) return builtInThemes[plainName(name, surroundings)];
  const own = surroundings.own.find((theme) => theme.name === name);
  if (own === undefined) return undefined;
  const base = builtInThemes[isBuiltIn(own.base) ? plainName(own.base, surroundings) : "ansi"];
  return { ...base, ...Object.fromEntries(roleNames.flatMap((role) => changed(role, base, own))) };
}

/** A name for one ground. With sixteen colours the terminal's own are the ones that fit its background. */
function plainName(name: BuiltInName | FollowingName, { ground, depth }: Surroundings): BuiltInName {
  if (name === "auto" && depth === "16") return "ansi";
  return isFollowing(name) ? followingThemes[name][ground] : name;
}

function isFollowing(name: string): name is FollowingName {
  return Object.hasOwn(followingThemes, name);
}

/** A look that says less than its base goes on as that does. Where colour would be the only sign, an attribute stays. */
function changed(role: RoleName, base: Theme, own: OwnTheme): [RoleName, Look][] {
  const look = own.looks[role];
  if (look === undefined) return [];
  const merged = { ...base[role], ...look };
  const isUnsigned = unsignedRoles.has(role) && (merged.attributes ?? []).length === 0;
  return [[role, isUnsigned ? { ...merged, attributes: base[role].attributes ?? ["underline"] } : merged]];
}
