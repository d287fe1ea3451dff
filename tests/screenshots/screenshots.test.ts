/**
 * The pictures of docs/screenshots are what the program shows: the real one, in an emulated terminal. With
 * `npm run screenshots` they are drawn anew.
 */
import { join } from "node:path";
import { expect, test } from "bun:test";
import { languages, moments, play } from "./scenes.ts";
import { svgOf } from "./svg.ts";

const folder = join(import.meta.dir, "../../docs/screenshots");
const isDrawing = process.env["REIN_SCREENSHOTS"] === "draw";

test.each(
  languages.flatMap((language) => (["dark", "light"] as const).map((ground) => ({ language, ground }))),
)("the pictures show what there is to see: $language, $ground", async ({ language, ground }) => {
  const drawn: string[] = [];
  await play(language, ground, async (moment, { terminal }) => {
    const { emulator } = terminal;
    const cursor = emulator.modes().cursorVisible ? emulator.cursor() : null;
    const svg = svgOf({ rows: emulator.looks(), columns: emulator.cols, cursor }, ground);
    const file = Bun.file(join(folder, `${moment}-${ground}-${language}.svg`));
    if (isDrawing) await file.write(svg);
    expect(wordsOf(svg)).toEqual(wordsOf(await file.text()));
    drawn.push(moment);
  });
  expect(drawn).toEqual([...moments]);
});

/** The words of a picture. Times and ids differ from one run to the next. */
function wordsOf(svg: string): readonly string[] {
  return svg
    .split("\n")
    .map((line) =>
      line
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\d[\d.,]*(?:ms|s|k)?/g, "0")
        .trim(),
    )
    .filter((line) => line !== "");
}
