import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { calculateTax } from "#server/taxes/taxes.ts";
import { startFakeVies, type ViesBehavior } from "#server/testing/fake-vies.ts";
import { type Buyer, home, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const vies = await startFakeVies();
afterAll(() => vies.close());
const shop = await openTestShop({ viesApiBase: vies.apiBase });
const { product, fill, quote, order, pay, actAs, shipAndDeliver, returnUnits } = selling(shop);
const { db } = shop.app;
const admin = await shop.person("admin");
const act = actAs(admin);
checkFiguresAfterEach(shop);

// Each has check digits of its own, as an answer about one is used again.
const ids = ["ATU12345675", "ATU10223006", "ATU13585627", "ATU38516405", "ATU39364503", "ATU42527002"];
const vienna = { ...home, company: "Engines GmbH", city: "Wien", postal_code: "1010", country: "AT" };
const business = { ...vienna, vat_id: "ATU12345675" };
const inVienna = (vatId: string) => `country=AT&postal_code=1010&vat_id=${vatId}`;

beforeEach(async () => {
  vies.behavior = "valid";
  vies.requests.length = 0;
  await sql`truncate vat_checks`.execute(db);
  const own = { vat_id: "DE123456788", country: "DE", check_vat_ids: true };
  await inTransaction(db, (tx) => updateSettings(tx, own));
});

/** A cart of units that cost 100 with the VAT of Germany (19%). */
async function filled(price = 10_000, quantity = 2): Promise<Buyer> {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price })).id, quantity);
  return buyer;
}
const ordered = (buyer: Buyer, quote_hash: string, change: object = {}) =>
  order(buyer, { shipping_address: business, quote_hash, ...change });
interface Document {
  kind: string;
  total: number;
  taxes: { tax: number }[];
  remarks: string[];
}
const documentsOf = async (id: string) => {
  const { rows } = await sql<{ data: Document }>`
    select data from invoices where order_id = ${id}::uuid and data is not null order by issued_at`.execute(db);
  return rows.map(({ data }) => data);
};

test("VAT: a business in another member state pays the price without the VAT of the shop's country, on delivery too", async () => {
  const buyer = await filled(1_000);
  const consumer = (await quote(buyer, inVienna(""))).body.data;
  expect(consumer).toMatchObject({ is_reverse_charge: false, vat_check: null });
  expect(vies.requests).toEqual([]);
  const { data } = (await quote(buyer, inVienna("atu%2012345675"))).body;
  // 10.00 with 19% is 8.40 without; delivery is without it in the same way.
  const delivery = consumer.totals.shipping.amount;
  expect(delivery).toBeGreaterThan(0);
  const net = delivery - Math.round((delivery * 19) / 119);
  expect(data).toMatchObject({
    is_reverse_charge: true,
    vat_check: { vat_id: "ATU12345675", state: "confirmed" },
    lines: [{ unit_price: { amount: 840 }, line_total: { amount: 1680 } }],
    totals: {
      subtotal: { amount: 1680 },
      tax: { amount: 0 },
      shipping: { amount: net },
      total: { amount: 1680 + net },
    },
  });
  expect(vies.requests).toEqual([
    { countryCode: "AT", vatNumber: "U12345675", requesterMemberStateCode: "DE", requesterNumber: "123456788" },
  ]);
  const placed = (await ordered(buyer, data.quote_hash)).body.data;
  expect(placed.totals).toEqual(data.totals);
  expect(placed.reverse_charge).toMatchObject({
    vat_id: "ATU12345675",
    seller_vat_id: "DE123456788",
    name: "ENGINES GMBH",
    supplies: ["goods"],
    consultation_number: "WAPIAAAAY1234567",
  });
  expect(vies.requests).toHaveLength(1);
  await pay(buyer, placed.id);
  await shop.ask(`GET /orders/${placed.id}/documents`, { token: buyer.token });
  const [invoice] = await documentsOf(placed.id);
  expect(invoice).toMatchObject({
    total: placed.totals.total.amount,
    seller: { vat_id: "DE123456788" },
    buyer: { address: { vat_id: "ATU12345675" } },
    remarks: ["VAT-exempt intra-Community supply of goods (article 138 of Directive 2006/112/EC)."],
  });
  expect(invoice?.taxes.reduce((sum, { tax }) => sum + tax, 0)).toBe(0);
  const csv = (await shop.ask("GET /orders/export", { token: admin.token })).body as string;
  expect(csv).toContain("ATU12345675");
});

test.each<[ViesBehavior, string]>([
  ["invalid", "invalid"],
  ["INVALID_INPUT", "invalid"],
  ["MS_UNAVAILABLE", "unavailable"],
  ["MS_MAX_CONCURRENT_REQ", "unavailable"],
  ["TIMEOUT", "unavailable"],
  ["INVALID_REQUESTER_INFO", "unavailable"],
  ["garbage", "unavailable"],
  ["huge", "unavailable"],
  ["other number", "unavailable"],
  ["redirect", "unavailable"],
])("VAT: it is charged if VIES answers %s, and the page says why", async (behavior, state) => {
  vies.behavior = behavior;
  const buyer = await filled();
  const { data } = (await quote(buyer, inVienna("ATU12345675"))).body;
  expect(data).toMatchObject({ is_reverse_charge: false, vat_check: { state } });
  expect(data.totals.tax.amount).toBeGreaterThan(0);
  expect(data.vat_check.message).toContain("VAT is charged");
  const placed = (await ordered(buyer, data.quote_hash)).body.data;
  expect([placed.reverse_charge, placed.totals.total]).toEqual([null, data.totals.total]);
});

test("VAT: a VAT ID that fails between quote and order changes the price, which has to be agreed on again", async () => {
  const buyer = await filled();
  const agreed = (await quote(buyer, inVienna("ATU12345675"))).body.data;
  // A day later.
  await sql`update vat_checks set checked_at = checked_at - interval '25 hours'`.execute(db);
  vies.behavior = "invalid";
  const refused = await ordered(buyer, agreed.quote_hash);
  expect([refused.status, refused.body.code]).toEqual([409, "quote_changed"]);
  expect(refused.body.quote).toMatchObject({ is_reverse_charge: false, vat_check: { state: "invalid" } });
  const placed = await ordered(buyer, refused.body.quote.quote_hash);
  expect([placed.status, placed.body.data.reverse_charge]).toEqual([201, null]);
});

test("VAT: without a VAT ID in the order the price without VAT is refused, as with one of another business", async () => {
  const buyer = await filled();
  const agreed = (await quote(buyer, inVienna("ATU12345675"))).body.data;
  for (const shipping_address of [
    vienna,
    { ...vienna, vat_id: ids[1] },
    { ...business, postal_code: "10115", country: "DE" },
  ])
    expect((await ordered(buyer, agreed.quote_hash, { shipping_address })).body.code).toBe("quote_changed");
  const billing = { billing_address: { ...home, company: "Other GmbH", vat_id: "DE136695976" } };
  expect((await ordered(buyer, agreed.quote_hash, billing)).body.code).toBe("quote_changed");
});

test("VAT: a domestic business pays it, as does one whose goods stay in the country, and nobody asks VIES", async () => {
  const buyer = await filled();
  const at = async (query: string) => (await quote(buyer, query)).body.data;
  expect(await at("country=DE&vat_id=DE136695976")).toMatchObject({ is_reverse_charge: false, vat_check: null });
  const stays = await at("country=DE&vat_id=ATU12345675");
  expect(stays).toMatchObject({ is_reverse_charge: false, vat_check: { state: "not_cross_border" } });
  expect(await at("country=CH&vat_id=CHE123456788")).toMatchObject({ vat_check: null });
  await inTransaction(db, (tx) => updateSettings(tx, { check_vat_ids: false }));
  expect(await at(inVienna("ATU12345675"))).toMatchObject({ is_reverse_charge: false, vat_check: null });
  await inTransaction(db, (tx) => updateSettings(tx, { check_vat_ids: true, vat_id: null }));
  expect(await at(inVienna("ATU12345675"))).toMatchObject({ is_reverse_charge: false, vat_check: null });
  expect(vies.requests).toEqual([]);
});

test("VAT: two requests about a number ask once, and its answer is used for a day", async () => {
  const buyer = await filled();
  const both = await Promise.all([1, 2].map(() => quote(buyer, inVienna("ATU12345675"))));
  expect(both.map(({ body }) => body.data.is_reverse_charge)).toEqual([true, true]);
  expect(vies.requests).toHaveLength(1);
  await sql`update vat_checks set checked_at = checked_at - interval '23 hours'`.execute(db);
  await quote(buyer, inVienna("ATU12345675"));
  expect(vies.requests).toHaveLength(1);
});

test("VAT: numbers that a stranger makes up don't keep others from being checked, and aren't stored", async () => {
  const stranger = await filled();
  for (let at = 0; at < 12; at++) await quote(stranger, inVienna(`FRAA${100_000_000 + at}`));
  expect(vies.requests).toHaveLength(10);
  const { rows } = await sql`select from vat_checks`.execute(db);
  expect(rows).toHaveLength(10);
  const limited = (await quote(stranger, inVienna("ATU12345675"))).body.data;
  expect(limited).toMatchObject({ is_reverse_charge: false, vat_check: { state: "unavailable" } });
  const honest = (await quote(await filled(), inVienna("ATU12345675"))).body.data;
  expect(honest.vat_check.state).toBe("confirmed");
  // What is known costs no question.
  expect((await quote(stranger, inVienna("ATU12345675"))).body.data.vat_check.state).toBe("confirmed");
});

test("VAT: cancelled and returned units, coupons and credit notes are all without it", async () => {
  const buyer = await filled(9_999, 3);
  const { data } = (await quote(buyer, inVienna("ATU12345675"))).body;
  const placed = (await ordered(buyer, data.quote_hash)).body.data;
  await pay(buyer, placed.id);
  const [item] = placed.items;
  const cancelled = await act(placed.id, "lines/cancel", { items: [{ order_item_id: item.id, quantity: 1 }] });
  expect(cancelled.status).toBe(200);
  await shipAndDeliver(placed.id, admin);
  const received = await returnUnits(placed.id, buyer, admin, [{ order_item_id: item.id, quantity: 1 }]);
  expect(received.status).toBe(200);
  await shop.ask(`GET /orders/${placed.id}/documents`, { token: buyer.token });
  const documents = await documentsOf(placed.id);
  expect(documents.map(({ kind }) => kind)).toEqual(["invoice", "credit_note", "credit_note"]);
  const net = 8403;
  for (const { kind, total, taxes, remarks } of documents) {
    expect(taxes.every(({ tax }) => tax === 0)).toBe(true);
    expect(remarks).toHaveLength(1);
    if (kind === "credit_note") expect(total).toBe(net);
  }
  const seen = (await shop.ask(`GET /orders/${placed.id}`, { token: buyer.token })).body.data;
  expect(seen.credited.amount).toBe(2 * net);
});

test("VAT: staff can't give an order without VAT another VAT ID, and orders by staff are checked too", async () => {
  const buyer = await filled();
  const { data } = (await quote(buyer, inVienna("ATU12345675"))).body;
  const placed = (await ordered(buyer, data.quote_hash)).body.data;
  const edit = (shipping_address: object) =>
    shop.ask(`PATCH /orders/${placed.id}`, { token: admin.token, body: { version: placed.version, shipping_address } });
  expect((await edit({ ...business, vat_id: ids[1] })).body.code).toBe("order_tax");
  expect((await edit(vienna)).body.code).toBe("order_tax");
  expect((await edit({ ...business, line1: "Ring 2" })).status).toBe(200);
  const lines = [{ variation_id: (await product({ price: 11_900 })).id, quantity: 1 }];
  const manual = { lines, country: "AT", postal_code: "1010", vat_id: "ATU12345675" };
  const quoted = (await shop.ask("POST /orders/manual/quote", { token: admin.token, body: manual })).body.data;
  expect(quoted).toMatchObject({ is_reverse_charge: true, totals: { subtotal: { amount: 10_000 } } });
  const { country: _country, postal_code: _code, vat_id: _id, ...goods } = manual;
  const body = { ...goods, email: "office@engines.example", payment: "cash", quote_hash: quoted.quote_hash };
  const sent = { token: admin.token, headers: { "idempotency-key": crypto.randomUUID() } };
  const taken = await shop.ask("POST /orders/manual", { ...sent, body: { ...body, shipping_address: business } });
  expect(taken.body).toMatchObject({ data: {} });
  expect(taken.body.data.reverse_charge).toMatchObject({ vat_id: "ATU12345675" });
});

test("VAT: the cart of a business whose VAT ID was confirmed shows the prices without it", async () => {
  const buyer = await filled();
  await shop.ask("POST /account/addresses", { token: buyer.token, body: business });
  const cart = async () => (await shop.ask("GET /cart", { token: buyer.token })).body;
  expect(await cart()).toMatchObject({ is_reverse_charge: false });
  expect(vies.requests).toEqual([]);
  const { data } = (await quote(buyer, inVienna("ATU12345675"))).body;
  expect(await cart()).toMatchObject({ is_reverse_charge: true, totals: { total: data.totals.total } });
});

test("VAT: page, order, invoice, credit note, refund and export agree to the cent, whatever is bought", async () => {
  const line = fc.record({ price: fc.integer({ min: 1, max: 30_000 }), quantity: fc.integer({ min: 1, max: 4 }) });
  const carts = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    off: fc.integer({ min: 0, max: 9000 }),
  });
  await fc.assert(
    fc.asyncProperty(carts, async ({ lines, off }) => {
      const buyer = await shop.person();
      for (const { price, quantity } of lines) await fill(buyer, (await product({ price })).id, quantity);
      if (off > 0) {
        const code = `OFF${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
        await shop.ask("POST /coupons", { token: admin.token, body: { code, kind: "percent", value: off } });
        expect((await shop.ask("PUT /cart/coupon", { token: buyer.token, body: { code } })).status).toBe(200);
      }
      const { data } = (await quote(buyer, inVienna("ATU12345675"))).body;
      const { subtotal, discount, shipping, tax, total } = data.totals;
      const net = lines.map(({ price, quantity }) => (price - calculateTax(price, 190_000, true)) * quantity);
      expect(subtotal.amount).toBe(net.reduce((sum, amount) => sum + amount, 0));
      expect([tax.amount, total.amount]).toEqual([0, subtotal.amount - discount.amount + shipping.amount]);
      const placed = (await ordered(buyer, data.quote_hash)).body.data;
      expect(placed.totals).toEqual(data.totals);
      if (placed.totals.due.amount > 0) await pay(buyer, placed.id);
      expect((await act(placed.id, "cancel", {})).status).toBe(200);
      await shop.ask(`GET /orders/${placed.id}/documents`, { token: buyer.token });
      const documents = await documentsOf(placed.id);
      expect(documents).toHaveLength(2);
      for (const document of documents) {
        expect(document.total).toBe(total.amount);
        expect(document.taxes.reduce((sum, part) => sum + part.tax, 0)).toBe(0);
      }
      const seen = (await shop.ask(`GET /orders/${placed.id}`, { token: buyer.token })).body.data;
      expect(seen.refunded.amount).toBe(seen.paid.amount);
      expect(seen.paid.amount).toBe(data.totals.due.amount);
      const csv = (await shop.ask("GET /orders/export", { token: admin.token })).body as string;
      const row = csv.split(/\r?\n/).find((one) => one.split(",")[0] === String(placed.number));
      expect(row).toContain(`,${(total.amount / 100).toFixed(2)},`);
    }),
    { numRuns: 5 },
  );
});

test("VAT: an order without VAT isn't corrected to a place where VAT would be charged", async () => {
  const buyer = await filled();
  const belfast = { ...business, city: "Belfast", postal_code: "BT1 1AA", country: "GB" };
  const { data } = (await quote(buyer, "country=GB&postal_code=BT1+1AA&vat_id=ATU12345675")).body;
  const placed = (await ordered(buyer, data.quote_hash, { shipping_address: belfast })).body.data;
  const edit = (change: object, version = placed.version) =>
    shop.ask(`PATCH /orders/${placed.id}`, {
      token: admin.token,
      body: { version, shipping_address: { ...belfast, ...change } },
    });
  const london = { city: "London", postal_code: "SW1A 1AA" };
  expect((await edit(london)).body.code).toBe("order_tax");
  expect((await edit({ line1: "Second Street 2", postal_code: "BT2 7AA" })).status).toBe(200);
});
