import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, quote, order, pay, actAs } = selling(shop);
const { db, jobs } = shop.app;
const admin = await shop.person("admin");
const vienna = { ...home, city: "Wien", postal_code: "1010", country: "AT" };
const update = (change: Parameters<typeof updateSettings>[1]) => inTransaction(db, (tx) => updateSettings(tx, change));
await update({ country: "DE" });

/** A paid order to an address, of goods for this price. */
async function sell(price: number, address: object = vienna): Promise<string> {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price })).id);
  const { country, postal_code } = { ...home, ...address };
  const { quote_hash } = (await quote(buyer, `country=${country}&postal_code=${postal_code}`)).body.data;
  const { id } = (await order(buyer, { shipping_address: address, quote_hash })).body.data;
  await pay(buyer, id);
  return id;
}
const duty = async () =>
  (await shop.ask("GET /settings/legal", { token: admin.token })).body.data.find(
    ({ key }: { key: string }) => key === "oss",
  );
const alerts = async () => {
  await sql`select graphile_worker.add_job('orders.oss')`.execute(db);
  await jobs.drain();
  const { data } = (await shop.ask("GET /notifications?type=oss_threshold", { token: admin.token })).body;
  return data.map(({ title }: { title: string }) => title).toSorted();
};

test("OSS: net sales to consumers in other member states are watched, at 80% and 100% of the threshold", async () => {
  expect(await duty()).toMatchObject({ state: "met", text: expect.stringContaining("€0.00 this year (0%") });
  // 7,200.00 with 20% is 6,000.00 without; at home and outside the EU nothing counts.
  const first = await sell(720_000);
  await sell(900_000, home);
  await sell(900_000, { ...vienna, city: "Zürich", postal_code: "8001", country: "CH" });
  expect((await duty()).text).toContain("€6,000.00 this year (60%");
  expect(await alerts()).toEqual([]);
  await sell(300_000);
  expect(await duty()).toMatchObject({ state: "met", text: expect.stringContaining("€8,500.00 this year (85%") });
  expect(await alerts()).toHaveLength(1);
  const second = await sell(240_000);
  expect(await duty()).toMatchObject({ state: "missing", text: expect.stringContaining("€10,500.00") });
  expect(await alerts()).toHaveLength(2);
  expect(await alerts()).toHaveLength(2);
  // Units that are given back don't count, nor do businesses without VAT.
  await actAs(admin)(second, "cancel");
  expect((await duty()).text).toContain("€8,500.00 this year");
  await sql`update orders set placed_at = placed_at - interval '1 year' where id = ${first}::uuid`.execute(db);
  expect((await duty()).text).toMatch(/€2,500.00 this year \(25% of €10,000\), €6,000.00 last year/);
  // Of a refund of an amount, the tax is not part of the sale either.
  const third = await sell(120_000);
  expect((await duty()).text).toContain("€3,500.00 this year");
  await actAs(admin)(third, "refunds", { amount: 60_000, reason: "Goodwill" });
  expect((await duty()).text).toContain("€3,000.00 this year");
  const { refundable } = (await shop.ask(`GET /orders/${third}`, { token: admin.token })).body.data;
  await actAs(admin)(third, "refunds", { amount: refundable.amount, reason: "Goodwill" });
  expect((await duty()).text).toContain("€2,500.00 this year");
  await update({ oss_registered: true });
  expect(await duty()).toMatchObject({ state: "met", text: expect.stringContaining("You are registered") });
});
