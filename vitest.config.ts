import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,web,words,world,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    globalSetup: ["server/testing/database.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // What a worker has imported serves all its test files, which halves the run. So a file must leave nothing behind that
    // another stands on: no words spoken, no clock, no spy, and openTestShop closes its shops in English.
    isolate: false,
  },
});
