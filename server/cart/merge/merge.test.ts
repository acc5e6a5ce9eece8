import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount } from "#server/accounts/accounts.ts";
import { expireCarts } from "#server/cart/cart.sql.ts";
import { archiveProduct, createProductOnSale } from "#server/cart/products.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mergeGuestCart, mergeLines } from "./merge.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const password = "correct horse";
let people = 0;

async function account(role: "customer" | "admin" = "customer") {
  const username = `person-${++people}`;
  await inTransaction(app.db, (tx) => createAccount(app, tx, { username, password, role }));
  return username;
}
const signIn = async (username: string, guestId?: string) => {
  const { body } = await ask("POST /auth/login", { body: { username, password }, guestId });
  return body.access_token as string;
};
const guestWith = async (...lines: [variationId: number, quantity: number][]) => {
  const guestId = (await ask("GET /cart/guest/init")).body.guest_id as string;
  for (const [variation_id, quantity] of lines) await ask("POST /cart", { guestId, body: { variation_id, quantity } });
  return guestId;
};
const add = (token: string, variation_id: number, quantity: number) =>
  ask("POST /cart", { token, body: { variation_id, quantity } });

test("Merge: the same variation in both is summed, capped at the stock, and the rest saved for later", async () => {
  const mug = await createProductOnSale(app, { stock: 6 });
  const lamp = await createProductOnSale(app, { max: 4 });
  const username = await account();
  await add(await signIn(username), mug.variation_id, 4);
  const token = await signIn(username, await guestWith([mug.variation_id, 5], [lamp.variation_id, 3]));
  const { body } = await ask("GET /cart", { token });
  expect(body.items).toMatchObject([
    { variation_id: mug.variation_id, quantity: 6, problems: [] },
    { variation_id: lamp.variation_id, quantity: 3, problems: [] },
  ]);
  expect(body.saved_for_later).toMatchObject([{ variation_id: mug.variation_id, quantity: 3 }]);
});

test("Merge: max_per_order caps too, and unavailable products are saved for later", async () => {
  const lamp = await createProductOnSale(app, { max: 4 });
  const gone = await createProductOnSale(app);
  const username = await account();
  await add(await signIn(username), lamp.variation_id, 3);
  const guestId = await guestWith([lamp.variation_id, 3], [gone.variation_id, 2]);
  await archiveProduct(app.db, gone);
  const { body } = await ask("GET /cart", { token: await signIn(username, guestId) });
  expect(body.items).toMatchObject([{ variation_id: lamp.variation_id, quantity: 4 }]);
  expect(body.saved_for_later.map((item: { quantity: number }) => item.quantity).toSorted()).toEqual([2, 2]);
});

test("Merge: a second sign-in, two concurrent devices and a retry merge once, and the guest id is invalid then", async () => {
  const mug = await createProductOnSale(app);
  const username = await account();
  const guestId = await guestWith([mug.variation_id, 2]);
  const [token] = await Promise.all([signIn(username, guestId), signIn(username, guestId), signIn(username, guestId)]);
  await signIn(username, guestId);
  expect((await ask("GET /cart", { token })).body.quantity).toBe(2);
  expect((await ask("GET /cart", { guestId })).body.code).toBe("guest_cart_unknown");
  const stranger = await signIn(await account(), guestId);
  expect((await ask("GET /cart", { token: stranger })).body.quantity).toBe(0);
});

test("Merge: many concurrent devices merge into one cart without duplicate lines", async () => {
  const mug = await createProductOnSale(app);
  const { id, token } = await shop.person();
  await add(token, mug.variation_id, 1);
  const guestId = await guestWith([mug.variation_id, 2]);
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => inTransaction(app.db, (tx) => mergeGuestCart(app, tx, id, guestId))));
  expect((await ask("GET /cart", { token })).body.quantity).toBe(3);
  expect((await ask("GET /cart/merge", { token })).body.data).toMatchObject({ added: 2, saved_for_later: 0 });
});

test("Merge: an administrator's guest cart stays a guest cart for 30 days", async () => {
  const mug = await createProductOnSale(app);
  const guestId = await guestWith([mug.variation_id, 2]);
  const token = await signIn(await account("admin"), guestId);
  expect((await ask("GET /cart", { guestId })).body.quantity).toBe(2);
  expect((await ask("GET /cart/merge", { token })).status).toBe(403);
  const owned = await sql`select 1 from carts c join users u on u.id = c.user_id where u.role = 'admin'`.execute(
    app.db,
  );
  expect(owned.rows).toEqual([]);
  const unused = async (days: number) => {
    await sql`update carts set last_activity_at = now() - ${days} * interval '1 day' where user_id is null`.execute(
      app.db,
    );
    await expireCarts(app.db);
    return (await ask("GET /cart", { guestId })).status;
  };
  expect([await unused(29), await unused(31)]).toEqual([200, 400]);
});

test("Merge: registering merges the guest cart", async () => {
  const mug = await createProductOnSale(app);
  const guestId = await guestWith([mug.variation_id, 2]);
  const { body } = await ask("POST /auth/register", { body: { email: "new@example.com", password }, guestId });
  const cart = await ask("GET /cart", { token: body.access_token });
  expect(cart.body).toMatchObject({ quantity: 2, items: [{ problems: [] }] });
  const { rows } = await sql`select 1 from carts where status = 'merged' and merged_into = ${cart.body.id}`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
});

test("Merge: merged items are reported after signing in, and Undo removes exactly those, once", async () => {
  const mug = await createProductOnSale(app, { stock: 6 });
  const lamp = await createProductOnSale(app);
  const username = await account();
  await add(await signIn(username), mug.variation_id, 4);
  const token = await signIn(username, await guestWith([mug.variation_id, 5], [lamp.variation_id, 3]));
  expect((await ask("GET /cart/merge", { token })).body.data).toMatchObject({ added: 5, saved_for_later: 3 });
  const undone = await ask("DELETE /cart/merge", { token });
  expect(undone.body).toMatchObject({ items: [{ variation_id: mug.variation_id, quantity: 4 }], saved_for_later: [] });
  expect((await ask("GET /cart/merge", { token })).body.data).toBeNull();
  expect((await ask("DELETE /cart/merge", { token })).body.quantity).toBe(4);
});

test("Merge: Undo takes back the coupon, gift card and destination that came with it, unless they changed since", async () => {
  const mug = await createProductOnSale(app, { price: 5000 });
  const { coupon, card } = await openAdmin(shop);
  const [first, second, gift] = [await coupon(), await coupon(), await card(500)];
  const merged = async (own?: { code: string }) => {
    const username = await account();
    if (own) {
      const token = await signIn(username);
      await add(token, mug.variation_id, 1);
      await ask("PUT /cart/coupon", { token, body: { code: own.code } });
    }
    const guestId = await guestWith([mug.variation_id, 2]);
    await ask("PUT /cart/coupon", { guestId, body: { code: first.code } });
    await ask("PUT /cart/gift-card", { guestId, body: { code: gift.code } });
    await ask("PUT /cart/destination", { guestId, body: { country: "DE", postal_code: "10115" } });
    return signIn(username, guestId);
  };
  const adjustments = async (token: string) => {
    const { body } = await ask("GET /cart", { token });
    return [body.coupon?.code ?? null, body.gift_cards.length, body.destination?.postal_code ?? null];
  };
  const token = await merged();
  expect(await adjustments(token)).toEqual([first.code, 1, "10115"]);
  expect((await ask("GET /cart/merge", { token })).body.data).toMatchObject({ dropped_coupon: null, left_out: 0 });
  await ask("DELETE /cart/merge", { token });
  expect(await adjustments(token)).toEqual([null, 0, null]);
  const changed = await merged();
  await add(changed, mug.variation_id, 1);
  await ask("PUT /cart/coupon", { token: changed, body: { code: second.code } });
  await ask("DELETE /cart/merge", { token: changed });
  expect(await adjustments(changed)).toEqual([second.code, 0, null]);
  const kept = await merged(second);
  expect((await ask("GET /cart/merge", { token: kept })).body.data).toMatchObject({ dropped_coupon: first.code });
  await ask("DELETE /cart/merge", { token: kept });
  expect(await adjustments(kept)).toEqual([second.code, 0, null]);
  const lost = await merged(second);
  // What was lost is said also where no units were added.
  await sql`delete from cart_merges`.execute(app.db);
  expect((await ask("GET /cart/merge", { token: lost })).body.data).toEqual({
    added: 0,
    saved_for_later: 0,
    dropped_coupon: first.code,
    left_out: 0,
  });
});

test("Merge: a cart gets no more different items than it can have", () => {
  const line = (variation_id: number) => ({
    id: variation_id,
    variation_id,
    quantity: 1,
    seen_price_amount: 100,
    saved_for_later: false,
  });
  const lines = (from: number, count: number) => Array.from({ length: count }, (_, at) => line(from + at));
  const forSale = new Map(
    Array.from({ length: 500 }, (_, id) => [id, { for_sale: true, available: null, max_per_order: null }]),
  ) as unknown as Parameters<typeof mergeLines>[2];
  const merged = mergeLines(lines(0, 200), lines(100, 200), forSale);
  expect(merged).toHaveLength(250);
  expect(merged.slice(100, 200).every(({ quantity }) => quantity === 2)).toBe(true);
});

test("Merge: Undo leaves items added since, and two concurrent ones undo once", async () => {
  const mug = await createProductOnSale(app);
  const username = await account();
  const token = await signIn(username, await guestWith([mug.variation_id, 2]));
  await add(token, mug.variation_id, 3);
  await Promise.all([ask("DELETE /cart/merge", { token }), ask("DELETE /cart/merge", { token })]);
  expect((await ask("GET /cart", { token })).body.quantity).toBe(3);
});

test("Merge: after an hour it is neither reported nor undone", async () => {
  const mug = await createProductOnSale(app);
  const username = await account();
  const token = await signIn(username, await guestWith([mug.variation_id, 2]));
  await sql`update cart_merges set merged_at = now() - interval '61 minutes'`.execute(app.db);
  expect((await ask("GET /cart/merge", { token })).body.data).toBeNull();
  expect((await ask("DELETE /cart/merge", { token })).body.quantity).toBe(2);
});
