import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, quote, order } = selling(shop);
const { db } = shop.app;

test("Tax: each line has the rate of its tax class, its own before that of its type, and the order stores it", async () => {
  const admin = await shop.person("admin");
  const as = { token: admin.token };
  const [variation, bread, toy] = [
    await product({ price: 1190 }),
    await product({ price: 1070 }),
    await product({ price: 1070 }),
  ];
  const classes = (await shop.ask("GET /tax/classes", as)).body.data;
  const reduced = classes.find((one: { is_default: boolean }) => !one.is_default).id;
  const rate = { tax_class_id: reduced, country: "DE", name: "VAT", rate_ppm: 70_000 };
  await shop.ask("POST /tax/rates", { ...as, body: rate });
  await sql`update product_types set tax_class_id = ${reduced} where slug = ${bread.slug}`.execute(db);
  const form = (await shop.ask(`GET /product/${toy.productId}`, as)).body.data;
  const saved = { ...form, tax_class_id: reduced, variations: form.variations };
  const put = await shop.ask(`PUT /product/${toy.productId}`, { ...as, body: saved });
  expect(put.body.data?.tax_class_id).toBe(reduced);
  const unknown = await shop.ask(`PUT /product/${toy.productId}`, {
    ...as,
    body: { ...form, version: put.body.data.version, tax_class_id: 9999 },
  });
  expect(unknown.body.errors).toMatchObject([{ field: "tax_class_id" }]);
  const buyer = await shop.person();
  for (const { id } of [variation, bread, toy]) await fill(buyer, id);
  const { data } = (await order(buyer)).body;
  expect(data.items.map((item: { tax: { amount: number } }) => item.tax.amount)).toEqual([190, 70, 70]);
  const taxes = data.reasons.filter(({ figure }: { figure: string }) => figure === "tax");
  expect(taxes).toMatchObject([
    { text: "19% VAT on Standard goods, included", amount: { amount: 190 } },
    { text: "7% VAT on Reduced-rate goods, included", amount: { amount: 140 } },
    // 4.90 is split over 11.90 and 21.40.
    { text: "19% VAT on delivery, included", amount: { amount: 28 } },
    { text: "7% VAT on delivery, included", amount: { amount: 21 } },
  ]);
  expect(data.totals.tax.amount).toBe(379);
  const books = await shop.person();
  await fill(books, bread.id);
  const texts = (body: { reasons: { text: string }[] }) => body.reasons.map(({ text }) => text);
  const followed = (await quote(books)).body.data;
  expect(followed.totals.tax.amount).toBe(70 + 32);
  expect(texts(followed)).toContain("7% VAT on delivery, included");
  await inTransaction(db, (tx) => updateSettings(tx, { shipping_tax: "default_class" }));
  const standard = (await quote(books)).body.data;
  expect(standard.totals.tax.amount).toBe(70 + 78);
  expect(texts(standard)).toContain("19% VAT on delivery, included");
  await inTransaction(db, (tx) => updateSettings(tx, { shipping_tax: "goods" }));
  await shop.ask(`DELETE /tax/rates/${(await shop.ask("GET /tax/rates?country=DE", as)).body.data.at(-1).id}`, as);
});

test("Tax: it is added to prices without tax, shipping and discount included, and the reasons add up", async () => {
  const other = await openTestShop();
  const own = selling(other);
  const at = await openAdmin(other);
  await inTransaction(other.app.db, (tx) => updateSettings(tx, { prices_include_tax: false }));
  const buyer = await other.person();
  await own.fill(buyer, (await own.product({ price: 1000 })).id);
  const { code } = await at.coupon({ value: 1000 });
  await other.ask("PUT /cart/coupon", { ...buyer, body: { code } });
  const { data } = (await own.order(buyer)).body;
  expect(data.totals).toMatchObject({
    subtotal: { amount: 1000 },
    discount: { amount: 100 },
    shipping: { amount: 490 },
    tax: { amount: 171 + 93 },
    total: { amount: 1000 - 100 + 490 + 264 },
  });
  const sums: Record<string, number> = {};
  for (const { figure, amount } of data.reasons) sums[figure] = (sums[figure] ?? 0) + amount.amount;
  expect(sums).toEqual({ subtotal: 1000, discount: 100, shipping: 490, tax: 264, total: 1654 });
  expect(await listInconsistencies(other.app.db)).toEqual([]);
});

test("Tax: quote and order use the state or province of the address, entered or saved", async () => {
  const { token } = await shop.person("admin");
  const [{ id: standard }] = (await shop.ask("GET /tax/classes", { token })).body.data;
  const rate = { tax_class_id: standard, country: "CA", name: "HST", rate_ppm: 130_000, region: "ON" };
  await shop.ask("POST /tax/rates", { token, body: rate });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1130 })).id);
  const tax = async (query: string) => (await quote(buyer, query)).body.data.totals.tax.amount;
  const toronto = { ...home, city: "Toronto", postal_code: "M5H 1A1", region_code: "on", country: "CA" };
  const kept = (await shop.ask("POST /account/addresses", { token: buyer.token, body: toronto })).body.data;
  const delivery = 1990 - Math.round(1990 / 1.13);
  expect([await tax("country=CA"), await tax("country=CA&region_code=ON"), await tax(`address_id=${kept.id}`)]).toEqual(
    [0, 130 + delivery, 130 + delivery],
  );
  const asked = (await quote(buyer, "country=CA&postal_code=M5H1A1&region_code=ON")).body.data;
  const made = await order(buyer, { shipping_address: toronto, quote_hash: asked.quote_hash });
  expect(made.body.data.totals.tax.amount).toBe(130 + delivery);
});

test("Tax: a quote without the province can't be ordered to one, even with the same total", async () => {
  const { token } = await shop.person("admin");
  const [{ id: standard }] = (await shop.ask("GET /tax/classes", { token })).body.data;
  const rate = { tax_class_id: standard, country: "CA", name: "QST", rate_ppm: 100_000, region: "QC" };
  await shop.ask("POST /tax/rates", { token, body: rate });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1100 })).id);
  const agreed = (await quote(buyer, "country=CA")).body.data;
  const quebec = { ...home, city: "Québec", postal_code: "G1R 2B5", region_code: "QC", country: "CA" };
  const refused = await order(buyer, { shipping_address: quebec, quote_hash: agreed.quote_hash });
  expect([refused.status, refused.body.code]).toEqual([409, "quote_changed"]);
  expect(refused.body.quote.totals.total).toEqual(agreed.totals.total);
  expect([agreed.totals.tax.amount, refused.body.quote.totals.tax.amount]).toEqual([0, 100 + 181]);
});
