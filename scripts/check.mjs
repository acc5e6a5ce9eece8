import { findChromium } from "./chromium.mjs";
import { runGate } from "./gate.mjs";
import { telling } from "./problem.mjs";

// npm run check [-- types lint dead format unit browser]: the gate without set-up.
await telling(async () => {
  const browser = await findChromium();
  if (browser !== undefined) process.env.CHROMIUM_PATH = browser;
  process.exitCode = (await runGate(process.argv.slice(2))) ? 0 : 1;
});
