import { expect, test } from "vitest";
import { countPlaywright, countVitest } from "./gate.mjs";

const passedFile = { status: "passed", assertionResults: [{ status: "passed" }] };

test("vitest's passed, failed and skipped tests are counted", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [passedFile, { status: "failed", assertionResults: [{ status: "failed" }] }],
  };
  expect(countVitest(report, false)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test("a test file that could not even be read is a failure", () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [passedFile, { status: "failed", assertionResults: [] }],
  };
  expect(countVitest(report, false)).toMatchObject({ passed: 1, failed: 1 });
});

test("an unclean end of a run without failed tests is a failure", () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [passedFile] };
  expect(countVitest(report, false)).toMatchObject({ passed: 1, failed: 1 });
  expect(countVitest(report, true)).toMatchObject({ passed: 1, failed: 0 });
  const stats = { expected: 4, unexpected: 0, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, errors: [] }, false)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  expect(countPlaywright({ stats, errors: [] }, true)).toEqual({ passed: 5, failed: 0, skipped: 2 });
});

test("a run that left no report is a failure", () => {
  expect(countVitest(undefined, true)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(undefined, true)).toEqual({ passed: 0, failed: 1 });
});
