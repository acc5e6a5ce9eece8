import { openShop } from "#server/app.ts";
import { writeNothing } from "#server/mails/mails.ts";
import { readConfig } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/db.ts";

// The process that makes the demo world and ends: the memory it took for that goes with it.
process.on("disconnect", () => process.exit(1));
const shop = await openShop(readConfig(), JSON.parse(process.env.KIOSK_CONNECTION ?? "{}") as Connection);
try {
  const { seedDemo } = await import("#world/seed.ts");
  writeNothing(shop.house);
  await seedDemo(shop.house);
} finally {
  await shop.close();
}
process.exit(0);
