/** What the user has decided about each hunk of a change so far. */
import type { HunkAnswer } from "../../../protocol/approval.ts";
import { type HunkPlace, hunkPlaces } from "../../../protocol/hunks.ts";
import type { FileChange } from "../../../protocol/tool-result.ts";

export type HunkCounts = {
  /** As they are or edited. */
  readonly taken: number;
  readonly edited: number;
  readonly rejected: number;
  readonly undecided: number;
};

/** The hunks of a question, with one of them selected. */
export class HunkChoices {
  readonly places: readonly HunkPlace[];
  readonly #names: readonly string[];
  readonly #answers: (HunkAnswer | null)[];
  #selected: number;

  /** `before`: choices about an earlier form of the change; they hold for the hunks that are still the same. */
  constructor(files: readonly FileChange[], before?: HunkChoices) {
    this.places = hunkPlaces(files);
    this.#names = namesOf(this.places);
    this.#answers = this.#names.map((name) => before?.answer(before.#names.indexOf(name)) ?? null);
    this.#selected = Math.max(0, this.#answers.indexOf(null));
  }

  /** Stands for the selected hunk, wherever in its file it is. */
  get name(): string {
    return this.#names[this.#selected] ?? "";
  }

  get selected(): number {
    return this.#selected;
  }

  /** What is decided about a hunk; null as long as nothing is. */
  answer(index: number): HunkAnswer | null {
    return this.#answers[index] ?? null;
  }

  select(index: number): void {
    this.#selected = Math.max(0, Math.min(index, this.places.length - 1));
  }

  /** Decides about the selected hunk and goes on to the next that is undecided, if any is. */
  decide(answer: HunkAnswer): void {
    this.#answers[this.#selected] = answer;
    const after = this.#answers.indexOf(null, this.#selected);
    const next = after === -1 ? this.#answers.indexOf(null) : after;
    if (next !== -1) this.#selected = next;
  }

  takeOthers(): void {
    for (const [index, answer] of this.#answers.entries()) this.#answers[index] = answer ?? { type: "take" };
  }

  counts(): HunkCounts {
    const count = (type: HunkAnswer["type"]) =>
      this.#answers.filter((answer) => answer?.type === type).length;
    const [edited, rejected] = [count("edit"), count("leave")];
    const taken = count("take") + edited;
    return { taken, edited, rejected, undecided: this.places.length - taken - rejected };
  }

  /** An answer for each hunk; what is undecided is left out. */
  answers(): HunkAnswer[] {
    return this.#answers.map((answer) => answer ?? { type: "leave", words: "" });
  }
}

/** Names that hunks keep when others come and go: by their lines, and which of several it is that are the same. */
function namesOf(places: readonly HunkPlace[]): string[] {
  const seen = new Map<string, number>();
  return places.map(({ file, hunk }) => {
    const name = JSON.stringify([file.path, file.kind, hunk?.lines]);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${count} ${name}`;
  });
}
