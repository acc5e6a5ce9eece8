import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { startFakeVies, type ViesBehavior } from "#server/testing/fake-vies.ts";
import { type Buyer, home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const vies = await startFakeVies();
afterAll(() => vies.close());
const shop = await openTestShop({ viesApiBase: vies.apiBase });
const { product, fill, quote, order, pay, look } = selling(shop);
const { db } = shop.app;
const admin = await shop.person("admin");
const set = (change: Parameters<typeof updateSettings>[1]) => inTransaction(db, (tx) => updateSettings(tx, change));

const vienna = { ...home, company: "Engines GmbH", city: "Wien", postal_code: "1010", country: "AT" };
const business = { ...vienna, vat_id: "ATU12345675" };
const inVienna = "country=AT&postal_code=1010&vat_id=ATU12345675";

beforeEach(async () => {
  vies.behavior = "valid";
  await sql`truncate vat_checks`.execute(db);
  await set({ vat_id: "DE123456788", country: "DE", check_vat_ids: true, net_prices_without_tax: false });
});

async function filled(price = 11_900): Promise<Buyer> {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price })).id);
  return buyer;
}
const quoted = async (query: string, price?: number) => (await quote(await filled(price), query)).body.data;

test("VAT: the net price is without the VAT of the member state of the shop's VAT ID", async () => {
  for (const country of [null, "DE"]) {
    await set({ country, vat_id: "ATU12345675" });
    const data = await quoted("country=FR&postal_code=75001&vat_id=FR40303265045", 12_000);
    // 120.00 with Austria's 20% are 100.00.
    expect(data).toMatchObject({ is_reverse_charge: true, totals: { subtotal: { amount: 10_000 } } });
  }
  // Without rates of Austria the prices have the VAT of the shop's own country.
  await sql`delete from tax_rates where country = 'AT'`.execute(db);
  await set({ net_prices_without_tax: true });
  const data = await quoted("country=FR&postal_code=75001&vat_id=FR40303265045");
  expect(data).toMatchObject({ is_reverse_charge: true, totals: { subtotal: { amount: 10_000 } } });
});

test("VAT: is charged where goods don't leave the shop's country, or for its businesses, whatever its VAT ID", async () => {
  await set({ country: "DE", vat_id: "ATU12345675" });
  const inBerlin = await quoted("country=DE&postal_code=10115&vat_id=FR40303265045");
  expect(inBerlin).toMatchObject({ is_reverse_charge: false, totals: { tax: { amount: 1900 } } });
  expect(inBerlin.vat_check).toMatchObject({ state: "not_cross_border" });
  // The buyer has to be known in another member state than the one that goods leave.
  const toParis = await quoted("country=FR&postal_code=75001&vat_id=DE136695976");
  expect(toParis).toMatchObject({ is_reverse_charge: false, vat_check: null });
});

test("VAT: nobody is told that it is charged where none is", async () => {
  await sql`delete from tax_rates where country = 'FR'`.execute(db);
  const messages = async (query: string) => (await quoted(query)).vat_check?.message ?? "";
  expect(await messages("country=CH&postal_code=8001&vat_id=ATU12345675")).toBe("");
  expect(await messages("country=ES&postal_code=35001&vat_id=ESB58378431")).toBe("");
  for (const behavior of ["invalid", "MS_UNAVAILABLE"] satisfies ViesBehavior[]) {
    vies.behavior = behavior;
    // A member state for which the shop has no rate.
    const message = await messages("country=FR&postal_code=75001&vat_id=FR40303265045");
    expect(message).toContain("FR40303265045");
    expect(message).not.toContain("VAT is charged");
    await sql`truncate vat_checks`.execute(db);
  }
  expect(await messages("country=DE&postal_code=10115&vat_id=ATU12345675")).toContain("VAT is charged");
});

test("product page, cart, checkout and order name the same price of a unit, also where the shop takes tax off", async () => {
  const zurich = { ...home, city: "Zürich", postal_code: "8001", country: "CH" };
  for (const isNet of [true, false])
    for (const [address, isTaxed] of [
      [home, true],
      [zurich, false],
    ] as const) {
      await set({ net_prices_without_tax: isNet });
      const { id } = await product({ price: 11_900 });
      const buyer = await shop.person();
      await fill(buyer, id);
      const { country, postal_code } = address;
      const at = `country=${country}&postal_code=${postal_code}`;
      await shop.ask("PUT /cart/destination", { token: buyer.token, body: { country, postal_code } });
      const page = (await shop.ask(`GET /checkout/delivery?variation_id=${id}&${at}`)).body.data;
      const cart = (await shop.ask("GET /cart", { token: buyer.token })).body;
      const { data } = (await quote(buyer, at)).body;
      const placed = (await order(buyer, { shipping_address: address, quote_hash: data.quote_hash })).body.data;
      expect(page.is_taxed).toBe(isTaxed);
      const prices = [page.price, cart.items[0].unit_price, data.lines[0].unit_price, placed.items[0].unit_price];
      const amount = isNet && !isTaxed ? 10_000 : 11_900;
      expect(prices.map((price) => price?.amount)).toEqual([amount, amount, amount, amount]);
    }
});

test("VAT: an export without tax isn't corrected to a place where tax would be due", async () => {
  const edit = async (placed: { id: string; shipping_address: object }, change: object) => {
    const { version } = await look(admin, placed.id);
    const body = { version, shipping_address: { ...placed.shipping_address, ...change } };
    const { status, body: reply } = await shop.ask(`PATCH /orders/${placed.id}`, { token: admin.token, body });
    return reply.code ?? status;
  };
  const placedAt = async (country: string, postal_code: string) => {
    const buyer = await filled();
    const { quote_hash } = (await quote(buyer, `country=${country}&postal_code=${postal_code}`)).body.data;
    const shipping_address = { ...home, city: "Town", country, postal_code };
    return (await order(buyer, { shipping_address, quote_hash })).body.data;
  };
  // The shop has no rates for Spain and Great Britain; goods to Northern Ireland stay in the EU.
  await sql`delete from tax_rates where country in ('ES', 'GB')`.execute(db);
  const canary = await placedAt("ES", "35001");
  expect(await edit(canary, { postal_code: "28001" })).toBe("order_tax");
  expect(await edit(canary, { postal_code: "38001", line1: "Calle 2" })).toBe(200);
  const london = await placedAt("GB", "SW1A 1AA");
  expect(await edit(london, { postal_code: "BT1 1AA" })).toBe("order_tax");
  expect(await edit(london, { postal_code: "EC1A 1BB" })).toBe(200);
  // What was no export can be corrected, as the same is charged.
  expect(await edit(await placedAt("ES", "28001"), { postal_code: "28002" })).toBe(200);
  // The place that it was sold to stays possible whatever the settings have become.
  await set({ exempt_territories: false });
  expect(await edit(await look(admin, canary.id), { line1: "Calle 3" })).toBe(200);
  await set({ exempt_territories: true });
});

/** A paid order of a business in Vienna, as staff see it. */
async function bought(change: object = {}) {
  const buyer = await filled();
  const { quote_hash } = (await quote(buyer, inVienna)).body.data;
  const placed = (await order(buyer, { shipping_address: { ...business, ...change }, quote_hash })).body.data;
  expect(placed.reverse_charge).toMatchObject({ vat_id: "ATU12345675" });
  await pay(buyer, placed.id);
  return look(admin, placed.id);
}

test("VAT: an order with the VAT ID of another company is placed without VAT, but held for staff, who read why", async () => {
  const held = await bought({ company: "Ada's Reading Room" });
  const reason = "VIES has VAT ID ATU12345675 for ENGINES GMBH, not for Ada's Reading Room.";
  expect(held).toMatchObject({
    status: "on_hold",
    payment_status: "paid",
    hold_reason: expect.stringContaining(reason),
  });
  expect(held.timeline.at(-1)).toMatchObject({ type: "held", text: expect.stringContaining(reason), by: null });
  const body = { version: held.version };
  const released = await shop.ask(`POST /orders/${held.id}/release`, { token: admin.token, body });
  expect(released.body.data).toMatchObject({ status: "confirmed", hold_reason: null });
  // It can still be read afterwards.
  expect(released.body.data.timeline.some(({ text }: { text: string }) => text.includes(reason))).toBe(true);
});

test("VAT: an order isn't held if the names resemble, if the buyer has the name, or if VIES has none", async () => {
  for (const change of [{ company: "Engines" }, { company: "Café Wien", fullname: "Engines" }])
    expect(await bought(change)).toMatchObject({ status: "confirmed", hold_reason: null });
  vies.behavior = "no name";
  await sql`truncate vat_checks`.execute(db);
  expect(await bought({ company: "Ada's Reading Room" })).toMatchObject({ status: "confirmed" });
});

test("VAT: a VAT ID needs a company, in addresses, orders and orders of staff", async () => {
  const nobody = { ...business, company: " " };
  const buyer = await filled();
  const saved = await shop.ask("POST /account/addresses", { token: buyer.token, body: nobody });
  expect([saved.status, saved.body.errors?.[0]?.field]).toEqual([400, "company"]);
  const { quote_hash } = (await quote(buyer, inVienna)).body.data;
  const placed = await order(buyer, { shipping_address: nobody, quote_hash });
  expect([placed.status, placed.body.errors?.[0]?.field]).toEqual([400, "shipping_address.company"]);
  const billed = await order(buyer, { shipping_address: vienna, billing_address: nobody, quote_hash });
  expect([billed.status, billed.body.errors?.[0]?.field]).toEqual([400, "billing_address.company"]);
  // One that was saved before has no effect.
  const { id } = (await shop.ask("POST /account/addresses", { token: buyer.token, body: business })).body.data;
  await sql`update addresses set company = null where id = ${id}`.execute(db);
  const { data } = (await quote(buyer, `address_id=${id}`)).body;
  expect(data).toMatchObject({ is_reverse_charge: false, vat_check: null });
  expect((await shop.ask("GET /cart", { token: buyer.token })).body).toMatchObject({ is_reverse_charge: false });
  const charged = await order(buyer, { shipping_address: undefined, address_id: id, quote_hash: data.quote_hash });
  expect([charged.status, charged.body.data?.reverse_charge]).toEqual([201, null]);
});

const correct = async (id: string, change: object) => {
  const { version } = await look(admin, id);
  return shop.ask(`PATCH /orders/${id}`, { token: admin.token, body: { version, ...change } });
};

test("VAT: an undo doesn't take the business from the invoice of an order without VAT", async () => {
  const { id } = await bought();
  expect((await correct(id, { billing_address: { ...business, line1: "Ring 2" } })).status).toBe(200);
  const [entry] = (await shop.ask(`GET /audit?entity=order&entity_id=${id}`, { token: admin.token })).body.data;
  const nobody = { ...vienna, company: "", fullname: "Eve Private" };
  expect((await correct(id, { shipping_address: nobody })).status).toBe(200);
  expect((await correct(id, { billing_address: null })).body.code).toBe("order_tax");
  const undone = await shop.ask(`POST /audit/${entry.id}/undo`, { token: admin.token });
  expect([undone.status, undone.body.code]).toEqual([409, "order_tax"]);
  expect((await look(admin, id)).billing_address).toMatchObject({ company: "Engines GmbH", vat_id: "ATU12345675" });
});

test("VAT: a VAT ID needs a company in corrections too, in an address that is new to the order", async () => {
  const { id } = await bought();
  const nameless = { ...business, company: "", fullname: "Eve Private" };
  const without = await correct(id, { billing_address: nameless });
  expect([without.status, without.body.errors?.[0]?.field]).toEqual([400, "billing_address.company"]);
  expect((await correct(id, { billing_address: { ...nameless, company: "Engines" } })).status).toBe(200);
  const buyer = await filled();
  const made = (await order(buyer)).body.data;
  const added = await correct(made.id, { shipping_address: { ...made.shipping_address, vat_id: "DE136695976" } });
  expect([added.status, added.body.errors?.[0]?.field]).toEqual([400, "shipping_address.company"]);
});
