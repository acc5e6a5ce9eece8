import { lean } from "./lean.mjs";
import { prepare } from "./prepare.mjs";
import { telling } from "./problem.mjs";
import { watchParents } from "./watch-parents.mjs";

lean();
await telling(() => prepare({ build: true }));
process.env.NODE_ENV ??= "production";
watchParents();
const { startShop } = await import("../server/main.ts");
await startShop();
