/** Keys are taken out of whatever is written down or shown. */

const removed = "[removed]";

/** Headers that hold a secret, in lower case. */
const secretHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "cookie",
  "set-cookie",
]);

/** What keys look like: OpenAI and Anthropic (`sk-…`), Groq, xAI, Hugging Face, GitHub, Google, AWS, bearer tokens. */
const keyPattern =
  /\b(?:sk-[\w-]{16,}|gsk_\w{16,}|xai-\w{16,}|hf_\w{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|AIza[\w-]{30,}|AKIA[A-Z0-9]{16})|(?<=\bBearer )[\w.~+/-]{8,}=*/g;

/** The text without the given secrets and without anything that looks like a key. */
export function redactText(text: string, secrets: readonly string[] = []): string {
  // A "secret" of a few letters (a dummy key for a local server) would tear holes into ordinary words.
  const known = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret.length >= 6);
  const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, removed), text);
  return withoutKnown.replaceAll(keyPattern, removed);
}

/** The address without what may be a secret in it: user, password, query. What is no URL is returned as it is. */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "" && url.search === "")) return address;
  [url.username, url.password, url.search, url.hash] = ["", "", "", ""];
  return url.href;
}

/** The headers as a plain object, secrets removed. */
export function redactHeaders(headers: Headers, secrets: readonly string[] = []): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of headers) {
    plain[name] = secretHeaders.has(name.toLowerCase()) ? removed : redactText(value, secrets);
  }
  return plain;
}
