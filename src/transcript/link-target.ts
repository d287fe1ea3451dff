/** Which addresses in a text may become links of the terminal's. All others are readable all the same. */
import { safeUrl } from "../terminal/sanitize.ts";

/** Terminals drop longer ones, or cut them to another address; characters. VTE's limit, the lowest that is documented. */
const longest = 2083;

/**
 * Returns the target in its normal form, or null: http and https without user or password only (`safeUrl`), and only where
 * the host is written as it will be read. Look-alike letters, numbers in disguise and escapes are not.
 */
export function linkTarget(address: string): string | null {
  const target = safeUrl(address);
  if (target === null || target.length > longest) return null;
  // Hidden characters were spelled out with one, and a browser takes it for a slash: the address is not the one that is read.
  if (address.includes("\\")) return null;
  const [, written = ""] = /^https?:\/\/([^/?#:]+|\[[^\]]*\])(?=[/?#:]|$)/i.exec(address) ?? [];
  const host = new URL(target).hostname;
  return written.toLowerCase() === host && !host.split(".").some(isEncoded) ? target : null;
}

/** Letters of other alphabets, in the form that the network uses: nobody can tell what they look like. */
function isEncoded(label: string): boolean {
  return label.startsWith("xn--");
}
