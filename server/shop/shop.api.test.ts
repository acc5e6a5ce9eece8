import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { updateSettings } from "./shop.ts";

const shop = await openTestShop();

test("a cached endpoint answers from memory until its data changes", async () => {
  const first = await shop.ask("GET /shop");
  expect(first.body.data.name).toBe("Kiosk");
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { tagline: "New words." }));
  expect((await shop.ask("GET /shop")).body.data.tagline).toBe("New words.");
});
