/** docs/keys.md lists every command with the keys that everybody has. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createKeymap } from "../../src/terminal/keymap.ts";
import { defaultBindings } from "../../src/terminal/keymap/bindings.ts";
import { moveKeys } from "../../src/terminal/keymap/moved.ts";
import { places, placeTitles } from "../../src/terminal/keymap/places.ts";

const text = readFileSync(join(import.meta.dir, "../../docs/keys.md"), "utf8");

/** The rows of the table below a heading, with single blanks. */
function rowsBelow(heading: string): string[] {
  const [, part = ""] = text.split(`## ${heading}\n`);
  const [own = ""] = part.split("\n## ");
  const rows = own.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) => row.replaceAll(/ +/g, " "));
}

test.each(places)("%s: every command with its keys and what it does", (place) => {
  const rows = createKeymap()
    .describe()
    .filter(({ context }) => context === place)
    .map(({ command, keys, description }) => {
      const told = keys.map((key) => `\`${key}\``).join(", ");
      return `| \`${command}\` | ${told} | ${description} |`;
    });
  expect(rows.length).toBeGreaterThan(0);
  expect(rowsBelow(`${placeTitles[place]}: \`${place}\``)).toEqual(rows);
});

test("its example holds as it stands", () => {
  const [, example = ""] = /```jsonc\n([^]*?)```/.exec(text) ?? [];
  expect(moveKeys(defaultBindings, Bun.JSONC.parse(example)).faults).toEqual([]);
});
