/** Secrets of every kind, made up here and put together so that no scanner takes this file for a leak. */
import fc from "fast-check";

/** A text of `length` letters and digits that is the same in each run. */
export function randomLooking(length: number, seed = 7, alphabet = letters): string {
  let state = seed * 2654435761;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    text += alphabet[state % alphabet.length];
  }
  // A digit and a letter are in all of them.
  return `${text.slice(0, length - 2)}${alphabet[1]}${alphabet.at(-1)}`;
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const hex = "0123456789abcdef";

const base64 = (length: number, seed: number) => randomLooking(length, seed, `${letters}+/`);

const marked = (word: string) => ["-----", word, " RSA PRIVATE KEY", "-----"].join("");

/** A private key as a file has it, with its last line end. */
export const privateKey = [
  marked("BEGIN"),
  `MII${base64(61, 1)}`,
  base64(64, 2),
  base64(64, 3),
  `${base64(20, 4)}==`,
  marked("END"),
  "",
].join("\n");

/** What stands by itself and is hidden wherever it stands, by the name that it gets. */
export const tokens: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: `sk-proj-${randomLooking(48)}_${randomLooking(40)}`,
  ANTHROPIC_API_KEY: `sk-ant-api03-${randomLooking(80)}-${randomLooking(10)}AA`,
  OPENROUTER_API_KEY: `sk-or-v1-${randomLooking(64, 3, hex)}`,
  API_KEY: `sk-${randomLooking(32, 5, hex)}`,
  ZHIPU_API_KEY: `${randomLooking(32, 6, hex)}.${randomLooking(16, 8)}`,
  GROQ_API_KEY: `gsk_${randomLooking(52)}`,
  XAI_API_KEY: `xai-${randomLooking(80)}`,
  CEREBRAS_API_KEY: `csk-${randomLooking(48, 9, "0123456789abcdefghijklmnopqrstuvwxyz")}`,
  PERPLEXITY_API_KEY: `pplx-${randomLooking(48)}`,
  FIREWORKS_API_KEY: `fw_${randomLooking(24)}`,
  TOGETHER_API_KEY: `tgp_v1_${randomLooking(43)}`,
  HF_TOKEN: `hf_${randomLooking(34)}`,
  GOOGLE_API_KEY: `AIza${randomLooking(35)}`,
  STRIPE_KEY: ["sk", "live", randomLooking(24)].join("_"),
  JWT: `eyJ${randomLooking(20)}.eyJ${randomLooking(40)}.${randomLooking(43)}`,
  GITHUB_TOKEN: `ghp_${randomLooking(36)}`,
  SLACK_TOKEN: `xoxb-${randomLooking(11, 2, "0123456789")}-${randomLooking(24)}`,
  NPM_ACCESS_TOKEN: `npm_${randomLooking(36)}`,
};

/** Lines in which the words beside it say what it is: the line, and the part of it that is secret. */
export const told: readonly { readonly line: string; readonly secret: string; readonly name: string }[] = [
  { line: "DB_PASSWORD=hunter2hunter2", secret: "hunter2hunter2", name: "DB_PASSWORD" },
  { line: 'const apiToken = "k3yk3yk3yk3y";', secret: "k3yk3yk3yk3y", name: "API_TOKEN" },
  { line: '  "client_secret": "Zx81-Spectrum",', secret: "Zx81-Spectrum", name: "CLIENT_SECRET" },
  { line: "password: s3cr3t-0ne", secret: "s3cr3t-0ne", name: "PASSWORD" },
  { line: "+  export AUTH_TOKEN=abc123def456", secret: "abc123def456", name: "AUTH_TOKEN" },
  { line: "    12\tAPI_KEY=abc123def456ghi", secret: "abc123def456ghi", name: "API_KEY" },
  { line: "mysql --password hunter2hunter2 shop", secret: "hunter2hunter2", name: "PASSWORD" },
  { line: "> Authorization: Bearer abc123.DEF456-ghi", secret: "abc123.DEF456-ghi", name: "AUTHORIZATION" },
  {
    line: "Authorization: Basic bWU6cGFzc3dvcmRzd29yZHM=",
    secret: "bWU6cGFzc3dvcmRzd29yZHM=",
    name: "AUTHORIZATION",
  },
  {
    line: `https://b.example/f?X-Amz-Expires=60&X-Amz-Signature=${randomLooking(64, 4, hex)}&x=1`,
    secret: randomLooking(64, 4, hex),
    name: "SIGNATURE",
  },
  { line: "postgres://shop:pg4ever@db.internal:5432/shop", secret: "pg4ever", name: "POSTGRES_PASSWORD" },
  {
    line: `aws_secret_access_key = ${randomLooking(38, 11)}+/`,
    secret: `${randomLooking(38, 11)}+/`,
    name: "AWS_SECRET_ACCESS_KEY",
  },
];

const ordinaryPieces = [
  "the ",
  "login test",
  " fails\n",
  "\n",
  "const x = 1;\n",
  "src/login.ts:12:",
  "....",
  "\t",
  "é 中文 ",
  "✓ ",
  " 👍 ",
  "\u001b[32m",
  "\u001b[0m",
  "\r\n",
  "key",
  " token ",
  "password: ",
  "«",
  "«secret:",
  "#1»",
  "=",
  '"',
  "sk-",
  "-----",
];
const ordinary = fc.constantFrom(...ordinaryPieces);

/** Texts with secrets in ordinary surroundings. */
export const textsWithSecrets: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: ordinary, weight: 4 },
      { arbitrary: fc.constantFrom(...Object.values(tokens)).map((token) => ` ${token} `), weight: 2 },
      { arbitrary: fc.constantFrom(...told.map(({ line }) => `\n${line}\n`)), weight: 2 },
      { arbitrary: fc.constant(`\n${privateKey}`), weight: 1 },
      { arbitrary: fc.string({ maxLength: 12 }), weight: 1 },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

/** A text cut into pieces at any places. */
export const cutAnywhere = (text: string): fc.Arbitrary<readonly string[]> =>
  fc.array(fc.nat(text.length), { maxLength: 12 }).map((cuts) => {
    const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
    return places.slice(1).map((end, at) => text.slice(places[at], end));
  });
