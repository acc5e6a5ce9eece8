import { expect, test } from "vitest";
import { Shop } from "#contract/shop/shop.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { getPublicShop, getSettings, updateSettings } from "./shop.ts";

const shop = await openTestShop();

test("a cached endpoint answers from memory until its data changes", async () => {
  const first = await shop.ask("GET /shop");
  expect(first.body.data.name).toBe("Kiosk");
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { tagline: "New words." }));
  expect((await shop.ask("GET /shop")).body.data.tagline).toBe("New words.");
});

test("emails and invoices, which are given the public settings, get no private ones", async () => {
  const isPrivate = (key: string) => !(key in Shop.shape);
  expect(Object.keys(await getSettings(shop.app.db)).filter(isPrivate)).toContain("order_recipients");
  expect(Object.keys(await getPublicShop(shop.app)).filter(isPrivate)).toEqual([]);
});
