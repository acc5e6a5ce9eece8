import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { fill, order, pay, product, look } = selling(shop);
const { token, coupon, card } = await openAdmin(shop);

afterEach(async () => {
  const { body } = await ask("GET /reconciliation", { token });
  expect(body.data.inconsistencies).toEqual([]);
});

const merge = (from: number, into: number, by = token) =>
  ask(`POST /customers/${from}/merge`, { token: by, body: { into_id: into } });
const preview = (from: number, into: number) => ask(`GET /customers/${from}/merge?into_id=${into}`, { token });

/** Buys one unit with a coupon, and pays for it. */
async function buy(buyer: Buyer, variationId: number, code: string, giftCard?: string) {
  await fill(buyer, variationId);
  const applied = await ask("PUT /cart/coupon", { token: buyer.token, body: { code } });
  if (giftCard) await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: giftCard } });
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id);
  return { id: id as string, applied };
}

async function deliver(id: string) {
  const { body } = await ask(`POST /orders/${id}/fulfilments`, { token, body: {} });
  await ask(`POST /fulfilments/${body.data.fulfilments[0].id}/deliver`, { token });
}

/** What a merge must not change: totals, ledger, gift cards, figures, and what all customers have bought together. */
async function figures(ids: number[]) {
  const { rows } = await sql`
    select (select jsonb_agg(to_jsonb(o) - 'user_id' order by id) from orders o) as orders,
      (select jsonb_agg(to_jsonb(t) order by t.id) from order_transactions t) as ledger,
      (select jsonb_agg(to_jsonb(g) order by g.id) from gift_card_entries g) as gift_cards,
      (select jsonb_agg(jsonb_build_object('code', code, 'used', used) order by id) from coupons) as coupons`.execute(
    app.db,
  );
  const { body: worth } = await ask(`GET /orders/by-customer?${ids.map((id) => `customer_id=${id}`).join("&")}`, {
    token,
  });
  const sum = (of: (one: { orders: number; spent: { amount: number } }) => number) =>
    worth.data.reduce((total: number, one: never) => total + of(one), 0);
  const day = (days: number) => new Date(app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const { body } = await ask(`GET /dashboard/summary?from=${day(-1)}&to=${day(1)}`, { token });
  const { revenue, refunds, orders, units } = body.data;
  expect(orders.now).toBe(3);
  return { rows, revenue, refunds, units, orders: sum((one) => one.orders), spent: sum((one) => one.spent.amount) };
}

/** Two accounts of one person that have bought, reviewed, wished for and saved some things twice. */
async function twoAccounts() {
  const [from, into] = [await shop.person(), await shop.person()];
  const [shared, own] = [await product(), await product()];
  const { code } = await coupon({ max_per_user: 2 });
  const gift = await card(500);
  const first = await buy(from, shared.id, code, gift.code);
  const second = await buy(into, shared.id, code);
  const third = await buy(from, own.id, (await coupon()).code);
  for (const { id } of [first, second, third]) await deliver(id);
  await fill(from, own.id);
  const open = (await order(from)).body.data.id as string;
  const as = (who: Buyer) => ({
    review: (product_id: number) => ask("POST /review", { token: who.token, body: { product_id, rating: 5 } }),
    wish: (product_id: number) => ask("POST /wishlist", { token: who.token, body: { product_id } }),
    save: (line1: string) => ask("POST /account/addresses", { token: who.token, body: { ...home, line1 } }),
    note: (text: string) => ask(`POST /customers/${who.id}/notes`, { token, body: { text } }),
    tag: (name: string) => ask(`POST /customers/${who.id}/tags`, { token, body: { name } }),
  });
  for (const who of [from, into]) {
    await as(who).review(shared.productId);
    await as(who).wish(shared.productId);
    await as(who).save("Twin Street 2");
    await as(who).tag("Twin");
  }
  await as(from).review(own.productId);
  await as(from).wish(own.productId);
  await as(from).note("Uses two accounts");
  await as(from).tag("VIP");
  return { from, into, shared, own, code, orders: [first.id, third.id, open] };
}

test("A3 two accounts become one: everything moves once, and totals, ledger and figures stay as they were", async () => {
  const { from, into, shared, own, code, orders } = await twoAccounts();
  const before = await figures([from.id, into.id]);
  const expected = await preview(from.id, into.id);
  expect(expected.body.data).toMatchObject({
    orders: 3,
    reviews: 1,
    wishlist_items: 1,
    coupon_uses: 2,
    notes: 1,
    tags: 1,
  });
  expect(await figures([from.id, into.id])).toEqual(before);
  expect((await ask("GET /account/profile", { token: from.token })).status).toBe(200);

  const merged = await merge(from.id, into.id);
  expect(merged).toMatchObject({ status: 200, body: expected.body });
  const after = await figures([into.id]);
  expect(after).toEqual(before);
  for (const id of orders) expect((await look(into, id)).id).toBe(id);
  const listed = async (path: string) => (await ask(`GET ${path}`, { token: into.token })).body.data;
  expect(await listed("/orders")).toHaveLength(4);
  expect(await listed("/reviews")).toHaveLength(2);
  // A second review of the product by the same person does not count.
  const { rows: rated } = await sql`select rating_count from products where id = ${shared.productId}`.execute(app.db);
  expect(rated).toEqual([{ rating_count: 1 }]);
  const wished = (await listed("/wishlist")).map((item: { product: { id: number } }) => item.product.id);
  expect(wished.toSorted()).toEqual([shared.productId, own.productId].toSorted());
  const lines = (await listed("/account/addresses")).map(({ line1 }: { line1: string }) => line1);
  expect(lines.filter((line1: string) => line1 === "Twin Street 2")).toHaveLength(1);
  const { body: customer } = await ask(`GET /customers/${into.id}`, { token });
  expect(customer.data.tags).toEqual(["Twin", "VIP"]);
  expect((await ask(`GET /customers/${into.id}/notes`, { token })).body.data).toMatchObject([
    { text: "Uses two accounts" },
  ]);

  expect((await ask("GET /account/profile", { token: from.token })).status).toBe(401);
  const gone = await ask(`GET /customers/${from.id}`, { token });
  expect(gone.body.data).toMatchObject({ account_status: "deleted", email: null, tags: [] });
  expect((await merge(from.id, into.id)).status).toBe(404);
  const { body: audit } = await ask(`GET /audit?entity=user&entity_id=${into.id}`, { token });
  expect(audit.data[0]).toMatchObject({ action: "user.merged", after: { merged_account: from.id, orders: 3 } });
  // Both accounts have used the coupon once, so its two uses per customer are used up.
  await fill(into, own.id);
  const again = await ask("PUT /cart/coupon", { token: into.token, body: { code } });
  expect(again.body.code).toBe("coupon_used_up");
});

test("A3 cart, votes, alerts, notifications and email choices move too, and what both have once", async () => {
  const [from, into, third] = [await shop.person(), await shop.person(), await shop.person()];
  const [shared, own, gone] = [await product({ stock: 4 }), await product(), await product({ stock: 0 })];
  const code = async () => (await coupon()).code;
  for (const who of [from, into, third])
    for (const { id } of [shared, own]) await deliver((await buy(who, id, await code())).id);
  const as = (who: Buyer) => ({
    review: async (product_id: number) =>
      (await ask("POST /review", { token: who.token, body: { product_id, rating: 4 } })).body.data.id as number,
    vote: (id: number, value: number) => ask(`POST /reviews/${id}/vote`, { token: who.token, body: { value } }),
    report: (id: number) => ask(`POST /reviews/${id}/report`, { token: who.token, body: { reason: "spam" } }),
    alert: () => ask("POST /stock-alerts", { token: who.token, body: { variation_id: gone.id } }),
    choose: (body: object) => ask("PUT /notifications/email-preferences", { token: who.token, body }),
    cart: async () => (await ask("GET /cart", { token: who.token })).body,
    unread: async () => (await ask("GET /account/counts", { token: who.token })).body.notifications as number,
  });
  const [both, moving] = [await as(third).review(shared.productId), await as(third).review(own.productId)];
  const [ownReview, stays] = [await as(from).review(own.productId), await as(into).review(shared.productId)];
  for (const id of [both, moving, stays]) await as(from).vote(id, 1);
  for (const id of [both, ownReview]) await as(into).vote(id, -1);
  for (const who of [from, into]) {
    await as(who).report(both);
    await as(who).alert();
  }
  await as(from).choose({ price_drops: false, back_in_stock: false });
  await as(into).choose({ back_in_stock: true });
  await fill(into, own.id, 2);
  await fill(from, own.id, 1);
  await fill(from, shared.id, 1);
  const unread = (await as(from).unread()) + (await as(into).unread());
  const { body: before } = await preview(from.id, into.id);
  expect(before.data).toMatchObject({ cart_units: 2, reviews: 1, review_votes: 1, stock_alerts: 0 });

  expect(await merge(from.id, into.id)).toMatchObject({ status: 200, body: before });
  expect((await as(into).cart()).items).toMatchObject([
    { variation_id: own.id, quantity: 3 },
    { variation_id: shared.id, quantity: 1 },
  ]);
  expect((await ask("GET /cart/merge", { token: into.token })).body.data).toBeNull();
  const votes = [both, moving, stays, ownReview].map(async (id) => {
    const { rows } = await sql`select helpful, unhelpful from reviews where id = ${id}`.execute(app.db);
    return rows[0];
  });
  expect(await Promise.all(votes)).toEqual([
    { helpful: 0, unhelpful: 1 },
    { helpful: 1, unhelpful: 0 },
    { helpful: 0, unhelpful: 0 },
    { helpful: 0, unhelpful: 0 },
  ]);
  expect((await ask(`GET /reviews/${both}`, { token })).body.data.reports).toHaveLength(1);
  expect((await ask("GET /stock-alerts", { token: into.token })).body.data).toHaveLength(1);
  const chosen = await ask("GET /notifications/email-preferences", { token: into.token });
  expect(chosen.body.data).toMatchObject({ price_drops: false, back_in_stock: true });
  expect(await as(into).unread()).toBe(unread);
});

test("A3 accounts are merged into neither themselves nor the staff, and two opposite merges at once leave one", async () => {
  const [one, other] = [await shop.person(), await shop.person()];
  const staff = await shop.person("staff", { customers: "write" });
  expect((await merge(one.id, one.id)).body.code).toBe("merge_self");
  expect((await merge(one.id, staff.id)).body.code).toBe("staff_account");
  expect((await merge(staff.id, one.id)).body.code).toBe("staff_account");
  expect((await merge(one.id, staff.id, staff.token)).status).toBe(403);
  expect((await preview(one.id, 999_999)).status).toBe(404);
  const both = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test("a merge keeps the back-in-stock alert that a customer asked for without signing in", async () => {
  const [from, into] = [await shop.person(), await shop.person()];
  await sql`update users set email_verified_at = now() where id = ${from.id}`.execute(app.db);
  const rare = await product({ stock: 0 });
  const guestId = (await ask("GET /cart/guest/init")).body.guest_id;
  const asked = await ask("POST /stock-alerts", { guestId, body: { variation_id: rare.id, email: from.email } });
  expect(asked.status).toBe(201);
  expect((await merge(from.id, into.id)).status).toBe(200);
  const { rows } = await sql`select email from stock_alerts where variation_id = ${rare.id}`.execute(app.db);
  expect(rows).toEqual([{ email: from.email }]);
});
