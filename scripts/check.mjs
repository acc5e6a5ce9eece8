import { findChromium, testChromium } from "./chromium.mjs";
import { runGate } from "./gate.mjs";
import { prepare } from "./prepare.mjs";
import { telling } from "./problem.mjs";

// npm test: sets up whatever is missing, then runs the whole gate.
// npm run check [-- STEP…]: the gate or some of its steps, without the set-up.
await telling(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const setUp = first === "--set-up";
  if (setUp) await prepare({ build: true });
  const browser = setUp ? await testChromium() : await findChromium();
  if (browser !== undefined) process.env.CHROMIUM_PATH = browser;
  process.exitCode = (await runGate(setUp || first === undefined ? rest : [first, ...rest])) ? 0 : 1;
});
