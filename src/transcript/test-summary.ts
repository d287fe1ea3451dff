/** What test runs say of themselves at their end, read from their output. Pure. */
import { say, sayCount } from "../words/say.ts";
import { type Counts, readGoCases, readGoPackages, readTap } from "./test-lines.ts";

type Reader = (text: string) => Counts | null;

/** One program's way to tell its counts; null where the text is none of its. */
type Form = {
  readonly read: Reader;
  /** It tells in several places that belong together: where the text has lost its beginning, some may be missing. */
  readonly needsAll?: boolean;
};

type Numbers = Partial<Record<keyof Counts, RegExp>>;

/**
 * The numbers in the lines that `sign` finds, which one program alone writes: one expression each, with the number as its
 * first group. Nothing else is looked at, so that no number is taken from what a test has printed.
 */
function inLines(sign: RegExp, numbers: Numbers): Reader {
  const all = new RegExp(sign.source, "gm");
  return (text) => {
    const lines = Array.from(text.matchAll(all), ([line]) => line);
    if (lines.length === 0) return null;
    const sum = (number: RegExp | undefined) =>
      number === undefined
        ? 0
        : lines.reduce(
            (total, line) =>
              total + Array.from(line.matchAll(number)).reduce((all, [, digits]) => all + Number(digits), 0),
            0,
          );
    return {
      passed: sum(numbers.passed),
      failed: sum(numbers.failed),
      skipped: sum(numbers.skipped),
      errors: sum(numbers.errors),
    };
  };
}

/** For programs that tell how many tests there were and not how many passed. */
function fromTotal(sign: RegExp, total: RegExp, numbers: Omit<Numbers, "passed">): Reader {
  const read = inLines(sign, { ...numbers, passed: total });
  return (text) => {
    const counts = read(text);
    if (counts === null) return null;
    return { ...counts, passed: Math.max(0, counts.passed - counts.failed - counts.skipped) };
  };
}

/** The reader of lines that other texts may have, too, where a line is there that those do not have. */
function besides(sign: RegExp, read: Reader): Reader {
  return (text) => (sign.test(text) ? read(text) : null);
}

const jest = /^(?:Tests: +(?:\d+ \w+, )*\d+ total|Test Suites: +\d+ failed, .*)$/;
const vitest = /^ *(?:Tests +(?:\d+ \w+(?: \| )?)+ \(\d+\)|Test Files +\d+ failed.*|Errors +\d+ errors?)$/;
const cargo = /^test result: \w+\. .*$/;
const nodeTest = /^(?:ℹ|#) (?:pass|fail|skipped|cancelled) +\d+$/;
const dotnet = /^(?:Passed|Failed|Skipped)! +- Failed: .*$/;
const dotnetAll = /^Test summary: total: \d+, failed: \d+, succeeded: \d+, skipped: \d+, .*$/;
const pytest =
  /^(?:=+ )?(?:\d+ \w+, )*\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?)(?:, \d+ \w+)* in [\d.]+(?:s| seconds)(?: \([\d:]+\))?(?: =+)?$/;
const rspec = /^\d+ examples?, \d+ failures?(?:, .*)?$/;
const phpunitOk = /^OK \(\d+ tests?, \d+ assertions?\)$/;
const phpunit = /^Tests: \d+, Assertions: \d+.*$/;
/** The line for a module; those for its classes tell a time besides. */
const surefire = /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+(?:, \w+: \d+)*$/;
const gradle = /^\d+ tests? completed(?:, \d+ failed)?(?:, \d+ skipped)?$/;
const mocha = /^ +\d+ (?:passing|failing|pending)(?: \(.*\))?$/;
/** Its numbers stand in one block with the line that ends it. */
const bun = /(?:^ *\d+ [a-z][\w(), ]*\n){1,9}^Ran \d+ tests?\b.*$/;

const forms: readonly Form[] = [
  {
    read: besides(
      /^Tests: +(?:\d+ \w+, )*\d+ total$/m,
      inLines(jest, {
        passed: /(?<=^Tests:.*)(\d+) passed/g,
        failed: /(?<=^Tests:.*)(\d+) failed/g,
        skipped: /(?<=^Tests:.*)(\d+) (?:skipped|todo)/g,
        errors: /^Test Suites: +(\d+) failed/g,
      }),
    ),
  },
  {
    read: besides(
      /^ *Tests +(?:\d+ \w+(?: \| )?)+ \(\d+\)$/m,
      inLines(vitest, {
        passed: /(?<=^ *Tests .*)(\d+) passed/g,
        failed: /(?<=^ *Tests .*)(\d+) failed/g,
        skipped: /(?<=^ *Tests .*)(\d+) (?:skipped|todo)/g,
        errors: /^ *(?:Test Files|Errors) +(\d+) (?:failed|error)/g,
      }),
    ),
  },
  {
    needsAll: true,
    read: inLines(cargo, { passed: /(\d+) passed/g, failed: /(\d+) failed/g, skipped: /(\d+) ignored/g }),
  },
  {
    read: besides(
      /^(?:ℹ|#) tests +\d+$/m,
      inLines(nodeTest, {
        passed: / pass +(\d+)/g,
        failed: / (?:fail|cancelled) +(\d+)/g,
        skipped: / skipped +(\d+)/g,
      }),
    ),
  },
  {
    needsAll: true,
    read: inLines(dotnet, {
      passed: /Passed: +(\d+)/g,
      failed: /Failed: +(\d+)/g,
      skipped: /Skipped: +(\d+)/g,
    }),
  },
  {
    read: inLines(dotnetAll, {
      passed: /succeeded: (\d+)/g,
      failed: /failed: (\d+)/g,
      skipped: /skipped: (\d+)/g,
    }),
  },
  {
    read: inLines(pytest, {
      passed: /(\d+) (?:passed|xpassed)/g,
      failed: /(\d+) (?:failed|errors?)/g,
      skipped: /(\d+) (?:skipped|xfailed)/g,
    }),
  },
  { read: fromTotal(rspec, /(\d+) examples?/g, { failed: /(\d+) failures?/g, skipped: /(\d+) pending/g }) },
  { read: fromTotal(phpunitOk, /(\d+) tests?/g, {}) },
  {
    read: fromTotal(phpunit, /Tests: (\d+)/g, {
      failed: /(?:Failures|Errors): (\d+)/g,
      skipped: /(?:Skipped|Incomplete): (\d+)/g,
    }),
  },
  {
    needsAll: true,
    read: fromTotal(surefire, /Tests run: (\d+)/g, {
      failed: /(?:Failures|Errors): (\d+)/g,
      skipped: /Skipped: (\d+)/g,
    }),
  },
  {
    needsAll: true,
    read: fromTotal(gradle, /(\d+) tests? completed/g, {
      failed: /(\d+) failed/g,
      skipped: /(\d+) skipped/g,
    }),
  },
  {
    read: besides(
      /^ +\d+ passing \(\d+\w+\)$/m,
      inLines(mocha, { passed: /(\d+) passing/g, failed: /(\d+) failing/g, skipped: /(\d+) pending/g }),
    ),
  },
  {
    read: inLines(bun, {
      passed: /(\d+) pass$/gm,
      failed: /(\d+) fail$/gm,
      skipped: /(\d+) (?:skip|todo)$/gm,
    }),
  },
  { needsAll: true, read: readGoCases },
  { needsAll: true, read: readTap },
];

/**
 * What the text tells of tests; null when it tells of none, or of several programs' runs, of which none speaks for all.
 * `isWhole`: nothing is missing before the text.
 */
export function testCounts(text: string, isWhole = true): Counts | null {
  const found = forms.flatMap(({ read, needsAll = false }) => {
    const counts = isWhole || !needsAll ? read(text) : null;
    return counts === null || totalOf(counts) === 0 ? [] : [counts];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function totalOf({ passed, failed, skipped }: Counts): number {
  return passed + failed + skipped;
}

/** `41 passed, 1 failed`, in the words of a person. */
export function countsInWords({ passed, failed, skipped, errors }: Counts): string {
  const parts = [
    ...(passed > 0 || failed === 0 ? [say`${passed} passed`] : []),
    ...(failed > 0 ? [say`${failed} failed`] : []),
    // A file with a failed test is a failed file: only without one is it news.
    ...(failed === 0 && errors > 0 ? [sayCount(errors, "error")] : []),
    ...(skipped > 0 ? [say`${skipped} skipped`] : []),
  ];
  return parts.join(say`, `);
}

/** Packages are what a quiet `go test` counts. */
export function packagesInWords(text: string): string | null {
  const counts = readGoPackages(text);
  if (counts === null) return null;
  const words = countsInWords(counts);
  return totalOf(counts) === 1 ? say`${words} package` : say`${words} packages`;
}
