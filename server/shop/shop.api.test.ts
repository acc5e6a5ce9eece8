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

test("the ways to pay are those that the merchant offers: nothing is promised that isn't set up", async () => {
  const real = await openTestShop({ demo: false });
  const waysAfter = async (change: Parameters<typeof updateSettings>[1]) => {
    await inTransaction(real.app.db, (tx) => updateSettings(tx, change));
    return (await real.ask("GET /shop")).body.data.ways_to_pay;
  };
  const account = { account_holder: "Cups Ltd", iban: "DE89370400440532013000", bic: "", bank_name: "" };
  expect(await waysAfter({ cash_on_delivery: false })).toEqual([]);
  expect(await waysAfter({ bank_account: account })).toEqual(["bank_transfer"]);
  expect(await waysAfter({ cash_on_delivery: true })).toEqual(["bank_transfer", "cash"]);
  expect(await waysAfter({ bank_transfer: false })).toEqual(["cash"]);
  expect(await waysAfter({ stripe_publishable_key: "pk_test_1" })).toEqual(["card", "wallet", "cash"]);
  expect(await waysAfter({ card_payments: false })).toEqual(["cash"]);
});
