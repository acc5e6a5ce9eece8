import { openShop } from "#server/app.ts";
import type { Config } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { changeSettings, shopSettings } from "#server/shop/shop.ts";

/** Fills an empty shop with the demo world where that is wanted, before anybody can see it. Returns whether this is a demo shop. */
export async function seedWhenWanted(config: Config, connection: Connection): Promise<boolean> {
  const shop = await openShop(config, connection);
  const { house } = shop;
  try {
    const settings = await shopSettings(house.db);
    if (settings.demo || config.demo === false) return settings.demo;
    if (!(config.demo ?? config.databaseUrl === undefined) || (await hasProducts(house))) return false;
    console.log("Filling the shop with the demo world (once).");
    // Loaded here only: a real shop never reads it.
    const { seedDemo } = await import("#world/seed.ts");
    await seedDemo(house);
    await inTransaction(house.db, (tx) => changeSettings(tx, { demo: true }));
    return true;
  } finally {
    await shop.close();
  }
}

async function hasProducts(house: House) {
  return (await house.call("GET /product", { query: { page: 1, per_page: 1 } })).meta.total > 0;
}
