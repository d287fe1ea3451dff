/** Texts that are being written, without the secrets in them: those never reach the disk. */
import { labelsIn, replaceLabels } from "../../../secrets/label.ts";
import type { Veil } from "../../../secrets/veil.ts";
import type { Kept, KeptText } from "../../../sessions/draft-file.ts";
import { say } from "../../../words/say.ts";

/** So much is looked at while a key waits, UTF-16 units: some 10 ms. */
const atOnce = 32 * 1024;
/** So many long texts are remembered as they were found. */
const mostRemembered = 20;

/** How texts are told without their secrets; `more` of them may be looked at later, one piece at a time. */
export class DraftWords {
  /** A veil of its own: half a secret that stands in a draft must not become known as one. */
  readonly #veil: Pick<Veil, "concealText" | "concealer">;
  readonly #long = new Map<string, string>();

  constructor(veil: Pick<Veil, "concealText" | "concealer">) {
    this.#veil = veil;
  }

  /** Looks through the long texts that are new, piece by piece, while keys have their turn. */
  async prepare(kept: Kept): Promise<void> {
    for (const text of longTexts(kept)) {
      if (this.#long.has(text)) continue;
      const concealer = this.#veil.concealer(say`a draft`);
      let shown = "";
      for (let from = 0; from < text.length; from += atOnce) {
        shown += concealer.push(text.slice(from, from + atOnce));
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      this.#remember(text, shown + concealer.end());
    }
  }

  /** Whether nothing long has to be looked through before. */
  isPrepared(kept: Kept): boolean {
    return longTexts(kept).every((text) => this.#long.has(text));
  }

  /** Without secrets. What is long and was not prepared takes its time here. */
  conceal({ draft, stash }: Kept): Kept {
    return {
      draft: draft === null ? null : this.#concealed(draft),
      stash: stash.map((text) => this.#concealed(text)),
    };
  }

  #concealed({ text, chips, isTyped }: KeptText): KeptText {
    return {
      text: this.#shown(text),
      chips: chips.map((chip) => ({ ...chip, text: this.#shown(chip.text) })),
      isTyped,
    };
  }

  #shown(text: string): string {
    const known = this.#long.get(text);
    if (known !== undefined) return known;
    const shown = spelled(text, this.#veil.concealText(text, say`a draft`).text);
    if (text.length > atOnce) this.#remember(text, shown);
    return shown;
  }

  #remember(text: string, shown: string): void {
    const oldest = this.#long.size < mostRemembered ? undefined : this.#long.keys().next().value;
    if (oldest !== undefined) this.#long.delete(oldest);
    this.#long.set(text, spelled(text, shown));
  }
}

/** The names that stand for secrets mean nothing in the next run: words in their place, unless the user wrote them. */
function spelled(text: string, shown: string): string {
  if (shown === text) return text;
  const own = new Set(labelsIn(text));
  return replaceLabels(shown, (id, label) =>
    own.has(id) ? label : say`[secret ${id.replace(/#\d+$/, "")} was not kept]`,
  );
}

function longTexts({ draft, stash }: Kept): string[] {
  const texts = draft === null ? stash : [...stash, draft];
  const all = [...texts, ...texts.flatMap(({ chips }) => chips)];
  return all.map(({ text }) => text).filter((text) => text.length > atOnce);
}
