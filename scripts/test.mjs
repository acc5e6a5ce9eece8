import { testChromium } from "./chromium.mjs";
import { runGate } from "./gate.mjs";
import { prepare } from "./prepare.mjs";
import { telling } from "./problem.mjs";

// npm test: sets up whatever is missing, then runs the whole gate.
await telling(async () => {
  await prepare({ build: true });
  process.env.CHROMIUM_PATH = await testChromium();
  process.exitCode = (await runGate(process.argv.slice(2))) ? 0 : 1;
});
