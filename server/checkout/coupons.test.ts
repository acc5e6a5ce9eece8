import { sql } from "kysely";
import { expect, test } from "vitest";
import { redeemCoupon } from "#server/coupons/coupons.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getLevels } from "#server/stock/stock.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, quote, order, key, pay } = selling(shop);
const { token, coupon } = await openAdmin(shop);
const apply = (who: object, code: unknown) => ask("PUT /cart/coupon", { ...who, body: { code } });
const usesOf = async (id: number) => (await ask(`GET /coupons/${id}`, { token })).body.data.used;
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

test("C11 a coupon discounts the cart, says so, and can be removed", async () => {
  const buyer = await shop.person();
  const { code } = await coupon({ code: "spring", value: 1000 });
  await fill(buyer, (await product({ price: 1999 })).id, 2);
  const { status, body } = await apply(buyer, "  Spring ");
  expect(status).toBe(200);
  expect(body.coupon).toEqual({ code, state: "applied", message: "10% off." });
  expect(body.items[0]).toMatchObject({ line_total: { amount: 3998 }, discount: { amount: 400 } });
  expect(body.totals).toMatchObject({ subtotal: { amount: 3998 }, discount: { amount: 400 }, total: { amount: 4088 } });
  expect(body.reasons).toMatchObject([
    { figure: "subtotal", text: "2 items", amount: { amount: 3998 } },
    { figure: "discount", text: "10% off with SPRING", amount: { amount: 400 } },
    { figure: "shipping", text: "Standard delivery", amount: { amount: 490 } },
    { figure: "tax", text: "19% VAT on Standard goods, included", amount: { amount: 574 } },
    { figure: "tax", text: "19% VAT on delivery, included", amount: { amount: 78 } },
    { figure: "total", text: "Total including tax", amount: { amount: 4088 } },
  ]);
  expect((await ask("GET /cart", buyer)).body).toEqual(body);
  const without = (await ask("DELETE /cart/coupon", buyer)).body;
  expect(without).toMatchObject({ coupon: null, totals: { discount: { amount: 0 } } });
  expect((await ask("DELETE /cart/coupon", buyer)).body).toEqual(without);
});

test("C11 a guest's coupon is kept on sign-in", async () => {
  const guestId = (await ask("GET /cart/guest/init")).body.guest_id;
  const { code } = await coupon();
  const { id } = await product();
  await ask("POST /cart", { guestId, body: { variation_id: id } });
  expect((await apply({ guestId }, code)).body.coupon.state).toBe("applied");
  const registered = await ask("POST /auth/register", {
    headers: { cookie: `guest_id=${guestId}` },
    body: { username: "coupon-guest", password: "long enough" },
  });
  const mine = await ask("GET /cart", { token: registered.body.access_token });
  expect(mine.body.coupon).toMatchObject({ code, state: "applied" });
});

test("Coupon: an invalid code is a 409 with a message and the cart, never a 400", async () => {
  const buyer = await shop.person();
  const variation = await product({ price: 1000 });
  await fill(buyer, variation.id);
  const refusal = async (code: unknown) => {
    const { status, body } = await apply(buyer, code);
    expect(body.cart.coupon).toBeNull();
    return [status, body.code, body.message];
  };
  const unknown = "That code isn't valid.";
  for (const code of ["NOSUCH", 12, null, "", undefined, {}, "x".repeat(5000), "a'; drop"])
    expect(await refusal(code)).toEqual([409, "coupon_unknown", unknown]);
  expect((await refusal((await coupon({ is_active: false })).code))[1]).toBe("coupon_unknown");
  const later = new Date(Date.now() + 86_400_000).toISOString();
  expect((await refusal((await coupon({ starts_at: later })).code))[1]).toBe("coupon_unknown");
  expect((await refusal((await coupon({ ends_at: yesterday() })).code))[1]).toBe("coupon_expired");
  const dear = await coupon({ min_subtotal_amount: 2500 });
  expect(await refusal(dear.code)).toEqual([409, "coupon_min_not_met", "Spend €15.00 more to use this coupon."]);
  const others = await coupon({ scope: { products: [variation.productId + 1000] } });
  expect((await refusal(others.code))[1]).toBe("coupon_not_for_these");
});

test("Coupon: codes guessed at once are rate limited as those guessed one by one", async () => {
  const headers = { "x-forwarded-for": "10.9.0.1" };
  const { guest_id: guestId } = (await shop.ask("GET /cart/guest/init")).body;
  const guess = (n: number) => shop.ask("PUT /cart/coupon", { guestId, headers, body: { code: `BURST${n}` } });
  const answers = await Promise.all(Array.from({ length: 90 }, (_, n) => guess(n)));
  // 20 a minute, and the burst may cross into the next one.
  expect(answers.filter(({ body }) => body.code === "coupon_unknown").length).toBeLessThanOrEqual(40);
});

test("Coupon: guessing codes is rate limited, only for who guesses", async () => {
  const one = await openTestShop();
  const guestId = (await one.ask("GET /cart/guest/init")).body.guest_id;
  const guess = (n: number) => one.ask("PUT /cart/coupon", { guestId, body: { code: `GUESS${n}` } });
  const answers: { status: number; headers: Record<string, unknown> }[] = [];
  for (let n = 0; n < 45; n++) answers.push(await guess(n));
  const stopped = answers.filter(({ status }) => status === 429);
  // The burst may cross into the next minute, but not twice.
  expect(stopped.length).toBeGreaterThan(0);
  expect(Number(stopped[0]?.headers["retry-after"])).toBeGreaterThan(0);
});

test("Coupon: it applies to its categories with their subcategories, tags, types and products", async () => {
  const [variation, bowl, jug, lamp] = [await product(), await product(), await product(), await product()];
  const above = (await ask("POST /categories", { token, body: { name: "Above" } })).body.data.id;
  const below = (await ask("POST /categories", { token, body: { name: "Below", parent_id: above } })).body.data.id;
  const tag = (await ask("POST /tags", { token, body: { name: "Fine" } })).body.data.id;
  const { db } = app;
  await sql`insert into product_categories (product_id, category_id) values (${variation.productId}, ${below})`.execute(
    db,
  );
  await sql`update products set category_ids = array[${above}, ${below}]::bigint[] where id = ${variation.productId}`.execute(
    db,
  );
  await ask(`POST /product/${bowl.productId}/tag/${tag}`, { token, body: {} });
  const type = await sql<{
    id: number;
  }>`select product_type_id as id from products where id = ${jug.productId}`.execute(db);
  const buyer = await shop.person();
  for (const { id } of [variation, bowl, jug, lamp]) await fill(buyer, id);
  const discountsOf = async (scope: object) => {
    const { code } = await coupon({ scope });
    const { body } = await apply(buyer, code);
    return body.items.map((item: { discount: { amount: number } }) => item.discount.amount);
  };
  expect(await discountsOf({ categories: [above] })).toEqual([100, 0, 0, 0]);
  expect(await discountsOf({ tags: [tag] })).toEqual([0, 100, 0, 0]);
  expect(await discountsOf({ types: [type.rows[0]?.id] })).toEqual([0, 0, 100, 0]);
  expect(await discountsOf({ products: [lamp.productId], tags: [tag] })).toEqual([0, 100, 0, 100]);
  expect(await discountsOf({})).toEqual([100, 100, 100, 100]);
});

test("Coupon: free shipping deducts the price of the cheapest method from each", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1000 })).id);
  const { code } = await coupon({ kind: "free_shipping", value: 0 });
  const { body } = await apply(buyer, code);
  expect(body.totals).toMatchObject({ shipping_estimate: { amount: 0 }, discount: { amount: 0 } });
  expect(body.coupon.message).toBe("Free delivery.");
  const { methods, reasons } = (await quote(buyer)).body.data;
  expect(methods.map(({ price }: { price: { amount: number } }) => price.amount)).toEqual([0, 800]);
  expect(reasons).toContainEqual(
    expect.objectContaining({ figure: "shipping", text: `Standard delivery, free with ${code}` }),
  );
});

test("Coupon: free shipping where shipping is free already says so, deducts nothing and is not redeemed", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 5000 })).id);
  const { id, code } = await coupon({ kind: "free_shipping", value: 0 });
  const other = await coupon();
  await apply(buyer, other.code);
  const { status, body } = await apply(buyer, code);
  const words = "Your delivery is already free, so this coupon has no effect.";
  expect([status, body.code, body.message]).toEqual([409, "coupon_not_for_these", words]);
  expect(body.cart.coupon.code).toBe(other.code);
  await ask("DELETE /cart/coupon", buyer);
  expect((await apply(buyer, code)).body.coupon).toEqual({ code, state: "not_needed", message: words });
  // Not in another zone.
  expect((await quote(buyer, "country=CH")).body.data).toMatchObject({
    coupon: { code, state: "applied" },
    totals: { shipping: { amount: 0 } },
  });
  const { methods } = (await quote(buyer)).body.data;
  const express = methods.find(({ name }: { name: string }) => name === "Express");
  expect(express.price.amount).toBe(1290);
  const quoted = (await quote(buyer, `country=DE&shipping_method_id=${express.id}`)).body.data;
  const placed = await order(buyer, { shipping_method_id: express.id, quote_hash: quoted.quote_hash });
  expect(placed.body.data).toMatchObject({ coupon_code: null, totals: { shipping: { amount: 1290 } } });
  expect(placed.body.data.reasons).toContainEqual(
    expect.objectContaining({ figure: "shipping", text: "Express delivery" }),
  );
  expect(await usesOf(id)).toBe(0);
});

test("Coupon: free shipping is refused where nothing is shipped, and not redeemed if that becomes so", async () => {
  const buyer = await shop.person();
  const [song, mug] = [await product(), await product()];
  await sql`update product_types set is_shippable = false where slug = ${song.slug}`.execute(app.db);
  await fill(buyer, song.id);
  const { id, code } = await coupon({ kind: "free_shipping", value: 0 });
  const refused = await apply(buyer, code);
  const message = "Your order doesn't need delivery, so this coupon has no effect.";
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, "coupon_not_for_these", message]);
  const both = await fill(buyer, mug.id);
  expect((await apply(buyer, code)).body.coupon.state).toBe("applied");
  const line = both.body.items.find((item: { variation_id: number }) => item.variation_id === mug.id);
  const { body } = await ask(`DELETE /cart/${line.id}`, buyer);
  expect(body.coupon).toEqual({ code, state: "not_for_these", message });
  expect((await order(buyer)).body.data.coupon_code).toBeNull();
  expect(await usesOf(id)).toBe(0);
});

test("Coupon: the order stores the discount of each line and the reasons of every total", async () => {
  const buyer = await shop.person();
  const [variation, jug] = [await product({ price: 333 }), await product({ price: 1000 })];
  await fill(buyer, variation.id, 3);
  await fill(buyer, jug.id);
  const { id, code } = await coupon({ kind: "fixed", value: 500 });
  await apply(buyer, code);
  const quoted = (await quote(buyer)).body.data;
  const { body } = await order(buyer);
  expect(body.data).toMatchObject({ coupon_code: code, totals: quoted.totals, reasons: quoted.reasons });
  const shares = body.data.items.map((item: { discount: { amount: number } }) => item.discount.amount);
  expect(shares).toEqual([250, 250]);
  expect(body.data.items[0].total.amount).toBe(749);
  expect(await usesOf(id)).toBe(1);
  const seen = await ask(`GET /orders/${body.data.id}`, { token });
  expect(seen.body.data.reasons).toEqual(quoted.reasons);
  await pay(buyer, body.data.id);
  expect((await ask(`GET /orders/${body.data.id}`, buyer)).body.data.payment_status).toBe("paid");
  expect(await listInconsistencies(app.db)).toEqual([]);
});

test("Checkout: a coupon that expires before placing is a 409 with totals without it, and a retry succeeds", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 2000 })).id);
  const { id, code } = await coupon();
  await apply(buyer, code);
  const { quote_hash, totals } = (await quote(buyer)).body.data;
  expect(totals.discount.amount).toBe(200);
  await sql`update coupons set ends_at = now() where id = ${id}`.execute(app.db);
  const refused = await order(buyer, { quote_hash });
  expect([refused.status, refused.body.code]).toEqual([409, "coupon_expired"]);
  expect(refused.body.quote).toMatchObject({ coupon: { code, state: "expired" }, totals: { discount: { amount: 0 } } });
  const placed = await order(buyer, { quote_hash: refused.body.quote.quote_hash });
  expect(placed.body.data).toMatchObject({ coupon_code: null, totals: { discount: { amount: 0 } } });
  expect(await usesOf(id)).toBe(0);
});

test("Checkout: a coupon used up before placing is a 409 with totals without it", async () => {
  const [first, second] = [await shop.person(), await shop.person()];
  const { id, code } = await coupon({ max_uses: 1 });
  for (const buyer of [first, second]) {
    await fill(buyer, (await product()).id);
    expect((await apply(buyer, code)).status).toBe(200);
  }
  const { quote_hash } = (await quote(second)).body.data;
  expect((await order(first)).status).toBe(201);
  const refused = await order(second, { quote_hash });
  expect([refused.status, refused.body.code]).toEqual([409, "coupon_used_up"]);
  expect(refused.body.quote.totals.discount.amount).toBe(0);
  expect((await apply(second, code)).body.code).toBe("coupon_used_up");
  expect(await usesOf(id)).toBe(1);
});

test("Coupon: one with ten uses is redeemed ten times by two hundred concurrent orders", {
  timeout: 240_000,
}, async () => {
  const variation = await product({ stock: 500 });
  const { id, code } = await coupon({ max_uses: 10 });
  const buyers = await Promise.all(Array.from({ length: 200 }, () => shop.person()));
  const wishes = await Promise.all(
    buyers.map(async (buyer) => {
      const cart = (await fill(buyer, variation.id)).body;
      await apply(buyer, code);
      return { buyer, cart_id: cart.id, quote_hash: (await quote(buyer)).body.data.quote_hash };
    }),
  );
  const answers = await Promise.all(
    wishes.map(({ buyer, ...body }) =>
      ask("POST /orders", { token: buyer.token, headers: key(), body: { ...body, shipping_address: home } }),
    ),
  );
  const placed = answers.filter(({ status }) => status === 201);
  expect(placed).toHaveLength(10);
  for (const { body } of placed) expect(body.data.totals.discount.amount).toBe(100);
  expect(answers.filter(({ body }) => body.code === "coupon_used_up")).toHaveLength(190);
  expect(await usesOf(id)).toBe(10);
  // A rejected order has no redemption.
  expect((await getLevels(app.db, [variation.id])).get(variation.id)).toMatchObject({ on_hand: 500, reserved: 10 });
  const kept = await sql`select 1 from coupon_redemptions where coupon_id = ${id} and released_at is null`.execute(
    app.db,
  );
  expect(kept.rows).toHaveLength(10);
  expect(await listInconsistencies(app.db)).toEqual([]);
});

test("Coupon: a customer's last use in two concurrent windows is redeemed once", async () => {
  const buyer = await shop.person();
  const { id, code } = await coupon({ max_per_user: 1 });
  const variation = await product({ stock: 50 });
  await fill(buyer, variation.id);
  await apply(buyer, code);
  const windows = await Promise.all([order(buyer), order(buyer), order(buyer)]);
  const placed = windows.filter(({ status }) => status === 201);
  expect(new Set(placed.map(({ body }) => body.data.id)).size).toBe(1);
  for (const { status, body } of windows) expect([201, 409], `${status} ${body.code}`).toContain(status);
  expect(await usesOf(id)).toBe(1);
  await fill(buyer, variation.id);
  const again = await apply(buyer, code);
  expect([again.body.code, again.body.message]).toEqual(["coupon_used_up", "You've already used this coupon."]);
  expect(await usesOf(id)).toBe(1);
  // Another customer may.
  const other = await shop.person();
  await fill(other, variation.id);
  expect((await apply(other, code)).status).toBe(200);
});

test("Coupon: two redemptions of one customer at once can't take the same slot", async () => {
  const { id } = await coupon({ max_per_user: 1 });
  const buyer = await shop.person();
  const orders: string[] = [];
  for (let n = 0; n < 4; n++) {
    await fill(buyer, (await product()).id);
    orders.push((await order(buyer)).body.data.id);
  }
  const taken = await Promise.all(
    orders.map((orderId) =>
      inTransaction(app.db, async (tx) => {
        if (!(await redeemCoupon(tx, { couponId: id, userId: buyer.id, orderId }, new Date()))) throw new Error("late");
      }).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await usesOf(id)).toBe(1);
  expect(await listInconsistencies(app.db)).toEqual([]);
});
