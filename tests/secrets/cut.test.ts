/** What is cut before it is looked at: a secret stands in it whole, so that it is found, or not at all. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { OutputBuffer } from "../../src/process/output-buffer.ts";
import { concealText } from "../../src/secrets/conceal.ts";
import { createEnvFiles } from "../../src/secrets/env-files.ts";
import { createVault } from "../../src/secrets/vault.ts";
import { createVeil } from "../../src/secrets/veil.ts";
import { excerpt, readLimits } from "../../src/tools/numbered-lines.ts";
import { cutStart, cutText } from "../../src/workspace/text.ts";
import { privateKey, told, tokens } from "./samples.ts";

/** So much of a secret is more than chance. */
const telling = 6;

const secrets = [...Object.values(tokens), ...told.map(({ secret }) => secret)];
const word = fc.constantFrom("the ", "login ", "fails, ", '"quoted" ', "src/a.ts:12: ", "x=1; ", "\n");
const texts = fc
  .array(
    fc.oneof(
      { arbitrary: word, weight: 6 },
      { arbitrary: fc.constantFrom(...Object.values(tokens)).map((token) => `${token} `), weight: 1 },
      { arbitrary: fc.constantFrom(...told).map(({ line }) => `\n${line}\n`), weight: 1 },
    ),
    { minLength: 60, maxLength: 200 },
  )
  .map((parts) => parts.join(""));

/** The beginnings and ends of secrets that a text shows. */
function shownOf(text: string): string[] {
  const shown = concealText(text, createVault(), { where: "" });
  return secrets.flatMap((secret) => {
    const parts = [secret.slice(0, -1), secret.slice(1)].filter((part) => shown.includes(part));
    // Where a text was cut, a part of one ends or begins just there.
    for (let length = telling; length < secret.length; length += 1) {
      const [begin, end] = [secret.slice(0, length), secret.slice(-length)];
      if (new RegExp(`${RegExp.escape(begin)}(?:…|\\n\\[…|$)`).test(shown)) parts.push(begin);
      if (new RegExp(`(?:^|…|…\\]\\n)${RegExp.escape(end)}`).test(shown)) parts.push(end);
    }
    return parts;
  });
}

test("beginning and end of a long output show no part of a secret", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 400, max: 900 }), (text, limit) => {
      const buffer = new OutputBuffer({ head: limit, tail: limit });
      buffer.append(new TextEncoder().encode(text));
      expect(shownOf(buffer.read(null).text)).toEqual([]);
    }),
  );
});

test("a cut line shows no part of a secret", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 200, max: 900 }), (text, length) => {
      const line = text.replaceAll("\n", " ");
      expect(shownOf(`${cutText(line, length)}…`)).toEqual([]);
      expect(shownOf(`…${cutStart(line, length)}`)).toEqual([]);
    }),
  );
});

test("a long line of a file is cut before the secret at its end, and the advice goes on from there", () => {
  const token = tokens["GITHUB_TOKEN"] ?? "";
  const start = "word ".repeat(396);
  const { text = "" } = excerpt(`${start}${token} end\n`, {}, "a.txt") ?? {};
  expect(shownOf(text)).toEqual([]);
  expect(text).toContain(`the first ${start.length} are shown`);
  expect(text).toContain(`cut -c ${start.length + 1}-${start.length + readLimits.lineLength}`);
});

const keyLines = privateKey.trimEnd().split("\n");
const body = keyLines.slice(1, -1);

test("the end of a private key without its beginning is hidden, also with numbers before its lines", () => {
  const rest = keyLines.slice(2).join("\n");
  for (const text of [
    `[... 12 bytes left out ...]\n${rest}\nnext\n`,
    excerpt(privateKey, { offset: 3 }, "k")?.text ?? "",
  ]) {
    const shown = concealText(text, createVault(), { where: "" });
    for (const line of body.slice(1)) expect(shown).not.toContain(line);
    expect(shown).toContain("«secret:PRIVATE_KEY#1»");
  }
  const listed = `${"a".repeat(64)}\n${"b".repeat(64)}\nno key\n`;
  expect(concealText(listed, createVault(), { where: "" })).toBe(listed);
});

test("a line of a private key that was seen before is hidden by itself, and its name gives it back", () => {
  const veil = createVeil({
    variables: [],
    envFiles: createEnvFiles("/nowhere/at/all"),
    isCredentialName: () => false,
    earlier: [],
  });
  expect(veil.concealText(privateKey, "a file").text).toBe("«secret:PRIVATE_KEY#1»\n");
  const [first = "", second = ""] = body;
  const { text } = veil.concealText(`2: ${second}\n`, "a part of it");
  expect(text).toMatch(/^2: «secret:PRIVATE_KEY#\d+»\n$/);
  expect(JSON.parse(veil.restore(JSON.stringify([text])).arguments)).toEqual([`2: ${second}\n`]);
  expect(veil.concealText(first, "").text).not.toContain(first);
  expect(veil.list()).toHaveLength(1);
  expect(veil.count()).toBe(1);
});

test("a weak password that a call was run with is hidden wherever it stands from then on", () => {
  const veil = createVeil({
    variables: [],
    envFiles: createEnvFiles("/nowhere/at/all"),
    isCredentialName: () => false,
    earlier: [],
  });
  expect(veil.concealText("DB_PASSWORD=shop2shop\n", "a file").text).toContain("«secret:DB_PASSWORD#1»");
  expect(veil.concealText("shop2shop", "").text).toBe("shop2shop");
  veil.restore(JSON.stringify({ command: "psql -W «secret:DB_PASSWORD#1»" }));
  expect(veil.concealText("connecting with shop2shop", "").text).toBe(
    "connecting with «secret:DB_PASSWORD#1»",
  );
});

test("a result of several megabytes is looked at without keeping the keys waiting, and to its end", async () => {
  const veil = createVeil({
    variables: [],
    envFiles: createEnvFiles("/nowhere/at/all"),
    isCredentialName: () => false,
    earlier: [],
  });
  const token = tokens["GITHUB_TOKEN"] ?? "";
  const line = "const token = await readToken(options.token2); // an ordinary line\n";
  const text = `${line.repeat(20_000)}${token}\n`;
  let others = 0;
  const other = setInterval(() => (others += 1), 0);
  const shown = await veil.conceal({ ok: true, text, view: { type: "text", text } });
  clearInterval(other);
  expect(JSON.stringify(shown)).not.toContain(token);
  expect(shown.ok && shown.text).toBe(`${line.repeat(20_000)}«secret:GITHUB_TOKEN#1»\n`);
  // It gave way to others dozens of times on the way.
  expect(others).toBeGreaterThan(20);
});
