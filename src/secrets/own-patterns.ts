/**
 * Secrets by their look that the preset of secretlint does not know, or knows in one form only. Each says where the form
 * comes from. No pattern matches across a line or looks at where a line begins, so that it finds the same in a text that
 * comes in pieces; those of `tokens` hold no blank.
 */
import type { Finding } from "./vault.ts";
import { isHarmless, looksRandom, passwordIn } from "./worth-hiding.ts";

type TokenPattern = { readonly name: string; readonly pattern: RegExp };

/** No letter, digit, dash or underscore before it and behind it: a part of a longer word is something else. */
function token(form: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9_-])(?:${form})(?![A-Za-z0-9_-])`, "g");
}

const tokens: readonly TokenPattern[] = [
  // OpenAI's project, service and admin keys, Anthropic's and OpenRouter's: a word, then the key. The vendors' key pages;
  // https://docs.github.com/code-security/secret-scanning lists all three. The preset takes only exact lengths.
  { name: "OPENAI_API_KEY", pattern: token("sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,300}") },
  { name: "ANTHROPIC_API_KEY", pattern: token("sk-ant-[A-Za-z0-9_-]{20,300}") },
  { name: "OPENROUTER_API_KEY", pattern: token("sk-or-v1-[0-9a-f]{32,128}") },
  // OpenAI's older keys, DeepSeek (32 hexadecimal digits), Moonshot and DashScope: no word of their own. A digit has to be
  // in it, which names of style classes (`sk-loading-indicator`) seldom have in one piece.
  { name: "API_KEY", pattern: token("sk-(?=[A-Za-z]*\\d)[A-Za-z0-9]{20,128}") },
  // Zhipu and Z.AI: an id of 32 hexadecimal digits, a dot and 16 characters. https://docs.bigmodel.cn, "API key"
  { name: "ZHIPU_API_KEY", pattern: token("[0-9a-f]{32}\\.[A-Za-z0-9]{16}") },
  // Groq. https://console.groq.com/keys; the preset takes 52 characters only
  { name: "GROQ_API_KEY", pattern: token("gsk_[A-Za-z0-9]{32,128}") },
  // xAI: 80 characters. https://docs.x.ai, "Quickstart"
  { name: "XAI_API_KEY", pattern: token("xai-[A-Za-z0-9]{32,128}") },
  // Cerebras: 48. https://inference-docs.cerebras.ai, "Quickstart"; gitleaks has the same form
  { name: "CEREBRAS_API_KEY", pattern: token("csk-[A-Za-z0-9]{32,128}") },
  // Perplexity. https://docs.github.com/code-security/secret-scanning lists it
  { name: "PERPLEXITY_API_KEY", pattern: token("pplx-[A-Za-z0-9]{32,128}") },
  // Fireworks and Together have old keys without any form; these are their newer ones. Their key pages
  { name: "FIREWORKS_API_KEY", pattern: token("fw_[A-Za-z0-9]{20,64}") },
  { name: "TOGETHER_API_KEY", pattern: token("tgp_v1_[A-Za-z0-9_-]{32,64}") },
  // Hugging Face: with digits too, which the preset leaves out. https://huggingface.co/docs/hub/security-tokens
  { name: "HF_TOKEN", pattern: token("hf_[A-Za-z0-9]{30,64}") },
  // Google. https://cloud.google.com/docs/authentication/api-keys
  { name: "GOOGLE_API_KEY", pattern: token("AIza[A-Za-z0-9_-]{35}") },
  { name: "GOOGLE_CLIENT_SECRET", pattern: token("GOCSPX-[A-Za-z0-9_-]{28}") },
  // Stripe. https://docs.stripe.com/keys
  { name: "STRIPE_KEY", pattern: token("(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,128}") },
  // PyPI. https://pypi.org/help/#apitoken
  { name: "PYPI_TOKEN", pattern: token("pypi-AgEI[A-Za-z0-9_-]{50,300}") },
  // Two of its three parts are JSON objects, which begin with `{"` also in base64. RFC 7519
  {
    name: "JWT",
    pattern: token("eyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{16,1000}"),
  },
];

/** Words with which the line of a secret says so. Only such lines are looked at by `contexts`. */
export const telling = /key|token|secret|pass|pwd|auth|cred|bearer|basic|cookie|:\/\/|-----/i;

/** What a secret's name ends with. `key` alone is too common: `cacheKey`, `primary_key`. */
const credentialName =
  "(?:[A-Za-z0-9_-]|\\.(?!\\.)){0,40}?(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|(?:access|secret|private|signing|encryption|master|auth|account)[_-]?key|credentials?)";

/** `name = "value"` and `"name": "value"`, in code and settings. */
const quoted = new RegExp(
  `(?<![A-Za-z0-9_-])(${credentialName})["'\`]?[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4}(["'\`])([^"'\`\\s«»]{8,400})\\2`,
  "gi",
);
/** `NAME=value` and `name: value`, up to a blank: in env files, YAML, INI, the output of `env`. */
const bare = new RegExp(
  `(?<![A-Za-z0-9_-])(${credentialName})(?:=|:[ \\t]{1,4}|[ \\t]=[ \\t])([^\\s"'\`«»(){}<>,;]{8,400})(?=\\s|$)`,
  "gi",
);
/** `--password value` and `--token=value`. */
const option =
  /(?<![A-Za-z0-9-])--([a-z-]{0,20}(?:password|passphrase|token|secret|api-?key))(?:=|[ \t]{1,4})["']?([^\s"'«»]{8,400})/gi;
/** The value of an `Authorization` header. RFC 9110, RFC 6750, RFC 7617. */
const header =
  /(?<![A-Za-z0-9_-])(Bearer|Basic|Token)[ \t]{1,4}([A-Za-z0-9._~+/-]{12,2000}={0,2})(?![A-Za-z0-9._~+/=-])/gi;
/** The values of a `Cookie` or `Set-Cookie` header, and of a command's option. RFC 6265. */
const cookies =
  /(?<![A-Za-z0-9_])(?:cookie:[ \t]{0,4}|--cookie(?:=|[ \t]{1,4})["']?)(?=([^\r\n"'«»]{8,4000}))/gi;
const cookie = /=([^\s;]{16,4000})/g;
/** What signs an address for whoever has it, as those of storage services. */
const signature =
  /[?&](?:X-(?:Amz|Goog)-Signature|Signature|sig)=([A-Za-z0-9%+/_-]{16,1000}={0,2})(?![A-Za-z0-9%+/_=-])/g;
/** The password of an address: `scheme://user:password@host`. RFC 3986. */
const address =
  /(?<![A-Za-z0-9])([a-z][a-z0-9+.-]{1,20}):\/\/[^\s:/@"'`«»]{0,100}:([^\s/@"'`«»]{4,200})@(?=[A-Za-z0-9[%.])/gi;

/** A private key in the text of JSON, where line ends are two characters. RFC 7468. */
const escapedKey =
  /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\\[rn]|[A-Za-z0-9+/= ]){32,12000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;

/** What was found, and where. UTF-16 offsets. */
export type Hit = Finding & { start: number; end: number };

/** What one of the tokens begins with is in it: most lines of most texts have nothing of the kind. */
const beginsToken = /[srgc]s?k[-_]|xai-|pplx-|fw_|tgp_|hf_|AIza|GOCSPX|pypi-|eyJ|[0-9a-f]{32}\./;

/** Tokens in a piece of a line. */
export function tokenHits(text: string): Hit[] {
  if (!beginsToken.test(text)) return [];
  return tokens.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: value }) => hit(index, value, name, true)),
  );
}

/** What the words beside it say to be a secret, in one line. */
export function contextHits(text: string): Hit[] {
  if (!telling.test(text)) return [];
  const hits: Hit[] = [];
  for (const found of text.matchAll(quoted)) {
    const [whole, name = "", , value = ""] = found;
    if (isSecretValue(value)) hits.push(hit(found.index + whole.length - 1 - value.length, value, name));
  }
  for (const found of text.matchAll(bare)) {
    const [whole, name = "", value = ""] = found;
    // Code has names where settings have values: `token = user.token2`.
    const isName = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value);
    if (isSecretValue(value) && !isName && !passwordIn(value))
      hits.push(hit(found.index + whole.length - value.length, value, name));
  }
  for (const found of text.matchAll(option)) {
    const [whole, name = "", value = ""] = found;
    if (isSecretValue(value)) hits.push(hit(found.index + whole.length - value.length, value, name));
  }
  for (const found of text.matchAll(header)) {
    const [whole, kind = "", value = ""] = found;
    if (isSecretValue(value) || (kind.toLowerCase() === "basic" && isNameAndPassword(value)))
      hits.push(hit(found.index + whole.length - value.length, value, "AUTHORIZATION"));
  }
  hits.push(...cookieHits(text));
  for (const found of text.matchAll(signature)) {
    const [whole, value = ""] = found;
    if (isSecretValue(value)) hits.push(hit(found.index + whole.length - value.length, value, "SIGNATURE"));
  }
  for (const { index, 0: value } of text.matchAll(escapedKey)) hits.push(hit(index, value, "PRIVATE_KEY"));
  for (const found of text.matchAll(address)) {
    const [whole, scheme = "", value = ""] = found;
    if (passwordIn(whole) !== null)
      hits.push({ ...hit(found.index + whole.length - 1 - value.length, value, `${scheme}_PASSWORD`) });
  }
  return hits;
}

/** Of a header with cookies the values that look random: each stretch of the text is looked at once. */
function cookieHits(text: string): Hit[] {
  const hits: Hit[] = [];
  let seen = 0;
  for (const { index, 0: word, 1: list = "" } of text.matchAll(cookies)) {
    const start = Math.max(seen, index + word.length);
    seen = Math.max(seen, index + word.length + list.length);
    for (const { index: at, 1: value = "" } of text.slice(start, seen).matchAll(cookie))
      if (looksRandom(value) && isSecretValue(value)) hits.push(hit(start + at + 1, value, "COOKIE"));
  }
  return hits;
}

/** A value with letters and digits in it, at least. Words alone are mostly types, names and examples. */
function isSecretValue(value: string): boolean {
  if (isSecretsName.test(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && !isHarmless(value);
}

/** What `Basic` stands before, in base64: some that is short has no digit in it. RFC 7617. */
function isNameAndPassword(value: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]{4,}$/.test(Buffer.from(value, "base64").toString("latin1"));
}

/** `NAME#1`, as rein itself speaks of secrets. */
const isSecretsName = /^[A-Z0-9_]+#\d+[.,;]?$/;

/** Weak passwords are ordinary words elsewhere; long mixed ones stand for themselves. UTF-16 units. */
const longEnough = 12;

function hit(start: number, value: string, name: string, everywhere?: boolean): Hit {
  const wide = everywhere ?? (value.length >= longEnough && /\d/.test(value) && /[A-Za-z]/.test(value));
  return { start, end: start + value.length, value, name, kind: "pattern", everywhere: wide };
}
