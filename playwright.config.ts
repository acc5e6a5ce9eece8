import { defineConfig } from "@playwright/test";

/** Chromium renders these screens of its own for each window, which took a quarter of the run. */
const omnibox = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** The features that Playwright disables by itself, as our list replaces its own. */
const disabledFeatures = [
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

/** Pages are too short-lived for optimized code to pay off: without it a run needs a tenth less CPU. */
const withoutOptimizers = "--js-flags=--no-opt,--no-maglev";

/** Animations would be waited for at each click. */
const withoutMotion = { contextOptions: { reducedMotion: "reduce" } } as const;

/**
 * `journeys` is part of the gate; `states` (every screen state at three widths and in both themes) and `soak` (many random
 * addresses, of which the gate tries a few) are commands of their own: `npm run check -- states`. Each worker has its own
 * shop, because figures are live.
 *
 * Playwright is pinned to 1.59: from 1.60 to 1.65 each try of an assertion renders a snapshot of the page while it waits,
 * which slows down the whole run (https://github.com/microsoft/playwright/issues/41098).
 */
export default defineConfig({
  testDir: "e2e",
  projects: [
    { name: "journeys", testMatch: ["**/*.e2e.ts", "**/*.soak.ts"], use: withoutMotion },
    { name: "states", testMatch: ["**/*.states.ts", "**/*.e2e.ts"], use: withoutMotion },
    { name: "soak", testMatch: "**/*.soak.ts" },
    { name: "screens", testMatch: "**/screens.spec.ts" },
  ],
  globalSetup: "./e2e/support/shop.ts",
  // More than the two cores: tests wait for retries and animations.
  workers: 3,
  // Otherwise a long file leaves the other worker idle at the end.
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long limits cost nothing where all is well, and a busy machine is five times slower.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    // The shop delivers to the country of the browser unless another is chosen.
    locale: "en-DE",
    // Installing it for each test costs a tenth of the run; offline.e2e.ts allows it.
    serviceWorkers: "block",
    timezoneId: "UTC",
    // Traces cost an eighth of the run; `TRACE=1` keeps those of failing tests.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    actionTimeout: 60_000,
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
        // The pages of a worker's tests then run scripts that are compiled already.
        "--process-per-site",
        `--disable-features=${disabledFeatures.join(",")}`,
        withoutOptimizers,
      ],
    },
  },
});
