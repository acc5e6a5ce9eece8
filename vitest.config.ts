import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that start processes first: they take long and mostly wait, so at the end they would run alone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isSlow = ({ moduleId }: TestSpecification) => /\/(server\/start|scripts|world)\/[^/]+$/.test(moduleId);
    return (await super.sort(files)).toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
  }
}

export default defineConfig({
  test: {
    include: ["{bench,contract,server,web,words,world,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    globalSetup: ["server/testing/database.ts"],
    setupFiles: [
      "server/testing/leave-nothing.ts",
      "server/testing/properties.ts",
      "server/testing/recorded-statements.ts",
    ],
    // Long limits cost nothing where all is well, and a busy machine is five times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    // More than the two cores: tests wait for databases that start and for time limits.
    maxWorkers: 4,
    // Collecting young objects less often saves 7% of the CPU time.
    execArgv: ["--max-semi-space-size=32", "--min-semi-space-size=16"],
    // Test files share a worker's imported modules, which halves the run. So a file must leave no global state behind:
    // leave-nothing.ts takes its stubs back, openTestShop closes its shops in English.
    isolate: false,
    sequence: { sequencer: SlowFirst },
  },
});
