/** How much a model is to think before it answers. */

/** From nothing to all that a model can; each model takes some of these, or none. */
export const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof efforts)[number];

/** The level that a word names: its own name, or "off" for "none". Undefined for any other word. */
export function effortNamed(word: string): Effort | undefined {
  const name = word.toLowerCase();
  return efforts.find((effort) => effort === (name === "off" ? "none" : name));
}
