import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, quote, order, key, pay, look } = selling(shop);
const { token, card } = await openAdmin(shop);
const use = (who: object, code: unknown) => ask("PUT /cart/gift-card", { ...who, body: { code } });
const balanceOf = async (id: number) => {
  const { body } = await ask("GET /gift-cards?per_page=100", { token });
  return body.data.find((one: { id: number }) => one.id === id)?.balance.amount;
};

test("C11 a gift card pays up to its balance; the rest is due and is the amount of the payment", async () => {
  const buyer = await shop.person();
  const gift = await card(1000);
  await fill(buyer, (await product({ price: 2000 })).id);
  const { body } = await use(buyer, gift.code.toLowerCase().replaceAll("-", " "));
  expect(body.gift_cards).toEqual([
    {
      id: gift.id,
      last4: gift.last4,
      amount: { amount: 1000, currency: "EUR" },
      balance: { amount: 1000, currency: "EUR" },
    },
  ]);
  expect(body.totals).toMatchObject({ total: { amount: 2490 }, gift_cards: { amount: 1000 }, due: { amount: 1490 } });
  expect(body.reasons).toContainEqual({
    figure: "gift_card",
    text: `Gift card ending in ${gift.last4}`,
    amount: { amount: 1000, currency: "EUR" },
  });
  // The quote has the same figures as the cart.
  const { shipping_estimate: shipping, ...totals } = body.totals;
  expect((await quote(buyer)).body.data).toMatchObject({
    totals: { ...totals, shipping },
    gift_cards: body.gift_cards,
  });
  const made = (await order(buyer)).body.data;
  expect(made).toMatchObject({ status: "pending_payment", totals: { due: { amount: 1490 } } });
  expect(await balanceOf(gift.id)).toBe(0);
  const paid = await pay(buyer, made.id);
  expect(paid.body.data.amount.amount).toBe(1490);
  expect(await look(buyer, made.id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await listInconsistencies(app.db)).toEqual([]);
});

test("C11 an order paid in full by gift cards is confirmed when placed; cards are used one after the other", async () => {
  const buyer = await shop.person();
  const [first, second] = [await card(1000), await card(5000)];
  await fill(buyer, (await product({ price: 2000 })).id);
  await use(buyer, first.code);
  await use(buyer, second.code);
  const { data } = (await order(buyer)).body;
  expect(data).toMatchObject({
    status: "confirmed",
    payment_status: "paid",
    expires_at: null,
    totals: { total: { amount: 2490 }, due: { amount: 0 } },
  });
  expect([await balanceOf(first.id), await balanceOf(second.id)]).toEqual([0, 3510]);
  expect((await pay(buyer, data.id)).status).toBe(409);
  expect(await listInconsistencies(app.db)).toEqual([]);
});

test("Gift card: two concurrent orders spend one balance once", async () => {
  const gift = await card(2490);
  const variation = await product({ price: 2000, stock: 50 });
  const buyers = await Promise.all(Array.from({ length: 12 }, () => shop.person()));
  const wishes = await Promise.all(
    buyers.map(async (buyer) => {
      const cart = (await fill(buyer, variation.id)).body;
      await use(buyer, gift.code);
      return { buyer, cart_id: cart.id, quote_hash: (await quote(buyer)).body.data.quote_hash };
    }),
  );
  const answers = await Promise.all(
    wishes.map(({ buyer, ...body }) =>
      ask("POST /orders", { token: buyer.token, headers: key(), body: { ...body, shipping_address: home } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["quote_changed"]));
  expect(refused[0]?.body.quote.totals.due.amount).toBe(2490);
  expect(await balanceOf(gift.id)).toBe(0);
  expect(await listInconsistencies(app.db)).toEqual([]);
});

test("Gift card: an unknown, deactivated, expired or empty one is a 409 with a message and the cart", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  const code = async (typed: unknown) => {
    const { status, body } = await use(buyer, typed);
    expect([status, body.cart.gift_cards]).toEqual([409, []]);
    return body.code;
  };
  for (const typed of ["AAAA-BBBB-CCCC-DDDD", 7, null, undefined, ""])
    expect(await code(typed)).toBe("gift_card_unknown");
  const gift = await card(100);
  const off = { is_active: false, version: gift.version };
  expect((await ask(`PATCH /gift-cards/${gift.id}`, { token, body: off })).body.data.is_active).toBe(false);
  expect((await ask(`PATCH /gift-cards/${gift.id}`, { token, body: off })).body.code).toBe("stale");
  expect(await code(gift.code)).toBe("gift_card_unknown");
  const past = await card(100, { expires_at: "2025-01-01T00:00:00.000Z" });
  expect(await code(past.code)).toBe("gift_card_empty");
  const spent = await card(100);
  await sql`update gift_cards set balance_amount = 0 where id = ${spent.id}`.execute(app.db);
  expect(await code(spent.code)).toBe("gift_card_empty");
  await sql`update gift_cards set balance_amount = 100 where id = ${spent.id}`.execute(app.db);
});

test("C11 a gift card is added to the cart once and can be removed; one deactivated meanwhile pays nothing", async () => {
  const guestId = (await ask("GET /cart/guest/init")).body.guest_id;
  const gift = await card(300);
  await ask("POST /cart", { guestId, body: { variation_id: (await product()).id } });
  await use({ guestId }, gift.code);
  const { body } = await use({ guestId }, gift.code);
  expect(body.gift_cards).toHaveLength(1);
  const out = await ask(`DELETE /cart/gift-card/${gift.id}`, { guestId });
  expect(out.body).toMatchObject({ gift_cards: [], totals: { gift_cards: { amount: 0 } } });
  expect((await ask(`DELETE /cart/gift-card/${gift.id}`, { guestId })).status).toBe(200);
  await use({ guestId }, gift.code);
  await ask(`PATCH /gift-cards/${gift.id}`, { token, body: { is_active: false, version: gift.version } });
  expect((await ask("GET /cart", { guestId })).body.gift_cards).toEqual([]);
});

test("C11 the code of a gift card is shown once, and only its hash is stored", async () => {
  const gift = await card(4200, { note: "For Ada" });
  expect(gift.code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){3}[A-HJKMNP-Z2-9]{4}$/);
  const { body } = await ask("GET /gift-cards?name=ada", { token });
  expect(body.data).toMatchObject([
    { id: gift.id, initial: { amount: 4200 }, balance: { amount: 4200 }, note: "For Ada" },
  ]);
  expect(JSON.stringify(body)).not.toContain(gift.code);
  const { rows } = await sql<{ row: string }>`
    select g::text || coalesce(string_agg(e::text, ''), '') as row
    from gift_cards g join gift_card_entries e on e.gift_card_id = g.id
    where g.id = ${gift.id} group by g.*`.execute(app.db);
  expect(rows[0]?.row).not.toContain(gift.code.replaceAll("-", ""));
  expect((await ask("GET /gift-cards", { token: (await shop.person()).token })).body.code).toBe("forbidden");
  expect((await ask("POST /gift-cards", { token, body: { amount: 0 } })).status).toBe(400);
});

test("Gift card: issuing again with the same key returns the same card and code, and the code is not stored", async () => {
  const headers = key();
  const issue = (amount: number) => ask("POST /gift-cards", { token, headers, body: { amount } });
  const first = (await issue(5000)).body.data;
  expect((await issue(5000)).body.data).toEqual(first);
  expect((await issue(6000)).body.code).toBe("idempotency_mismatch");
  const { rows } = await sql<{ kept: string }>`
    select k::text as kept from idempotency_keys k where key = ${headers["idempotency-key"]}`.execute(app.db);
  expect(rows[0]?.kept).not.toContain(first.code);
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 2000 })).id);
  expect((await use(buyer, first.code)).body.gift_cards).toMatchObject([{ id: first.id }]);
});
