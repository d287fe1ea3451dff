/** Tests counted by what was said of each, for programs that do not say at their end how many there were. Pure. */
/** How many tests came out how, summed over all the lines that tell. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files whose tests could not be run, and errors outside of tests. */
  readonly errors: number;
};

const none: Counts = { passed: 0, failed: 0, skipped: 0, errors: 0 };

function countOf(text: string, sign: RegExp): number {
  return Array.from(text.matchAll(sign)).length;
}

/**
 * `go test -v` says of each test how it ended. Without -v only those that failed are named, and of a package that could not
 * be built, or whose tests were broken off, none is: then nothing is counted.
 */
export function readGoCases(text: string): Counts | null {
  const passed = countOf(text, /^--- PASS: /gm);
  const failed = countOf(text, /^--- FAIL: /gm);
  const isBroken = failed === 0 ? /^FAIL\t/m.test(text) : /^FAIL\t\S+ \[.*\]$/m.test(text);
  if (passed === 0 || isBroken) return null;
  return { ...none, passed, failed, skipped: countOf(text, /^--- SKIP: /gm) };
}

/** The packages that `go test` names, those without a test that ran left out. */
export function readGoPackages(text: string): Counts | null {
  const passed = countOf(text, /^ok {2}\t\S+\t(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\]).*$/gm);
  const failed = countOf(text, /^FAIL\t\S+(?:\t[\d.]+s| \[.*\])$/gm);
  return passed + failed === 0 ? null : { ...none, passed, failed };
}

/** A line for each test, as many as the plan says. https://testanything.org/tap-version-14-specification.html */
export function readTap(text: string): Counts | null {
  const plans = Array.from(text.matchAll(/^1\.\.(\d+)\b.*$/gm));
  const tests = Array.from(text.matchAll(/^(not )?ok\b(?:.*? # (SKIP|TODO|skip|todo)\b)?.*$/gm));
  const planned = plans.reduce((sum, [, count]) => sum + Number(count), 0);
  // Programs that count by themselves are read elsewhere.
  if (planned === 0 || planned !== tests.length || /^# (?:tests|pass) +\d+$/m.test(text)) return null;
  const skipped = tests.filter(([, , directive]) => directive !== undefined).length;
  const failed = tests.filter(([, not, directive]) => not !== undefined && directive === undefined).length;
  return { ...none, passed: tests.length - failed - skipped, failed, skipped };
}
