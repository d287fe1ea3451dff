/** Numbers and times in few characters, for panels and traces. */
import { say } from "../words/say.ts";

/** A duration: `4ms`, `3.2s`, `2m 05s`, `1h 02m`. Takes ms. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)}s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes}m ${pad(Math.round(seconds) % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${pad(minutes % 60)}m`;
}

/** A time that goes on, in whole seconds that are over: `4s`, `2m 05s`. Takes ms. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds}s` : formatDuration(seconds * 1000);
}

/** A count of tokens: `950`, `18.2k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return `${tokens}`;
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** US dollars: `$0.14`, `$12.00`; below a cent with four digits, `$0.0042`. */
export function formatMoney(dollars: number): string {
  if (dollars === 0 || dollars >= 0.00995) return `$${dollars.toFixed(2)}`;
  return dollars < 0.0001 ? "<$0.0001" : `$${dollars.toFixed(4)}`;
}

/** US dollars above 0 as one writes them: `2`, `0.50`, `$1.20`; null for anything else. */
export function dollarsOf(text: string): number | null {
  if (!/^\$?(?:\d{1,7}(?:\.\d{0,6})?|\.\d{1,6})$/.test(text)) return null;
  const dollars = Number(text.replace("$", ""));
  return dollars > 0 ? dollars : null;
}

/** A model as it can be asked for again, with how much it thinks: `openai/gpt-5.4:high`. */
export function formatModel(model: string, effort?: string): string {
  return effort === undefined ? model : `${model}:${effort}`;
}

function pad(number: number): string {
  return `${number}`.padStart(2, "0");
}

/** How long ago, in a word: `now`, `5m`, `3h`, `2d`. `ms` below 0 counts as now. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return say`now`;
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}h`;
  return `${Math.floor(minutes / (24 * 60))}d`;
}

/** `812 B`, `3.1 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
