/** What a command's output comes to, in a few words: of tests, builds, installations and commits. Pure. */
import { say, sayCount } from "../words/say.ts";
import { countsInWords, packagesInWords, testCounts } from "./test-summary.ts";

/** Of longer outputs only the end is read, where programs say how it went; lines. */
const mostLines = 4_000;
/** A line that is longer says nothing that is looked for here; UTF-16 units. */
const longestLine = 400;
/** Stands where a part of a long output is missing. */
const leftOut = /^\[(?:\.\.\.|…) \d+ bytes.* left out.* (?:\.\.\.|…)\]$/;

export type EndedOutput = {
  /** Printable lines: without escape sequences. */
  readonly lines: readonly string[];
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
};

/** The words, or null for an output that is like none of those that are known. */
export function outputSummary({ lines, exitCode }: EndedOutput): string | null {
  const cut = Math.max(lines.findLastIndex((line) => leftOut.test(line)) + 1, lines.length - mostLines);
  const text = lines
    .slice(Math.max(0, cut))
    .map((line) => (line.length > longestLine ? "" : line.trimEnd()))
    .join("\n");
  const isWhole = cut <= 0;
  const tests = testCounts(text, isWhole);
  const others = exitCode === 0 ? doneSummary(text) : buildSummary(text, isWhole);
  if (tests === null) return (isWhole ? packagesInWords(text) : null) ?? others;
  // Tests that all passed are not what such a command failed at.
  const isFailedElsewhere = exitCode !== 0 && tests.failed === 0 && tests.errors === 0;
  return [countsInWords(tests), ...(isFailedElsewhere && others !== null ? [others] : [])].join(say`, `);
}

/** A compiler or a linter that found something. */
function buildSummary(text: string, isWhole: boolean): string | null {
  const counted =
    /^Found (\d+) errors?(?: in .*)?\.$/m.exec(text) ?? // tsc --pretty
    /^✖ \d+ problems? \((\d+) errors?, \d+ warnings?\)$/m.exec(text) ?? // eslint
    /^Found \d+ warnings? and (\d+) errors?\.$/m.exec(text); // oxlint
  if (counted !== null) return errors(Number(counted[1]));
  const cargo = Array.from(
    text.matchAll(
      /^error: could not compile .* due to (?:(\d+) )?(?:previous error|\d+ previous errors?).*$/gm,
    ),
  );
  if (cargo.length > 0)
    return errors(cargo.reduce((sum, [line]) => sum + Number(/due to (\d+)/.exec(line)?.[1] ?? 1), 0));
  // Errors that nobody has counted are counted here, as long as all of them are there.
  for (const sign of isWhole ? lineSigns : []) {
    const found = Array.from(text.matchAll(sign)).length;
    if (found > 0) return errors(found);
  }
  return null;
}

/** One line for each error. */
const lineSigns = [
  /^\S.*\(\d+,\d+\): error TS\d+: /gm, // tsc
  /^\S.*:\d+:\d+: (?:fatal )?error: /gm, // gcc, clang
] as const;

function errors(count: number): string | null {
  return count === 0 ? null : sayCount(count, "error");
}

/** An installation or a commit that went well. */
function doneSummary(text: string): string | null {
  const installed =
    /^(?:added|removed|changed) \d+ packages?(?:, (?:added|removed|changed) \d+ packages?)*(?=,| in )/m.exec(
      text,
    ) ?? // npm
    /^\d+ packages? installed(?= \[)/m.exec(text); // bun
  if (installed !== null) return installed[0];
  return commitSummary(text);
}

function commitSummary(text: string): string | null {
  const commit = /^\[(?:[^\]\n]* )?([0-9a-f]{7,40})\] .*$/m.exec(text);
  if (commit === null) return null;
  const changed = /^ (\d+) files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?$/m.exec(
    text.slice(commit.index),
  );
  const said = say`commit ${commit[1] ?? ""}`;
  if (changed === null) return said;
  const [, files, added = "0", removed = "0"] = changed;
  const counted = sayCount(Number(files), "file changed", "files changed");
  return `${said} · ${counted}, +${added} −${removed}`;
}
