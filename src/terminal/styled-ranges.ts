/** Cuts a styled line by offsets of its plain text, so that each piece carries its own styles and links. */

/** Offsets into the plain text, UTF-16 units; `end` is not part of it. */
export type Range = { readonly start: number; readonly end: number };

const esc = "\u001b";
const bell = "\u0007";
const sequence = new RegExp(
  `${esc}\\[([\\d;:]*)m|${esc}\\]8;[^;${bell}${esc}]*;([^${bell}${esc}]*)(?:${bell}|${esc}\\\\)|${esc}\\[[\\d;?]*[A-Za-z]`,
  "g",
);
const linkEnd = `${esc}]8;;${esc}\\`;

/** What is switched on at one point of the line. */
type Open = { readonly looks: Map<string, string>; link: string };

/**
 * Returns one line a range (ascending, not overlapping). What is open at the end of a range is closed there and opened
 * again at the next; `suffix` is added to each line inside its style.
 */
export function splitStyled(text: string, ranges: readonly Range[], suffix = ""): string[] {
  if (!text.includes(esc)) return ranges.map(({ start, end }) => text.slice(start, end) + suffix);
  const open: Open = { looks: new Map(), link: "" };
  const lines: string[] = [];
  let line = "";
  let begun = false;
  let at = 0;

  const finish = (): void => {
    lines.push(line + suffix + (begun ? closersOf(open) : ""));
    line = "";
    begun = false;
  };
  const add = (run: string): void => {
    let from = 0;
    while (lines.length < ranges.length) {
      const range = ranges[lines.length] ?? { start: 0, end: 0 };
      const taken = run.slice(Math.max(from, range.start - at), Math.max(0, range.end - at));
      if (taken !== "") {
        line += begun ? taken : openersOf(open) + taken;
        begun = true;
      }
      if (range.end > at + run.length) break;
      from = range.end - at;
      finish();
    }
    at += run.length;
  };

  let done = 0;
  for (const match of text.matchAll(sequence)) {
    if (match.index > done) add(text.slice(done, match.index));
    done = match.index + match[0].length;
    if (begun) line += match[0];
    note(open, match[0], match[1], match[2]);
  }
  add(text.slice(done));
  while (lines.length < ranges.length) finish();
  return lines;
}

/** The lines of a styled text, each with its own styles and links. */
export function styledLines(text: string): string[] {
  if (!text.includes(esc)) return text.split("\n");
  const ranges: Range[] = [];
  let start = 0;
  for (const line of Bun.stripANSI(text).split("\n")) {
    ranges.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return splitStyled(text, ranges);
}

function note(open: Open, whole: string, parameters: string | undefined, target: string | undefined): void {
  if (target !== undefined) open.link = target === "" ? "" : whole;
  if (parameters === undefined) return;
  const codes = parameters.split(";").map(Number);
  const first = codes[0] ?? 0;
  // Our painters write one look a sequence; 38 and 48 carry their colour in the parameters behind them.
  if (codes.length > 1 && first !== 38 && first !== 48) {
    for (const code of codes) note(open, `${esc}[${code}m`, `${code}`, undefined);
    return;
  }
  if (first === 0) open.looks.clear();
  for (const [key] of open.looks) if (key.startsWith(`${first}:`)) open.looks.delete(key);
  const close = closeCodeOf(first);
  if (close !== null) open.looks.set(`${close}:${close === 22 ? first : ""}`, whole);
}

function closeCodeOf(code: number): number | null {
  if (code === 1 || code === 2) return 22;
  if (code >= 3 && code <= 9) return code + 20;
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return 39;
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return 49;
  return null;
}

function openersOf(open: Open): string {
  return open.link + [...open.looks.values()].join("");
}

function closersOf(open: Open): string {
  const codes = [...open.looks.keys()].toReversed().map((key) => `${esc}[${key.split(":")[0]}m`);
  return codes.join("") + (open.link === "" ? "" : linkEnd);
}
