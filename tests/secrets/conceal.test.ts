import { expect, test } from "bun:test";
import fc from "fast-check";
import { concealText, createConcealer } from "../../src/secrets/conceal.ts";
import { createVault, type Vault } from "../../src/secrets/vault.ts";
import { cutAnywhere, privateKey, randomLooking, textsWithSecrets, told, tokens } from "./samples.ts";

const where = { where: "a test" };
const conceal = (text: string, vault: Vault = createVault()) => concealText(text, vault, where);
const knowing = (...values: readonly string[]) => {
  const vault = createVault();
  for (const value of values) vault.keep({ value, name: "KNOWN", kind: "env file", everywhere: true });
  return vault;
};

test("every vendor's key is hidden under its name", () => {
  for (const [name, token] of Object.entries(tokens)) {
    expect(conceal(`a ${token} b`)).toBe(`a «secret:${name}#1» b`);
    expect(conceal(`\u001b[32m${token}\u001b[0m`)).not.toContain(token);
    expect(conceal(`{"k":"${token}"}`)).not.toContain(token);
  }
});

test("what the words beside it say to be a secret is hidden, and nothing else of the line", () => {
  for (const { line, secret, name } of told)
    expect(conceal(`x\n${line}\ny`)).toBe(`x\n${line.replace(secret, `«secret:${name}#1»`)}\ny`);
});

test("of cookies the values that look random are hidden, wherever in the header they stand", () => {
  const value = randomLooking(24, 12);
  for (const line of [
    "Cookie: theme=dark; session=VALUE; b=1",
    "< set-cookie: id=VALUE; Path=/; Secure",
    'curl --cookie "a=1; id=VALUE" -H "Cookie: id=VALUE" x',
  ])
    expect(conceal(line.replaceAll("VALUE", value))).toBe(line.replaceAll("VALUE", "«secret:COOKIE#1»"));
});

test("a private key is one secret, and a numbered one keeps its lines", () => {
  expect(conceal(`before\n${privateKey}after\n`)).toBe("before\n«secret:PRIVATE_KEY#1»\nafter\n");
  const numbered = privateKey
    .trimEnd()
    .split("\n")
    .map((line, at) => `     ${at + 1}\t${line}`);
  const shown = conceal(numbered.join("\n")).split("\n");
  expect(shown).toHaveLength(numbered.length);
  expect(shown[0]).toBe(numbered[0] ?? "");
  expect(shown[1]).toBe("     2\t«secret:PRIVATE_KEY#1»");
  expect(shown.at(-1)).toBe(numbered.at(-1));
  expect(conceal(JSON.stringify({ key: privateKey }))).toBe(
    JSON.stringify({ key: "«secret:PRIVATE_KEY#1»\n" }),
  );
});

test("of a text with thousands of secrets each is hidden, also where it stands bare behind that", () => {
  const passwords = Array.from({ length: 3000 }, (_, at) => `pw-${at}-of-many-9`);
  const text = passwords.map((password) => `DB_PASSWORD=${password}\nbare ${password}\n`).join("");
  const names = passwords.map((_, at) => `«secret:DB_PASSWORD#${at + 1}»`);
  expect(conceal(text)).toBe(names.map((name) => `DB_PASSWORD=${name}\nbare ${name}\n`).join(""));
});

test("the beginning of a key in a program's text hides nothing", () => {
  const text = 'if (text.includes("-----BEGIN RSA PRIVATE KEY-----")) {\n  throw new Error("no keys");\n}\n';
  expect(conceal(text)).toBe(text);
  const listed = "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n";
  expect(conceal(listed)).toBe(listed);
});

test("a comment in a stranger's file switches nothing off", () => {
  const token = tokens["GITHUB_TOKEN"] ?? "";
  expect(conceal(`// secretlint-disable\n${token}\n`)).not.toContain(token);
});

test("what was found once is hidden where it stands bare later; a weak password is not", () => {
  expect(conceal("TOKEN=abc123def456ghi\n\nabc123def456ghi\n")).toBe(
    "TOKEN=«secret:TOKEN#1»\n\n«secret:TOKEN#1»\n",
  );
  expect(conceal("DB_PASSWORD=shop2shop\nshop2shop.example\n")).toBe(
    "DB_PASSWORD=«secret:DB_PASSWORD#1»\nshop2shop.example\n",
  );
});

test("known values are hidden wherever they stand, the longest first, over several lines too", () => {
  const vault = knowing("correct horse", "correct horse battery", "two\nlines of it");
  expect(conceal("xcorrect horse batteryx", vault)).toBe("x«secret:KNOWN#2»x");
  expect(conceal("a two\nlines of it b", vault)).toBe("a «secret:KNOWN#3» b");
});

test("the same value has the same name, other values of one name have other numbers", () => {
  const vault = createVault();
  const [one, other] = [`ghp_${randomLooking(36, 1)}`, `ghp_${randomLooking(36, 2)}`];
  expect(conceal(`${one} ${other} ${one}`, vault)).toBe(
    "«secret:GITHUB_TOKEN#1» «secret:GITHUB_TOKEN#2» «secret:GITHUB_TOKEN#1»",
  );
  expect(conceal(other, vault)).toBe("«secret:GITHUB_TOKEN#2»");
});

const ordinary = [
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  package.json",
  "commit 896737e1b2c3d4e5f60718293a4b5c6d7e8f9a0b",
  '"integrity": "sha512-yEusORnVJrNseF/9fvjVYyk6tr79/aFbIB3T/X8p2puLZdaaiGNeYN50v0CE+1DT70v7XuzKOAnTivh1f5cksA==",',
  "id: 3fa85f64-5717-4562-b3fc-2c963f66afa6",
  "![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4)",
  "const token = await readToken(options.token2);",
  "password: string | undefined;",
  "  token: z.string().min(8).optional(),",
  'const secret = process.env["API_SECRET_2"];',
  "API_KEY=your-api-key-1234-here",
  "DB_PASSWORD=${DB_PASSWORD_2}",
  "DATABASE_URL=postgres://postgres:postgres@localhost:5432/app",
  "cacheKey: 'sha1-of-the-file-2'",
  "max_tokens: 4096, tokens_used=120000",
  ".sk-loading-indicator-wrapper-container { }",
  "https://user@example.org/path?page=2&sort=key",
  "git@github.com:someone/some-repository-2.git",
  "/usr/lib/node_modules/npm/node_modules/@npmcli/arborist/lib/index.js:12:34",
  "nextPageToken: null, csrf_token: true",
  '<input type="password" name="password" autocomplete="current-password">',
];

test("hashes, ids, checksums, pictures, types and placeholders are left alone", () => {
  expect(conceal(ordinary.join("\n"))).toBe(ordinary.join("\n"));
});

test("this project's own sources and lock file are left alone", async () => {
  const root = `${import.meta.dir}/../..`;
  const files = [
    ...new Bun.Glob("{src,components,docs}/**/*.{ts,tsx,md}").scanSync(root),
    "package-lock.json",
  ];
  const changed: string[] = [];
  for (const file of files) {
    const text = await Bun.file(`${root}/${file}`).text();
    const shown = conceal(text);
    if (shown !== text)
      changed.push(
        `${file}: ${shown.split("\n").find((line) => line.includes("«secret:") && !text.includes(line))}`,
      );
  }
  expect(changed).toEqual([]);
});

test("concealing again changes nothing", () => {
  fc.assert(
    fc.property(textsWithSecrets, (text) => {
      const vault = createVault();
      // A value may stand once more above the line that tells that it is a secret.
      conceal(text, vault);
      const once = conceal(text, vault);
      expect(conceal(once, vault)).toBe(once);
    }),
    { numRuns: 300 },
  );
});

test("cut anywhere, what is shown is what the whole text would show, and holds no secret", () => {
  const values = [randomLooking(24, 21), "correct horse battery 9", "pass-phrase\nof 2 lines", "aaaaaaaab1"];
  const texts = fc.tuple(textsWithSecrets, fc.array(fc.constantFrom(...values)), textsWithSecrets);
  fc.assert(
    fc.property(
      texts
        .map(([a, inner, b]) => a + inner.join("x") + b)
        .chain((text) => fc.tuple(fc.constant(text), cutAnywhere(text))),
      ([text, pieces]) => {
        const concealer = createConcealer(knowing(...values), where);
        const shown = pieces.map((piece) => concealer.push(piece));
        shown.push(concealer.end());
        expect(shown.join("")).toBe(conceal(text, knowing(...values)));
        const all = shown.join("");
        for (const secret of [...values, ...Object.values(tokens)].filter((one) => text.includes(` ${one} `)))
          expect(all).not.toContain(` ${secret} `);
        for (const value of values) expect(all).not.toContain(value);
      },
    ),
    { numRuns: 2000 },
  );
});

test("ordinary output is shown as it comes: words, dots and signs wait for no line's end", () => {
  const concealer = createConcealer(knowing(randomLooking(40)), where);
  expect(concealer.push("running 3 of")).toBe("running 3 ");
  expect(concealer.push(" 12 ...")).toBe("of 12 ...");
  expect(concealer.push("......")).toBe("......");
  expect(concealer.push("F")).toBe("");
  expect(concealer.push("\nContinue? (y/n) ")).toBe("F\nContinue? (y/n) ");
  expect(concealer.end()).toBe("");
});

test("a line without an end is not held back for ever, and a secret in it is hidden", () => {
  const token = tokens["GITHUB_TOKEN"] ?? "";
  const concealer = createConcealer(createVault(), where);
  let shown = "";
  let most = 0;
  const text = `token ${"a".repeat(30_000)} ${token} ${"b".repeat(30_000)}`;
  for (let at = 0; at < text.length; at += 97) {
    shown += concealer.push(text.slice(at, at + 97));
    const { length } = shown.replace("«secret:GITHUB_TOKEN#1»", token);
    most = Math.max(most, at + 97 - length);
  }
  shown += concealer.end();
  expect(shown).toBe(text.replace(token, "«secret:GITHUB_TOKEN#1»"));
  expect(most).toBeLessThan(20_000);
});
