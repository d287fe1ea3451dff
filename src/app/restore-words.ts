/** What is said of files that were brought back, to the user and to the model. */
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { sayFiles } from "../words/say-files.ts";
import { FileError } from "../workspace/file-error.ts";
import { WriteAllError } from "../workspace/write-all.ts";
import { oneLine } from "./one-line.ts";

/** What came of one file. */
export type RestoreEnd = {
  readonly path: string;
  readonly name: string;
  /** It is a symbolic link that was brought back or removed. */
  readonly isLink?: boolean;
  readonly outcome:
    | { readonly type: "written" }
    | { readonly type: "deleted" }
    /** `because` in words for the user; the file is as it was. */
    | { readonly type: "failed"; readonly because: string };
};

/** So many names are told of one kind before the rest is only counted. */
const mostNamed = 5;
/** And to the model, which has to read them again. */
const mostTold = 50;
/** Of so many reasons each is told; there are as many as files where each has its own. */
const mostReasons = 5;

/** `words`: what was done and what was not, for the user; `note` for the model: empty when nothing was changed. */
export function restoreWords(ends: readonly RestoreEnd[]): {
  readonly words: readonly string[];
  readonly note: string;
} {
  const done = (type: RestoreEnd["outcome"]["type"]) => ends.filter(({ outcome }) => outcome.type === type);
  const [written, deleted] = [done("written"), done("deleted")];
  const words: string[] = [];
  if (written.length > 0) words.push(say`Brought back ${countEnds(written)}: ${few(namesOf(written))}.`);
  if (deleted.length > 0)
    words.push(say`Removed ${countEnds(deleted)} that came later: ${few(namesOf(deleted))}.`);
  words.push(...failedWords(ends));
  if (words.length === 0) words.push(say`There was nothing to do: the files are as they were.`);
  const changed = [...written, ...deleted];
  const note =
    changed.length === 0
      ? ""
      : say`The user brought ${countEnds(changed)} back to an earlier state: ${few(namesOf(changed), mostTold)}. Read them again before changing them.`;
  return { words, note };
}

function countEnds(ends: readonly RestoreEnd[]): string {
  return sayFiles(ends, ({ isLink }) => isLink === true);
}

function namesOf(ends: readonly RestoreEnd[]): string[] {
  return ends.map(({ name }) => oneLine(name));
}

/** Thousands of files may have failed for one reason, as on a full disk: each reason is told once. */
function failedWords(ends: readonly RestoreEnd[]): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { name, outcome } of ends) {
    if (outcome.type !== "failed") continue;
    const names = reasons.get(outcome.because) ?? [];
    names.push(oneLine(name));
    reasons.set(outcome.because, names);
  }
  const told = [...reasons]
    .slice(0, mostReasons)
    .map(([because, names]) =>
      names.length === 1
        ? say`${names[0] ?? ""} was left as it is: ${oneLine(because)}.`
        : say`${few(names)} were left as they are: ${oneLine(because)}.`,
    );
  const others = [...reasons.values()].slice(mostReasons).flat();
  return others.length === 0
    ? told
    : [...told, say`${few(others)} were left as they are, for other reasons.`];
}

/** What a tool says of a file is meant for the model. */
export function whyFailed(thrown: unknown): string {
  const cause = thrown instanceof WriteAllError ? thrown.cause : thrown;
  if (cause instanceof FileError) {
    if (cause.kind === "disk") return say`there is no space left on the disk`;
    if (cause.kind === "no_permission") return say`the system refuses to have it written`;
    if (cause.kind === "bad_path") return say`a part of its path is no folder, or the path is too long`;
  }
  return messageOf(thrown).replace(/\.$/, "");
}

/** The first names of many, and how many more there are. */
export function few(names: readonly string[], most = mostNamed): string {
  if (names.length <= most) return names.join(", ");
  return say`${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}
