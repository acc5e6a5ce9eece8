import { prepare } from "./prepare.mjs";
import { telling } from "./problem.mjs";
import { watchParents } from "./watch-parents.mjs";

await telling(() => prepare({ build: false }));
process.env.NODE_ENV ??= "development";
process.env.KIOSK_DEV = "1";
watchParents();
const { startShop } = await import("../server/main.ts");
await startShop();
