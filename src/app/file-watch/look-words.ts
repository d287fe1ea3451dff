/** What the user is told of a look at the project that was not whole. */
import { messageOf } from "../../protocol/error.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { say } from "../../words/say.ts";
import { displayPath } from "../../workspace/paths.ts";
import type { ProjectLook } from "../../workspace/project-scan.ts";

/** Null for a whole one. */
export function cutWords({ end }: ProjectLook, maxFiles: number): string | null {
  switch (end) {
    case "whole":
      return null;
    case "size":
      return say`The project has more than ${maxFiles} files; around commands rein looked at those only, and changes of others cannot be brought back.`;
    case "time":
      return say`The look at the project around a command took too long and was cut; changes that it did not reach cannot be brought back.`;
    case "stopped":
      return say`The look at the project behind a command was stopped; changes that it did not reach cannot be brought back.`;
    default:
      return end satisfies never;
  }
}

/** So many names are told before the rest is only counted. */
const mostNamed = 3;

/** What a look could not see though it is there; null where that is nothing. */
export function notSeenWords({ root, notSeen }: ProjectLook): string | null {
  if (notSeen.length === 0) return null;
  const names = notSeen
    .slice(0, mostNamed)
    .map((path) => sanitize(displayPath(root, path), "approval_inline"));
  const more = notSeen.length - names.length;
  return more === 0
    ? say`Around commands these could not be looked at, and cannot be brought back: ${names.join(", ")}.`
    : say`Around commands these could not be looked at, and cannot be brought back: ${names.join(", ")} and ${more} more.`;
}

export function failedWords(thrown: unknown): string {
  return say`What a command changed could not be seen: ${messageOf(thrown)}`;
}
