/** What test runs say of themselves at their end, read from their output. Pure. */
import { say } from "../words/say.ts";

/** How many tests came out how, summed over all the lines that tell. */
type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

type Reader = (text: string) => Counts | null;

/**
 * One program's way to tell its counts. `sign` is a line that it alone writes; `counts` finds the numbers, one expression
 * each, with the number as its first group.
 */
type Form = {
  readonly sign: RegExp;
  readonly read: Reader;
};

type Numbers = Partial<Record<keyof Counts, RegExp>>;

/** Only the end of the lines that `sign` finds is looked at, so that no number is taken from what a test has printed. */
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
    return { passed: sum(numbers.passed), failed: sum(numbers.failed), skipped: sum(numbers.skipped) };
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

/** The last of the lines only: those before it are its parts. */
function lastOf(sign: RegExp, read: Reader): Reader {
  const all = new RegExp(sign.source, "gm");
  return (text) => {
    const last = Array.from(text.matchAll(all)).at(-1);
    return last === undefined ? null : read(last[0]);
  };
}

const bun = /^ *\d+ (?:pass|fail|skip|todo)$/;
const jest = /^Tests: +(?:\d+ \w+, )*\d+ total$/;
const vitest = /^ *Tests +(?:\d+ \w+(?: \| )?)+ \(\d+\)$/;
const mocha = /^ +\d+ (?:passing|failing|pending)(?: \(.*\))?$/;
const pytest =
  /^(?:=+ )?(?:\d+ \w+, )*\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?)(?:, \d+ \w+)* in [\d.:]+s?.*$/;
const cargo = /^test result: \w+\. .*$/;
const nodeTest = /^(?:ℹ|#) (?:pass|fail|skipped|cancelled) \d+$/;
const rspec = /^\d+ examples?, \d+ failures?(?:, .*)?$/;
const phpunit = /^Tests: \d+, Assertions: \d+.*$/;
const phpunitOk = /^OK \(\d+ tests?, \d+ assertions?\)$/;
const dotnet = /^(?:Passed|Failed|Skipped)! +- Failed: .*$/;
const surefire = /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+.*$/;
const gradle = /^\d+ tests? completed(?:, \d+ failed)?(?:, \d+ skipped)?$/;
const goCase = /^--- (?:PASS|FAIL|SKIP): .*$/;

/** From the plainest sign to the vaguest. */
const forms: readonly Form[] = [
  {
    sign: jest,
    read: inLines(jest, {
      passed: /(\d+) passed/g,
      failed: /(\d+) failed/g,
      skipped: /(\d+) (?:skipped|todo)/g,
    }),
  },
  {
    sign: vitest,
    read: inLines(vitest, {
      passed: /(\d+) passed/g,
      failed: /(\d+) failed/g,
      skipped: /(\d+) (?:skipped|todo)/g,
    }),
  },
  {
    sign: cargo,
    read: inLines(cargo, { passed: /(\d+) passed/g, failed: /(\d+) failed/g, skipped: /(\d+) ignored/g }),
  },
  {
    sign: nodeTest,
    read: inLines(nodeTest, {
      passed: / pass (\d+)/g,
      failed: / (?:fail|cancelled) (\d+)/g,
      skipped: / skipped (\d+)/g,
    }),
  },
  {
    sign: dotnet,
    read: inLines(dotnet, {
      passed: /Passed: +(\d+)/g,
      failed: /Failed: +(\d+)/g,
      skipped: /Skipped: +(\d+)/g,
    }),
  },
  {
    sign: pytest,
    read: inLines(pytest, {
      passed: /(\d+) (?:passed|xpassed)/g,
      failed: /(\d+) (?:failed|errors?)/g,
      skipped: /(\d+) (?:skipped|xfailed)/g,
    }),
  },
  {
    sign: rspec,
    read: fromTotal(rspec, /(\d+) examples?/g, { failed: /(\d+) failures?/g, skipped: /(\d+) pending/g }),
  },
  { sign: phpunitOk, read: fromTotal(phpunitOk, /(\d+) tests?/g, {}) },
  {
    sign: phpunit,
    read: fromTotal(phpunit, /Tests: (\d+)/g, {
      failed: /(?:Failures|Errors): (\d+)/g,
      skipped: /(?:Skipped|Incomplete): (\d+)/g,
    }),
  },
  {
    sign: surefire,
    read: lastOf(
      surefire,
      fromTotal(surefire, /Tests run: (\d+)/g, {
        failed: /(?:Failures|Errors): (\d+)/g,
        skipped: /Skipped: (\d+)/g,
      }),
    ),
  },
  {
    sign: gradle,
    read: fromTotal(gradle, /(\d+) tests? completed/g, {
      failed: /(\d+) failed/g,
      skipped: /(\d+) skipped/g,
    }),
  },
  {
    sign: mocha,
    read: inLines(mocha, { passed: /(\d+) passing/g, failed: /(\d+) failing/g, skipped: /(\d+) pending/g }),
  },
  {
    sign: bun,
    read: inLines(bun, { passed: /(\d+) pass$/g, failed: /(\d+) fail$/g, skipped: /(\d+) (?:skip|todo)$/g }),
  },
  { sign: goCase, read: readGoCases },
];

/** `go test` says of each test how it ended, and of no run how many there were. */
function readGoCases(text: string): Counts {
  const count = (sign: RegExp) => Array.from(text.matchAll(sign)).length;
  return {
    passed: count(/^--- PASS: /gm),
    failed: count(/^--- FAIL: /gm),
    skipped: count(/^--- SKIP: /gm),
  };
}

/**
 * `41 passed, 1 failed`, in the words of a person; null for a text that tells of no tests. `isWhole`: nothing is missing
 * before the text, so that what no program has counted can be counted here.
 */
export function testSummary(text: string, isWhole = true): string | null {
  for (const { sign, read } of forms) {
    // Without -v go names only what failed: that nothing passed would be said wrongly.
    if (sign === goCase && (!isWhole || !/^--- PASS: /m.test(text))) continue;
    if (!new RegExp(sign.source, "m").test(text)) continue;
    const counts = read(text);
    if (counts !== null && counts.passed + counts.failed + counts.skipped > 0) return countsInWords(counts);
  }
  return isWhole ? goPackages(text) : null;
}

function countsInWords({ passed, failed, skipped }: Counts): string {
  const parts = [
    ...(passed > 0 || failed === 0 ? [say`${passed} passed`] : []),
    ...(failed > 0 ? [say`${failed} failed`] : []),
    ...(skipped > 0 ? [say`${skipped} skipped`] : []),
  ];
  return parts.join(say`, `);
}

/** Packages are what a quiet `go test` counts. */
function goPackages(text: string): string | null {
  const passed = Array.from(text.matchAll(/^ok {2}\t\S+\t(?:[\d.]+s|\(cached\)).*$/gm)).length;
  const failed = Array.from(text.matchAll(/^FAIL\t\S+(?:\t[\d.]+s| \[.*\])$/gm)).length;
  const words = countsInWords({ passed, failed, skipped: 0 });
  if (passed + failed === 0) return null;
  return passed + failed === 1 ? say`${words} package` : say`${words} packages`;
}
