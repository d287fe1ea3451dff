/** Two writings of the same indentation: the one that a model used, and the one of the file. */

/** What the file has in place of each indentation that was written. */
export type Indentation = ReadonlyMap<string, string>;

/**
 * The indentations of lines that stand for each other, if they are one structure: equal ones stand for equal ones, and
 * deeper ones for deeper ones. Null where they are not.
 */
export function pairIndentations(
  lines: readonly { readonly written: string; readonly inFile: string }[],
): Indentation | null {
  const pairs = new Map<string, string>();
  for (const { written, inFile } of lines) {
    if ((pairs.get(written) ?? inFile) !== inFile) return null;
    pairs.set(written, inFile);
  }
  const depths = [...pairs].map(([written, inFile]) => [columns(written), columns(inFile)] as const);
  const ordered = depths.toSorted(([a], [b]) => a - b);
  const deepens = ordered.every(
    ([, inFile], index) => index === 0 || inFile > (ordered[index - 1]?.[1] ?? -1),
  );
  return deepens ? pairs : null;
}

/** How the file writes an indentation: as it was seen, or made up from the steps that were. */
export function indentationInFile(written: string, pairs: Indentation): string {
  const known = pairs.get(written);
  if (known !== undefined || pairs.size === 0) return known ?? written;
  const all = [...pairs].toSorted(([a], [b]) => a.length - b.length);
  const step = stepOf(all);
  const above = all.findLast(([one]) => written.startsWith(one));
  if (above !== undefined) return above[1] + inSteps(written.slice(above[0].length), step);
  const below = all.find(([one]) => one.startsWith(written));
  if (below === undefined) return written;
  const less = inSteps(below[0].slice(written.length), step);
  return below[1].endsWith(less) ? below[1].slice(0, below[1].length - less.length) : written;
}

/** One level, as it was written and in the file. */
type Step = { readonly written: string; readonly inFile: string };

/** From two lines of different depth, else from one and the left edge. */
function stepOf(all: readonly (readonly [string, string])[]): Step | null {
  const edge = ["", ""] as const;
  const between = all.slice(1).map((pair, index) => [all[index] ?? edge, pair] as const);
  for (const [outer, inner] of [...between, [edge, all[0] ?? edge] as const]) {
    if (!inner[0].startsWith(outer[0]) || !inner[1].startsWith(outer[1])) continue;
    const step = { written: inner[0].slice(outer[0].length), inFile: inner[1].slice(outer[1].length) };
    if (step.written !== "" && step.inFile !== "") return smallest(step);
  }
  return null;
}

/** Several levels at once, taken apart where one of the writings uses tabs: a tab is a level. */
function smallest({ written, inFile }: Step): Step {
  const levels = /^\t+$/.test(inFile) ? inFile.length : /^\t+$/.test(written) ? written.length : 1;
  if (written.length % levels !== 0 || inFile.length % levels !== 0) return { written, inFile };
  return {
    written: written.slice(0, written.length / levels),
    inFile: inFile.slice(0, inFile.length / levels),
  };
}

function inSteps(written: string, step: Step | null): string {
  if (step === null) return written;
  let rest = written;
  let result = "";
  while (rest.startsWith(step.written)) {
    result += step.inFile;
    rest = rest.slice(step.written.length);
  }
  return result + rest;
}

/** Width with tab stops every eight columns. */
function columns(indentation: string): number {
  let width = 0;
  for (const character of indentation) width += character === "\t" ? 8 - (width % 8) : 1;
  return width;
}
