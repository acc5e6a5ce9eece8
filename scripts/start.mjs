// npm start: sets up what is missing and runs the shop. npm run dev passes --dev: no build, hot reload.
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { stopWithParents } from "./parents.mjs";
import { exitOnProblem, root } from "./process.mjs";
import { setUp } from "./setup.mjs";

const isDevelopment = process.argv.includes("--dev");
// Compiled code is cached for the next start and for worker processes.
process.env.NODE_COMPILE_CACHE ??= join(root, ".cache", "compiled");
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await exitOnProblem(() => setUp({ build: !isDevelopment }));
process.env.NODE_ENV ??= isDevelopment ? "development" : "production";
if (isDevelopment) process.env.KIOSK_DEV = "1";
stopWithParents();
const { startShop } = await import("../server/main.ts");
await startShop();
