/** Counts a vitest JSON report. A file that could not run, a missing report and an unclean end are failures too. */
export function countVitest(report, clean) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(isFailed),
  ).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !clean ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** Counts a Playwright JSON report; a test that passed only on a second try counts as passed and is told by the list above. */
export function countPlaywright(report, clean) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + (report.errors?.length ?? 0);
  return { passed: expected + flaky, failed: failed === 0 && !clean ? 1 : failed, skipped };
}

function isFailed({ status }) {
  return status === "failed";
}
