import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { issuePending } from "#server/invoices/invoices.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { startFakeVies } from "#server/testing/fake-vies.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const vies = await startFakeVies();
afterAll(() => vies.close());
const shop = await openTestShop({ viesApiBase: vies.apiBase });
const { product, fill, quote, order, pay, actAs } = selling(shop);
const { app, ask } = shop;
const admin = await shop.person("admin");
const act = actAs(admin);
await inTransaction(app.db, (tx) => updateSettings(tx, { vat_id: "DE123456788", country: "DE", check_vat_ids: true }));

const csv = async (month: string, from = "01", to = "28") => {
  const sent = await ask(`GET /documents/sales-list/export?from=${month}-${from}&to=${month}-${to}`, {
    token: admin.token,
  });
  return (sent.body as string).replace("\uFEFF", "").trim().split(/\r?\n/);
};
/** A paid order of a business, in Vienna unless said, of these products, at the prices with the VAT of Germany. */
const vienna = { city: "Wien", postal_code: "1010", country: "AT" };
async function sold(prices: number[], { vatId = "ATU12345675", services = [] as number[], to = vienna } = {}) {
  const buyer = await shop.person();
  for (const price of [...prices, ...services]) {
    const { id, slug } = await product({ price });
    if (services.includes(price))
      await sql`update product_types set is_shippable = false where slug = ${slug}`.execute(app.db);
    await fill(buyer, id);
  }
  const address = { ...home, company: "Engines", ...to, vat_id: vatId };
  const { country, postal_code } = to;
  const { data } = (await quote(buyer, `${new URLSearchParams({ country, postal_code, vat_id: vatId })}`)).body;
  const placed = (await order(buyer, { shipping_address: address, quote_hash: data.quote_hash })).body.data;
  expect(placed.reverse_charge).toMatchObject({ vat_id: vatId });
  await pay(buyer, placed.id);
  return placed;
}
async function issueOn(day: string) {
  const realNow = app.now;
  app.now = () => new Date(day);
  await issuePending(app);
  app.now = realNow;
}
const decimal = (amount: number) => (amount / 100).toFixed(2);

test("the EC sales list has the net amounts of a period by VAT ID, without consumers, less its credit notes", async () => {
  const legal = async () =>
    (await ask("GET /settings/legal", { token: admin.token })).body.data.find(
      ({ key }: { key: string }) => key === "sales_list",
    );
  expect(await legal()).toBeUndefined();
  const first = await sold([11_900]);
  const second = await sold([23_800]);
  const other = await sold([11_900], { vatId: "ATU10223006" });
  const consumer = await shop.person();
  await fill(consumer, (await product({ price: 11_900 })).id);
  await pay(consumer, (await order(consumer)).body.data.id);
  await issueOn("2026-02-10T12:00:00Z");
  expect(await act(second.id, "cancel", {})).toMatchObject({ status: 200 });
  await issueOn("2026-03-10T12:00:00Z");
  const total = ({ totals }: typeof first) => totals.total.amount as number;
  const heading = "vat_id,country,name,supply,currency,net,documents";
  expect(await csv("2026-02")).toEqual([
    heading,
    `ATU10223006,AT,ENGINES GMBH,goods,EUR,${decimal(total(other))},1`,
    `ATU12345675,AT,ENGINES GMBH,goods,EUR,${decimal(total(first) + total(second))},2`,
  ]);
  expect(await csv("2026-03")).toEqual([heading, `ATU12345675,AT,ENGINES GMBH,goods,EUR,-${decimal(total(second))},1`]);
  expect(await csv("2026-04")).toEqual([heading]);
  expect(await legal()).toMatchObject({ state: "regular", link: "/dashboard/orders" });
});

test("the EC sales list tells services from goods, in an order of both too, and leaves out what is nothing", async () => {
  const both = await sold([11_900], { services: [5950], vatId: "ATU13585627" });
  await sold([], { services: [2380], vatId: "ATU38516405" });
  const gone = await sold([1190], { vatId: "ATU39364503" });
  expect(await act(gone.id, "cancel", {})).toMatchObject({ status: 200 });
  await issueOn("2026-05-10T12:00:00Z");
  const goods = both.totals.total.amount - 5000;
  expect((await csv("2026-05")).slice(1)).toEqual([
    `ATU13585627,AT,ENGINES GMBH,goods,EUR,${decimal(goods)},1`,
    "ATU13585627,AT,ENGINES GMBH,services,EUR,50.00,1",
    "ATU38516405,AT,ENGINES GMBH,services,EUR,20.00,1",
  ]);
  const service = both.items.find(({ unit_price }: { unit_price: { amount: number } }) => unit_price.amount === 5000);
  const items = [{ order_item_id: service.id, quantity: 1 }];
  expect((await act(both.id, "lines/cancel", { items })).status).toBe(200);
  await issueOn("2026-06-10T12:00:00Z");
  expect((await csv("2026-06")).slice(1)).toEqual(["ATU13585627,AT,ENGINES GMBH,services,EUR,-50.00,1"]);
});

test("the EC sales list of an order of both adds up to nothing once it is cancelled, in whatever steps", async () => {
  const lineOf = (placed: Awaited<ReturnType<typeof sold>>, amount: number) => ({
    order_item_id: placed.items.find((one: { unit_price: { amount: number } }) => one.unit_price.amount === amount).id,
    quantity: 1,
  });
  const cancel = async (placed: { id: string }, items: object[]) =>
    expect(await act(placed.id, "lines/cancel", { items })).toMatchObject({ status: 200 });
  const refund = async (placed: { id: string }, amount: number) =>
    expect(await act(placed.id, "refunds", { amount, reason: "Sorry" })).toMatchObject({ status: 201 });
  const vatIds = ["ATU14703908", "ATU15096401", "ATU16370905"] as const;
  const goods = await sold([11_900], { services: [5950], vatId: vatIds[0] });
  const service = await sold([11_900], { services: [5950], vatId: vatIds[1] });
  // A refund that is more than the goods is of the service too.
  const more = await sold([1190], { services: [5950], vatId: vatIds[2] });
  await issueOn("2026-07-10T12:00:00Z");
  await cancel(goods, [lineOf(goods, 10_000)]);
  await cancel(service, [lineOf(service, 5000)]);
  await refund(more, 3000);
  await issueOn("2026-07-12T12:00:00Z");
  for (const { id } of [goods, service, more]) expect(await act(id, "cancel", {})).toMatchObject({ status: 200 });
  await issueOn("2026-07-14T12:00:00Z");
  expect((await csv("2026-07")).slice(1)).toEqual([]);
});

test("services to Northern Ireland are no supply inside the EU: neither listed nor invoiced by its articles", async () => {
  const belfast = { city: "Belfast", postal_code: "BT1 1AA", country: "GB" };
  const { id } = await sold([11_900], { services: [5950], vatId: "XI980780684", to: belfast });
  await issueOn("2026-08-10T12:00:00Z");
  const lines = (await csv("2026-08")).slice(1);
  expect(lines).toEqual([expect.stringContaining("XI980780684,XI,ENGINES GMBH,goods,EUR,")]);
  const { rows } = await sql<{ remarks: string[] }>`
    select data->'remarks' as remarks from invoices where order_id = ${id}::uuid`.execute(app.db);
  expect(rows[0]?.remarks).toEqual([
    "VAT-exempt intra-Community supply of goods (article 138 of Directive 2006/112/EC).",
    "Reverse charge: the customer owes the VAT.",
  ]);
});
