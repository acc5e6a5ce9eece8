import { defineConfig } from "@playwright/test";

/** Two workers, each with a shop of its own and one test at a time: figures are live, so a shop is not shared. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/shop.ts",
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Patience costs nothing where all is well: a machine at work on much else is five times slower.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    // Pictures of every step would cost a tenth of the run; the pages themselves are in the trace.
    trace: { mode: "retain-on-failure", screenshots: false },
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
