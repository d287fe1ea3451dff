/** What an error says of a model's context window. Pure. */
import type { ProviderError } from "../protocol/error.ts";

/**
 * The number stands behind these words, or in front of them. All are quoted from servers: vLLM, llama.cpp, Ollama,
 * LM Studio and the vendors in `providers/error-kind.ts`.
 */
const patterns: readonly RegExp[] = [
  /max(?:imum)? (?:context|prompt|sequence|input|model)[ -]?(?:length|len|window|tokens?)(?: limit)?(?: is| of|:| \()? *(?:only )?(\d[\d,]*)/i,
  /context (?:size|window|length|limit)(?: is| of)? *\(?(?:only )?(\d[\d,]*)/i,
  /with (\d[\d,]*) max(?:imum)? context length/i,
  /(?:tokens allowed|input length should be \[\d+,|must be <=) *\(?(\d[\d,]*)/i,
  /token limit(?: is| of|:)? *(\d[\d,]*)/i,
  /exceeds? (?:the )?(?:limit|maximum) of (\d[\d,]*)/i,
  /n_ctx\W{1,4}(\d[\d,]*)/i,
  /> ?(\d[\d,]*)(?: maximum)?/,
];

/** Whether a model can have a window of so many tokens. No server's count is believed without a look. */
export function canBeWindow(tokens: number): boolean {
  return tokens >= 256 && tokens <= 100_000_000;
}

/** The window that an overflow names, tokens; undefined when it names none that can be one. */
export function windowIn({ message, status }: ProviderError): number | undefined {
  // Where rein tells the status, it stands behind its own words: “… context window (400, invalid_request_error)”.
  const words = status === undefined ? message : message.replace(new RegExp(`\\(${status}\\b[^)]*\\)`), "");
  for (const pattern of patterns) {
    const window = Number(pattern.exec(words)?.[1]?.replaceAll(",", "") ?? Number.NaN);
    if (canBeWindow(window)) return window;
  }
  return undefined;
}

/** From this share of the window on, an error that says nothing of it may well be about it. */
const nearlyFull = 0.9;

/** Models that tools are used with have no smaller window, tokens: a shorter request was refused for another reason. */
const smallestWindow = 4_096;

/**
 * Whether it is only guessed that a request was too long: the server said nothing of it, or 413, which is about bytes and
 * comes from proxies, too.
 */
export function isGuessedOverflow({ kind, status, code }: ProviderError): boolean {
  return kind === "context_length" && (status === 413 || (status === 400 && code === undefined));
}

/**
 * Whether a request was refused because it is too long. Servers have many words for that, so a refusal in words that
 * nobody knows counts too when the request was about as long as the window. `tokens` is the estimate of the request.
 */
export function isOverflow(error: ProviderError, tokens: number, window: number | undefined): boolean {
  const { kind, status } = error;
  if (isGuessedOverflow(error) && windowIn(error) === undefined) return tokens >= smallestWindow;
  if (kind === "context_length") return true;
  const saysLittle = kind === "invalid_request" && (status === undefined || status < 500);
  return saysLittle && window !== undefined && tokens >= window * nearlyFull;
}
