import { findChromium, testChromium } from "./chromium.mjs";
import { runGate } from "./gate.mjs";
import { exitOnProblem } from "./process.mjs";
import { setUp } from "./setup.mjs";

// npm test: sets up whatever is missing, then runs the whole gate.
// npm run check [-- STEP…]: the gate or some of its steps, without the set-up.
await exitOnProblem(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const wantsSetUp = first === "--set-up";
  if (wantsSetUp) await setUp({ build: true });
  const browser = wantsSetUp ? await testChromium() : await findChromium();
  if (browser !== undefined) process.env.CHROMIUM_PATH = browser;
  process.exitCode = (await runGate(wantsSetUp || first === undefined ? rest : [first, ...rest])) ? 0 : 1;
});
