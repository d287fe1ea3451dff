/** What the model says: blocks of markdown whose words are numbered, so that each can be found again. */

export const BLOCK_KINDS = [
  "paragraph",
  "wide",
  "heading",
  "list",
  "tasks",
  "quote",
  "code",
  "table",
  "inline",
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** A block of about `size` numbered words, of an answer with this number, and how many of its words there are then. */
export function blockOf(
  kind: BlockKind,
  size: number,
  answer: number,
  firstWord: number,
): { readonly text: string; readonly words: number } {
  let words = firstWord;
  const word = () => `{${answer}.${words++}}`;
  const many = (count: number) => Array.from({ length: count }, word);
  return {
    text: `${drawn(kind, size, word, many)}\n\n`,
    get words() {
      return words;
    },
  };
}

function drawn(
  kind: BlockKind,
  size: number,
  word: () => string,
  many: (count: number) => readonly string[],
): string {
  switch (kind) {
    case "paragraph":
      return many(size * 2).join(" ");
    case "wide":
      return many(size)
        .map((one) => `${one} 日本語の文 👩‍👩‍👧 naïve`)
        .join(" ");
    case "heading":
      return `## ${word()} a title ${word()}`;
    case "list":
      return many(size)
        .map((one, index) => `${index % 3 === 2 ? "  " : ""}- ${one} item`)
        .join("\n");
    case "tasks":
      return many(size)
        .map((one, index) => `- [${index % 2 === 0 ? " " : "x"}] ${one}`)
        .join("\n");
    case "quote":
      return many(size)
        .map((one) => `> ${one}`)
        .join("\n");
    case "code":
      return `\`\`\`ts\n${many(size * 3)
        .map((one) => `a("${one}");`)
        .join("\n")}\n\`\`\``;
    case "table":
      return `| a | b |\n|---|---|\n${Array.from({ length: size }, () => `| ${word()} | ${word()} |`).join("\n")}`;
    case "inline":
      return `**${word()}** and \`${word()}\` and [${word()}](https://example.com/a) and _${word()}_.`;
    default:
      return kind satisfies never;
  }
}

/** The numbers of the words that stand in lines, in their order: answer and word. */
export function wordsIn(lines: readonly string[]): (readonly [answer: number, word: number])[] {
  return Array.from(lines.join("\n").matchAll(/\{(\d+)\.(\d+)\}/g), ([, answer, word]) => [
    Number(answer),
    Number(word),
  ]);
}
