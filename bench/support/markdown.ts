/** The reply that is streamed: prose, lists, tables and code, without capitals, the same in every run. */

const words =
  "the price of each item is read from a table and then checked against what the shop has in store before an order goes out".split(
    " ",
  );

/** A word with the blank in front of it, blanks and line ends, or a mark: about what models call a token. */
const token = / ?\w+|\s+|[^\w\s]/g;

/** So many tokens of markdown, or a few more: the text that they are when joined is whole. */
export function markdownTokens(count: number): string[] {
  const tokens: string[] = [];
  for (let section = 0; tokens.length < count; section += 1)
    tokens.push(...(textOf(section).match(token) ?? []));
  return tokens;
}

function textOf(section: number): string {
  return `## part ${section}

${sentence(section, 40)}

${lines(4, (item) => `- **${wordAt(section + item)}**: ${sentence(section + item, 12)}`)}

| name | price | note |
|---|---:|---|
${lines(4, (row) => `| item ${row} | ${section * 7 + row} | ${sentence(row, 4)} |`)}

\`\`\`js
${lines(6, (line) => `const price${line} = read("item ${line}"); // ${sentence(line, 5)}`)}
\`\`\`

\`npm test\` ${sentence(section + 3, 20)}

`;
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

function sentence(start: number, length: number): string {
  return `${Array.from({ length }, (_, index) => wordAt(start * 5 + index)).join(" ")}.`;
}

function wordAt(index: number): string {
  return words[index % words.length] ?? "";
}
