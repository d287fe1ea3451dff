/** Files that were dragged onto the terminal: it pastes their paths, each terminal in its own way. Pure. */

export type DropOptions = {
  /** The user's home folder, absolute: for `~/`. */
  readonly home: string;
  /** In Linux on Windows: `C:\pictures` is then `/mnt/c/pictures`. */
  readonly isWsl: boolean;
};

/** A longer paste is not looked at, UTF-16 units. */
const longest = 16 * 1024;

/**
 * What a paste may be when it is paths and nothing else: lists of absolute paths, the likeliest first. The same text may be
 * one path with blanks in it or several, which only shows where the files are. Empty for any other text.
 */
export function droppedPaths(pasted: string, options: DropOptions): string[][] {
  const text = pasted.trim();
  if (text === "" || text.length > longest || text.includes("\0")) return [];
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const readings = [
    lines.map((line) => absolute(line.trim(), options)),
    (words(text, options) ?? [null]).map((word) => (word === null ? null : absolute(word, options))),
  ];
  const lists = readings.filter((list): list is string[] => list.every((path) => path !== null));
  return lists.filter((list, at) => lists.findIndex((other) => isSame(list, other)) === at);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, at) => path === other[at]);
}

/** The path that is meant; null for what is no absolute path. */
function absolute(written: string, { home, isWsl }: DropOptions): string | null {
  if (/^file:/i.test(written)) return ofUrl(written);
  if (written.startsWith("/")) return written;
  if (written.startsWith("~/")) return home + written.slice(1);
  const drive = isWsl ? /^([a-z]):[\\/](.*)$/is.exec(written) : null;
  if (drive === null) return null;
  return `/mnt/${drive[1]?.toLowerCase()}/${drive[2]?.replaceAll("\\", "/")}`;
}

/** `file:///home/me/a%20b.png`; null for a file of another machine. */
function ofUrl(written: string): string | null {
  const url = URL.parse(written);
  if (url === null || (url.hostname !== "" && url.hostname !== "localhost")) return null;
  try {
    const path = decodeURIComponent(url.pathname);
    return path.startsWith("/") && !path.includes("\0") ? path : null;
  } catch {
    // Not the encoding of UTF-8.
    return null;
  }
}

/** The words of a text as a shell reads them: quotes and backslashes taken away. Null where a quote has no end. */
function words(text: string, { isWsl }: DropOptions): string[] | null {
  const found: string[] = [];
  let [word, quote] = ["", ""];
  let isOpen = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote === "'" ? char === "'" : quote === '"' && char === '"') quote = "";
    else if (quote === "" && (char === "'" || char === '"')) [quote, isOpen] = [char, true];
    else if (quote === "" && /\s/.test(char)) {
      if (isOpen) found.push(word);
      [word, isOpen] = ["", false];
    } else if (char === "\\" && quote !== "'" && !(isWsl && /^[a-z]:/i.test(word))) {
      const next = text.charAt(at + 1);
      const isEscape = quote === "" || /["\\$`]/.test(next);
      word += isEscape ? next : char;
      at += isEscape ? 1 : 0;
      isOpen = true;
    } else [word, isOpen] = [word + char, true];
  }
  if (isOpen) found.push(word);
  return quote === "" ? found : null;
}
