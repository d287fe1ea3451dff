/** What a command's output comes to: each form as its program writes it. */
import { describe, expect, test } from "bun:test";
import { outputSummary } from "../../src/transcript/output-summary.ts";
import { call, command, draw, lines } from "./items.ts";

const summaryOf = (output: string, exitCode: number | null = 0) =>
  outputSummary({ lines: output.split("\n"), exitCode });

describe("a test run", () => {
  test.each([
    [
      "bun test",
      " 41 pass\n 2 skip\n 1 fail\n 92 expect() calls\nRan 44 tests across 3 files. [1.23s]",
      "41 passed, 1 failed, 2 skipped",
    ],
    [
      "jest",
      "Test Suites: 1 failed, 4 passed, 5 total\nTests:       1 failed, 2 skipped, 41 passed, 44 total\nSnapshots:   0 total\nTime:        1.2 s",
      "41 passed, 1 failed, 2 skipped",
    ],
    [
      "jest, several projects",
      "Tests:       3 passed, 3 total\nTests:       1 failed, 2 passed, 3 total",
      "5 passed, 1 failed",
    ],
    [
      "vitest",
      " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 41 passed | 2 todo (44)\n   Start at  10:00:00",
      "41 passed, 1 failed, 2 skipped",
    ],
    ["vitest, one kind", "      Tests  41 passed (41)", "41 passed"],
    [
      "mocha",
      "  41 passing (32ms)\n  2 pending\n  1 failing\n\n  1) login",
      "41 passed, 1 failed, 2 skipped",
    ],
    [
      "pytest",
      "FAILED test_a.py::test_b\n============ 1 failed, 41 passed, 2 skipped in 0.12s ============",
      "41 passed, 1 failed, 2 skipped",
    ],
    ["pytest -q", "....\n41 passed in 65.30s (0:01:05)", "41 passed"],
    ["pytest, broken", "=========== 2 errors in 0.30s ===========", "2 failed"],
    [
      "go test -v",
      "=== RUN   TestA\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/inner (0.00s)\n--- FAIL: TestB (0.01s)\nFAIL\nFAIL\texample.com/a\t0.004s",
      "1 passed, 1 failed",
    ],
    [
      "go test",
      "ok  \texample.com/a\t0.003s\nok  \texample.com/b\t(cached)\n--- FAIL: TestC (0.00s)\nFAIL\texample.com/c\t0.010s\nFAIL\texample.com/d [build failed]\nFAIL",
      "2 passed, 2 failed packages",
    ],
    [
      "cargo test",
      "test result: ok. 40 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n   Doc-tests shop\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.20s",
      "41 passed, 1 failed, 2 skipped",
    ],
    [
      "node --test",
      "ℹ tests 44\nℹ suites 0\nℹ pass 41\nℹ fail 1\nℹ cancelled 0\nℹ skipped 2\nℹ todo 0\nℹ duration_ms 58",
      "41 passed, 1 failed, 2 skipped",
    ],
    ["node --test as TAP", "# tests 42\n# pass 41\n# fail 1\n# skipped 0", "41 passed, 1 failed"],
    ["rspec", "Finished in 0.1 seconds\n44 examples, 1 failure, 2 pending", "41 passed, 1 failed, 2 skipped"],
    ["phpunit", "OK (42 tests, 100 assertions)", "42 passed"],
    [
      "phpunit, failed",
      "FAILURES!\nTests: 44, Assertions: 99, Errors: 1, Failures: 1, Skipped: 1.",
      "41 passed, 2 failed, 1 skipped",
    ],
    [
      "dotnet test",
      "Failed!  - Failed:     1, Passed:    41, Skipped:     2, Total:    44, Duration: 12 ms - Shop.dll (net9.0)",
      "41 passed, 1 failed, 2 skipped",
    ],
    [
      "surefire",
      "[INFO] Tests run: 20, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s\n[ERROR] Tests run: 44, Failures: 1, Errors: 0, Skipped: 2",
      "41 passed, 1 failed, 2 skipped",
    ],
    ["gradle", "44 tests completed, 1 failed, 2 skipped", "41 passed, 1 failed, 2 skipped"],
  ])("of %s", (_, output, words) => {
    expect(summaryOf(output, 1)).toBe(words);
  });

  test.each([
    [
      "dotnet test's own summary",
      "Test summary: total: 44, failed: 1, succeeded: 41, skipped: 2, duration: 1.2s",
    ],
    ["tape", "# tests 44\n# pass  41\n# fail  1\n# skipped 2"],
    [
      "vitest, of files",
      " Test Files  1 failed | 1 skipped (9)\n      Tests  1 failed | 41 passed | 2 skipped (44)",
    ],
    [
      "jest, of files",
      "Test Suites: 7 skipped, 1 failed, 5 total\nTests:       1 failed, 2 skipped, 41 passed, 44 total",
    ],
    [
      "maven, several modules",
      "[INFO] Tests run: 20, Failures: 0, Errors: 0, Skipped: 2, Time elapsed: 0.1 s -- in A\n[INFO] Tests run: 20, Failures: 0, Errors: 0, Skipped: 2\n[ERROR] Tests run: 24, Failures: 0, Errors: 1, Skipped: 0",
    ],
  ])("of %s", (_, output) => {
    expect(summaryOf(output, 1)).toBe("41 passed, 1 failed, 2 skipped");
  });

  test("in TAP alone is counted line by line, as long as its plan agrees", () => {
    const tap =
      "TAP version 13\nok 1 - a\n  ok 1 - inner\nnot ok 2 - b\nok 3 - c # SKIP no\nnot ok 4 # TODO d\n1..4";
    expect(summaryOf(tap, 1)).toBe("1 passed, 1 failed, 2 skipped");
    expect(summaryOf(`${tap}0`, 1)).toBeNull();
    expect(summaryOf("ok\nok then", 1)).toBeNull();
  });

  test("whose files could not all be run says so", () => {
    expect(summaryOf("Test Suites: 1 failed, 4 passed, 5 total\nTests:       41 passed, 41 total", 1)).toBe(
      "41 passed, 1 error",
    );
    expect(
      summaryOf(" Test Files  4 passed (4)\n      Tests  41 passed (41)\n     Errors  2 errors", 1),
    ).toBe("41 passed, 2 errors");
  });

  test("of go counts packages where one was not run to its end", () => {
    const passed = "--- PASS: TestA (0.00s)\nok  \texample.com/a\t0.003s\n";
    expect(summaryOf(`${passed}FAIL\texample.com/b [build failed]\nFAIL`, 1)).toBe(
      "1 passed, 1 failed packages",
    );
    expect(summaryOf(`${passed}panic: test timed out after 1s\nFAIL\texample.com/b\t1.003s`, 1)).toBe(
      "1 passed, 1 failed packages",
    );
    expect(summaryOf("ok  \texample.com/a\t0.003s [no tests to run]")).toBeNull();
  });

  test("does not hide what else has failed", () => {
    expect(summaryOf("      Tests  41 passed (41)\na.ts(1,2): error TS2304: no", 1)).toBe(
      "41 passed, 1 error",
    );
  });

  test("of two programs has no number that is true of both", () => {
    expect(
      summaryOf("Tests:       3 passed, 3 total\n========= 1 failed, 2 passed in 0.12s =========", 1),
    ).toBeNull();
  });

  test("counts nothing of its own where a part of the output is missing", () => {
    const cut = "[… 90000 bytes (300 lines) left out; all of the output: /tmp/x …]";
    expect(summaryOf(`--- PASS: TestA (0.00s)\n${cut}\n--- PASS: TestZ (0.00s)`)).toBeNull();
    const cargo =
      "test result: ok. 41 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
    expect(summaryOf(`${cut}\n${cargo}`)).toBeNull();
    expect(summaryOf(` 3 pass\n${cut}\n 41 pass\n 1 fail\nRan 42 tests`)).toBe("41 passed, 1 failed");
  });
});

describe("a build that failed", () => {
  test.each([
    [
      "tsc",
      "a.ts(1,2): error TS2304: Cannot find name 'x'.\nb.ts(9,1): error TS1005: ';' expected.",
      "2 errors",
    ],
    ["tsc --pretty", "a.ts:1:2 - error TS2304: no\n\nFound 3 errors in 2 files.", "3 errors"],
    [
      "eslint",
      "✖ 5 problems (3 errors, 2 warnings)\n  1 error and 0 warnings potentially fixable",
      "3 errors",
    ],
    ["oxlint", "Found 2 warnings and 1 error.\nFinished in 4ms", "1 error"],
    ["oxlint, several", "Found 2 warnings and 3 errors.\nFinished in 4ms", "3 errors"],
    [
      "gcc",
      "a.c: In function 'main':\na.c:3:5: error: 'x' undeclared\nb.c:1:10: fatal error: y.h: No such file",
      "2 errors",
    ],
    [
      "cargo",
      'error[E0425]: no\nerror: could not compile `shop` (bin "shop") due to 2 previous errors; 1 warning emitted',
      "2 errors",
    ],
    ["cargo, one", "error: could not compile `shop` (lib) due to 1 previous error", "1 error"],
  ])("of %s", (_, output, words) => {
    expect(summaryOf(output, 1)).toBe(words);
    // What went well in the end has nothing to count.
    expect(summaryOf(output, 0)).toBeNull();
  });
});

describe("what went well", () => {
  test.each([
    [
      "npm install",
      "\nadded 13 packages, and audited 14 packages in 2s\n\nfound 0 vulnerabilities",
      "added 13 packages",
    ],
    [
      "npm install, changed",
      "added 1 package, removed 2 packages, and audited 9 packages in 1s",
      "added 1 package, removed 2 packages",
    ],
    ["bun install", "13 packages installed [1.20s]", "13 packages installed"],
    [
      "git commit",
      "[main 1a2b3c4] Fix the login\n 2 files changed, 3 insertions(+), 1 deletion(-)\n create mode 100644 a",
      "commit 1a2b3c4 · 2 files changed, +3 −1",
    ],
    [
      "the first git commit",
      "[main (root-commit) 1a2b3c4] Begin\n 1 file changed, 1 insertion(+)",
      "commit 1a2b3c4 · 1 file changed, +1 −0",
    ],
    ["an empty git commit", "[main 1a2b3c4] Nothing", "commit 1a2b3c4"],
  ])("of %s", (_, output, words) => {
    expect(summaryOf(output)).toBe(words);
    expect(summaryOf(output, 1)).toBeNull();
  });
});

test.each([
  "41 people passed the door",
  "the tests passed",
  "3 errors in 2 files",
  "12 todo\n 3 fail\n41 pass",
  "  3 passing lanes\n  2 pending",
  "# pass 3 on",
  "# fail 3",
  "1..3 of them\nok",
  "Tests run wild, 3 of them",
  "# pass on",
  "total 12\n-rw-r--r-- 1 a a 4 Jan 1 10:00 pass",
])("other words are left as they are: %j", (output) => {
  expect(summaryOf(output)).toBeNull();
  expect(summaryOf(output, 1)).toBeNull();
});

test("a finished panel says how a test run went, in place of its last line; a short output is shown as it is", () => {
  const output = `${lines(30)} 41 pass\n 1 fail\nRan 42 tests across 3 files. [1.23s]\n`;
  const item = call({ status: "done", result: command(output, 1), durationMs: 3200 });
  const [head, body] = draw(item);
  expect(head).toEndWith("exit 1 · 3.2s");
  expect(body).toBe("  ⎿ 41 passed, 1 failed · … 33 lines (ctrl+o)");
  expect(draw(item, 80, true).at(-1)).toBe("    Ran 42 tests across 3 files. [1.23s]");
  const short = call({ status: "done", result: command(" 41 pass\n 1 fail\n", 1) });
  expect(draw(short).slice(1)).toEqual(["  ⎿  41 pass", "     1 fail"]);
});
