/** What was looked at, and whether it is right. */
import { redactText } from "../../providers/redact.ts";
import { sanitize } from "../../terminal/sanitize.ts";

export const checkGroups = [
  "terminal",
  "programs",
  "sandbox",
  "files",
  "settings",
  "models",
  "network",
] as const;

export type Check = {
  readonly group: (typeof checkGroups)[number];
  /** What was looked at, in a word or two. */
  readonly name: string;
  /** `warn`: rein works, and something could be better. `bad`: something will not work. */
  readonly level: "ok" | "warn" | "bad";
  /** What was found. */
  readonly text: string;
  /** What to do about it; absent where nothing is to be done. */
  readonly fix?: string;
};

type Group = Check["group"];

/** Makes the checks of one group. Whatever foreign text or key is in their words, it does nothing and shows nothing. */
export function checksOf(group: Group) {
  const make = (level: Check["level"], name: string, text: string, fix?: string): Check => ({
    group,
    name: clean(name),
    level,
    text: clean(text),
    ...(fix === undefined || fix === "" ? {} : { fix: clean(fix) }),
  });
  return {
    ok: (name: string, text: string) => make("ok", name, text),
    warn: (name: string, text: string, fix?: string) => make("warn", name, text, fix),
    bad: (name: string, text: string, fix?: string) => make("bad", name, text, fix),
  };
}

function clean(text: string): string {
  return sanitize(redactText(text), "output").replaceAll("\n", " ");
}
