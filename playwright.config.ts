import { defineConfig } from "@playwright/test";

/** Chromium's own screens, drawn anew for each window though nobody sees them, took a quarter of the run. */
const omnibox = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** Playwright's own list, which ours replaces. */
const without = [
  ...omnibox,
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Two workers, each with a shop of its own and one test at a time: figures are live, so a shop is not shared. */
export default defineConfig({
  testDir: "e2e",
  projects: [
    { name: "journeys", testMatch: "**/*.e2e.ts" },
    { name: "states", testMatch: "**/*.states.ts" },
    { name: "soak", testMatch: "**/*.soak.ts" },
  ],
  globalSetup: "./e2e/shop.ts",
  workers: 2,
  // A long file would leave the other worker without work at the end.
  fullyParallel: true,
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
    // It costs an eighth of the run. What a test saw as it failed is written down anyway; `TRACE=1` keeps each step of it.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
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
        `--disable-features=${without.join(",")}`,
      ],
    },
  },
});
