import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CartItem } from "#contract/cart.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { expireCarts } from "./cart.sql.ts";
import { archiveProduct, createProductOnSale, type Goods, setOnHand, setPrice } from "./products.fixture.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const newGuest = async () => (await ask("GET /cart/guest/init")).body.guest_id as string;
const add = (who: object, variation_id: unknown, quantity: unknown = 1) =>
  ask("POST /cart", { ...who, body: { variation_id, quantity } });
const createCategory = async (name: string, parent_id?: number) => {
  const { token } = await shop.person("admin");
  return (await ask("POST /categories", { token, body: { name, parent_id } })).body.data.id as number;
};
const shelve = async ({ product_id }: Goods, ...shelves: number[]) => {
  for (const id of shelves)
    await sql`insert into product_categories (product_id, category_id) values (${product_id}, ${id})`.execute(app.db);
};
const hideShelf = async (id: number, isHidden: boolean) => {
  const { token } = await shop.person("admin");
  const { name, version } = (await ask(`GET /categories/${id}`, { token })).body.data;
  await ask(`PUT /categories/${id}`, { token, body: { name, version, is_active: !isHidden } });
};
const codes = ({ problems }: CartItem) => problems.map(({ code }) => code);

test("C10 a guest cart is started with a cookie of 30 days that the page can read", async () => {
  const { status, body, headers } = await ask("GET /cart/guest/init");
  expect(status).toBe(200);
  expect(body.guest_id).toMatch(/^[\w-]{22,}$/);
  const cookie = String(headers["set-cookie"]);
  expect(cookie).toContain(`guest_id=${body.guest_id}; Max-Age=2592000; Path=/`);
  expect(cookie).toContain("SameSite=Lax");
  expect(cookie).not.toContain("HttpOnly");
  const stored = await sql<{ guest_hash: Buffer }>`select guest_hash from carts where guest_hash is not null`.execute(
    app.db,
  );
  expect(stored.rows.every(({ guest_hash }) => !guest_hash.includes(body.guest_id))).toBe(true);
  expect((await ask("GET /cart", { guestId: body.guest_id })).body).toMatchObject({ quantity: 0, items: [] });
});

test("C10 adding, setting and removing a line return the whole cart", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app, { price: 1250 });
  const added = await add({ guestId }, mug.variation_id, 2);
  expect(added.status).toBe(200);
  expect(added.body).toMatchObject({ quantity: 2, can_checkout: true, currency: "EUR", version: 2 });
  const [line] = added.body.items;
  expect(line).toMatchObject({
    variation_id: mug.variation_id,
    product: { id: mug.product_id, name: "Blue mug" },
    unit_price: { amount: 1250, currency: "EUR" },
    line_total: { amount: 2500, currency: "EUR" },
    max_quantity: 50,
    problems: [],
  });
  expect(added.body.totals).toEqual({
    subtotal: { amount: 2500, currency: "EUR" },
    discount: { amount: 0, currency: "EUR" },
    shipping_estimate: { amount: 490, currency: "EUR" },
    tax: { amount: 399 + 78, currency: "EUR" },
    gift_cards: { amount: 0, currency: "EUR" },
    due: { amount: 2990, currency: "EUR" },
    total: { amount: 2990, currency: "EUR" },
  });
  expect(added.body.free_shipping_left).toEqual({ amount: 2500, currency: "EUR" });
  const set = await ask("PATCH /cart", { guestId, body: { item_id: line.id, quantity: 4 } });
  expect(set.body).toMatchObject({ quantity: 4, version: 3, free_shipping_left: { amount: 0 } });
  expect(set.body.totals.shipping_estimate.amount).toBe(0);
  expect((await ask("GET /cart", { guestId })).body).toEqual(set.body);
  const gone = await ask(`DELETE /cart/${line.id}`, { guestId });
  expect(gone.body).toMatchObject({ quantity: 0, items: [], can_checkout: false, totals: { total: { amount: 0 } } });
  expect((await ask(`DELETE /cart/${line.id}`, { guestId })).body).toEqual(gone.body);
});

test("C10 a customer has one cart, empty until the first line", async () => {
  const { token } = await shop.person();
  expect((await ask("GET /cart", { token })).body).toMatchObject({ id: null, quantity: 0, version: 0 });
  const mug = await createProductOnSale(app);
  const lamp = await createProductOnSale(app, { name: "Lamp" });
  await Promise.all([add({ token }, mug.variation_id), add({ token }, lamp.variation_id)]);
  const { body } = await ask("GET /cart", { token });
  expect(body.quantity).toBe(2);
  const { rows } = await sql`select 1 from carts where id = ${body.id}`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test("T3 S9 400 says only that the guest cart is missing, forged, expired or merged", async () => {
  const missing = await ask("GET /cart");
  const forged = await ask("GET /cart", { guestId: "forged" });
  const guestId = await newGuest();
  await sql`update carts set last_activity_at = now() - interval '31 days' where status = 'active'`.execute(app.db);
  await expireCarts(app.db);
  const expired = await ask("GET /cart", { guestId });
  const merged = await newGuest();
  await sql`update carts set status = 'merged' where status = 'active'`.execute(app.db);
  for (const answer of [missing, forged, expired, await ask("GET /cart", { guestId: merged })])
    expect([answer.status, answer.body.code]).toEqual([400, "guest_cart_unknown"]);
  expect((await add({ guestId }, "nonsense", -1)).status).toBe(400);
});

test("Cart: quantity 0 removes; negative, 1e9, 1.5 and text are 409 invalid_line with the cart in the details", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app);
  const { body } = await add({ guestId }, mug.variation_id, 3);
  const item_id = body.items[0].id;
  for (const quantity of [-1, 1e9, 1.5, "2", null, [], 1000]) {
    for (const answer of [
      await ask("PATCH /cart", { guestId, body: { item_id, quantity } }),
      await add({ guestId }, mug.variation_id, quantity),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, "invalid_line"]);
      expect(answer.body.cart.quantity).toBe(3);
    }
  }
  expect((await add({ guestId }, mug.variation_id, 0)).status).toBe(409);
  expect((await add({ guestId }, "x", 1)).body.code).toBe("invalid_line");
  expect((await ask("POST /cart", { guestId, body: "[]", headers: { "content-type": "text/plain" } })).status).toBe(
    409,
  );
  const broken = { guestId, body: "{", headers: { "content-type": "application/json" } };
  expect((await ask("POST /cart", broken)).status).toBe(409);
  expect((await ask("PATCH /cart", { guestId, body: { item_id, quantity: 0 } })).body.items).toEqual([]);
  const gone = await ask("PATCH /cart", { guestId, body: { item_id, quantity: 1 } });
  expect([gone.status, gone.body.code]).toEqual([409, "cart_line_unknown"]);
});

test("Cart: more saved for later than a line can hold is 409 invalid_line with the cart, also summed over additions", async () => {
  const guestId = await newGuest();
  const { variation_id } = await createProductOnSale(app);
  const save = () => ask("POST /cart", { guestId, body: { variation_id, quantity: 600, saved_for_later: true } });
  expect((await save()).status).toBe(200);
  const { status, body } = await save();
  expect([status, body.code, body.message]).toEqual([
    409,
    "invalid_line",
    "You can save up to 999 of this item for later.",
  ]);
  expect(body.cart.saved_for_later).toMatchObject([{ variation_id, quantity: 600 }]);
});

test("Cart: no more than max_per_order of a variation, summed over additions", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app, { max: 3 });
  const { body } = await add({ guestId }, mug.variation_id, 2);
  expect(body.items[0].max_quantity).toBe(3);
  const more = await add({ guestId }, mug.variation_id, 2);
  expect([more.status, more.body.code, more.body.cart.quantity]).toEqual([409, "invalid_line", 2]);
  expect(more.body.message).toContain("up to 3");
  await sql`update variations set max_per_order = 1 where id = ${mug.variation_id}`.execute(app.db);
  const flagged = await ask("GET /cart", { guestId });
  expect(flagged.body.items[0].problems).toEqual([{ code: "over_limit", available: 1 }]);
  expect(flagged.body.can_checkout).toBe(false);
});

test("Cart: more than the available stock is 409 out_of_stock, never 400", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app, { stock: 3 });
  expect((await add({ guestId }, mug.variation_id, 2)).status).toBe(200);
  const short = await add({ guestId }, mug.variation_id, 2);
  expect([short.status, short.body.code, short.body.cart.quantity]).toEqual([409, "out_of_stock", 2]);
  const lamp = await createProductOnSale(app, { stock: 0 });
  expect((await add({ guestId }, lamp.variation_id)).body.message).toBe("This item is sold out.");
});

test("Cart: a changed price is charged at once and reported until the line is acknowledged", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app, { price: 1000 });
  const lamp = await createProductOnSale(app, { price: 2000 });
  await add({ guestId }, mug.variation_id);
  await add({ guestId }, lamp.variation_id);
  await setPrice(app.db, mug, 1200);
  await setPrice(app.db, lamp, 1500);
  const { body } = await ask("GET /cart", { guestId });
  expect(body.items.map(codes)).toEqual([["price_up"], ["price_down"]]);
  expect(body.items[0].problems[0]).toMatchObject({ from: { amount: 1000 }, to: { amount: 1200 } });
  expect(body.totals.subtotal.amount).toBe(2700);
  expect(body.can_checkout).toBe(true);
  expect((await ask("GET /cart", { guestId })).body.items.map(codes)).toEqual([["price_up"], ["price_down"]]);
  const seen = await ask("PATCH /cart", { guestId, body: { item_id: body.items[0].id } });
  expect(seen.body.items.map(codes)).toEqual([[], ["price_down"]]);
});

test("Cart: a withdrawn product keeps its line, out of the totals, and blocks checkout until removed", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app, { price: 1000 });
  const lamp = await createProductOnSale(app, { price: 2000 });
  await add({ guestId }, mug.variation_id);
  await add({ guestId }, lamp.variation_id);
  await archiveProduct(app.db, lamp);
  const { body } = await ask("GET /cart", { guestId });
  expect(body.items.map(codes)).toEqual([[], ["unavailable"]]);
  expect(body.items[1].max_quantity).toBe(0);
  expect(body.totals.subtotal.amount).toBe(1000);
  expect(body.can_checkout).toBe(false);
  const again = await add({ guestId }, lamp.variation_id);
  expect([again.status, again.body.code, again.body.cart.items.length]).toEqual([409, "unavailable", 2]);
  const removed = await ask(`DELETE /cart/${body.items[1].id}`, { guestId });
  expect(removed.body.can_checkout).toBe(true);
});

test("Cart: a removed variation, a deleted product, and one whose every category is hidden, are unavailable", async () => {
  const guestId = await newGuest();
  const [mug, lamp, chair, vase] = [
    await createProductOnSale(app),
    await createProductOnSale(app),
    await createProductOnSale(app),
    await createProductOnSale(app),
  ];
  for (const { variation_id } of [mug, lamp, chair, vase]) await add({ guestId }, variation_id);
  await sql`update products set deleted_at = now() where id = ${vase.product_id}`.execute(app.db);
  await sql`update variations set deleted_at = now() where id = ${mug.variation_id}`.execute(app.db);
  const [above, shown] = [await createCategory("above"), await createCategory("shown")];
  const below = await createCategory("below", above);
  await shelve(lamp, below);
  await shelve(chair, below, shown);
  await hideShelf(above, true);
  const { body } = await ask("GET /cart", { guestId });
  expect(body.items.map(codes)).toEqual([["unavailable"], ["unavailable"], [], ["unavailable"]]);
  expect(body.totals.subtotal.amount).toBe(1000);
  expect(body.can_checkout).toBe(false);
  expect((await add({ guestId }, lamp.variation_id)).body.code).toBe("unavailable");
  await hideShelf(above, false);
  expect((await ask("GET /cart", { guestId })).body.items.map(codes)).toEqual([
    ["unavailable"],
    [],
    [],
    ["unavailable"],
  ]);
});

test("Cart: a quantity above the stock is flagged with what is available and never changed silently", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app, { stock: 9 });
  await add({ guestId }, mug.variation_id, 5);
  await setOnHand(app.db, mug, 3);
  const { body } = await ask("GET /cart", { guestId });
  expect(body.items[0]).toMatchObject({ quantity: 5, max_quantity: 3 });
  expect(body.items[0].problems).toEqual([{ code: "insufficient_stock", available: 3 }]);
  expect(body.can_checkout).toBe(false);
  expect((await ask("GET /cart", { guestId })).body.items[0].quantity).toBe(5);
  const corrected = await ask("PATCH /cart", { guestId, body: { item_id: body.items[0].id, quantity: 3 } });
  expect(corrected.body).toMatchObject({ can_checkout: true, quantity: 3 });
  await setOnHand(app.db, mug, 0);
  expect((await ask("GET /cart", { guestId })).body.items[0].problems).toEqual([
    { code: "out_of_stock", available: 0 },
  ]);
});

test("Cart: ten additions at once add up, and stop exactly at the stock", async () => {
  const { token } = await shop.person();
  const mug = await createProductOnSale(app, { stock: 7 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => add({ token }, mug.variation_id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(answers.filter(({ body }) => body.code === "out_of_stock")).toHaveLength(3);
  expect((await ask("GET /cart", { token })).body.quantity).toBe(7);
});

test("C10 a line is saved for later and brought back, onto the line of the same variation", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app, { stock: 5 });
  const lamp = await createProductOnSale(app);
  await add({ guestId }, lamp.variation_id);
  const { body } = await add({ guestId }, mug.variation_id, 2);
  const line = body.items.find((item: CartItem) => item.variation_id === mug.variation_id);
  const saved = await ask("PATCH /cart", { guestId, body: { item_id: line.id, saved_for_later: true } });
  expect(saved.body).toMatchObject({ quantity: 1, items: [{ variation_id: lamp.variation_id }] });
  expect(saved.body.saved_for_later).toMatchObject([{ id: line.id, quantity: 2 }]);
  expect((await ask("GET /cart", { guestId })).body).toEqual(saved.body);
  await add({ guestId }, mug.variation_id, 3);
  const back = await ask("PATCH /cart", { guestId, body: { item_id: line.id, saved_for_later: false } });
  expect(back.body).toMatchObject({ quantity: 6, saved_for_later: [] });
  expect((await ask("GET /cart", { guestId })).body).toEqual(back.body);
  const more = await add({ guestId }, mug.variation_id, 1);
  expect(more.body.code).toBe("out_of_stock");
});

test("R4 a line can be put back where it was, to buy or saved for later", async () => {
  const guestId = await newGuest();
  const goods = [
    await createProductOnSale(app),
    await createProductOnSale(app),
    await createProductOnSale(app, { stock: 0 }),
  ];
  const [first, second, soldOut] = goods.map(({ variation_id }) => variation_id);
  await add({ guestId }, first);
  const [line] = (await add({ guestId }, second)).body.items as CartItem[];
  await ask(`DELETE /cart/${line?.id}`, { guestId });
  const before = (await ask("GET /cart", { guestId })).body.items[0].id as number;
  const order = (items: CartItem[]) => items.map(({ variation_id }) => variation_id);
  const put = (body: object) => ask("POST /cart", { guestId, body });
  const back = await put({ variation_id: first, quantity: 3, before });
  expect(back.body).toMatchObject({ quantity: 4 });
  expect(order(back.body.items)).toEqual([first, second]);
  expect(order((await ask("GET /cart", { guestId })).body.items)).toEqual([first, second]);
  const saved = await put({ variation_id: soldOut, quantity: 2, saved_for_later: true });
  expect(order(saved.body.saved_for_later)).toEqual([soldOut]);
  expect(saved.body.quantity).toBe(4);
  const elsewhere = (await add({ guestId: await newGuest() }, first)).body.items[0].id as number;
  const after = await put({ variation_id: (await createProductOnSale(app)).variation_id, before: elsewhere });
  expect(order(after.body.items).slice(0, 2), "a line of another cart is none").toEqual([first, second]);
  expect((await put({ variation_id: first, saved_for_later: "yes" })).status).toBe(409);
});

test("P4 an administrator has no cart", async () => {
  const { token } = await shop.person("admin");
  expect((await ask("GET /cart", { token })).status).toBe(403);
});

test("P5 nobody can change a line of another's cart", async () => {
  const mug = await createProductOnSale(app);
  const one = await shop.person();
  const other = await shop.person();
  const { body } = await add({ token: one.token }, mug.variation_id);
  await add({ token: other.token }, mug.variation_id);
  const item_id = body.items[0].id;
  const tried = await ask("PATCH /cart", { token: other.token, body: { item_id, quantity: 9 } });
  expect(tried.body.code).toBe("cart_line_unknown");
  await ask(`DELETE /cart/${item_id}`, { token: other.token });
  expect((await ask("GET /cart", { token: one.token })).body.quantity).toBe(1);
});

test("C10 a valid guest id stays, an unknown one is replaced", async () => {
  const guestId = await newGuest();
  const mug = await createProductOnSale(app);
  await add({ guestId }, mug.variation_id);
  const again = await ask("GET /cart/guest/init", { guestId });
  expect(again.body.guest_id).toBe(guestId);
  expect(String(again.headers["set-cookie"])).toContain(`guest_id=${guestId}; Max-Age=2592000`);
  expect((await ask("GET /cart", { guestId })).body.quantity).toBe(1);
  expect((await ask("GET /cart/guest/init", { guestId: "made-up" })).body.guest_id).not.toBe("made-up");
});

test("T3 the 400 rule holds on /cart however its path is written, and a body that is no object has the cart", async () => {
  const guestId = await newGuest();
  for (const method of ["POST", "PATCH"] as const)
    for (const url of ["/v1/cart", "/v1/%63art", "/v1/cart/"])
      for (const payload of ["[1]", '"text"', "1", "{", `${"[".repeat(500)}${"]".repeat(500)}`]) {
        const headers = { "content-type": "application/json", cookie: `guest_id=${guestId}` };
        const answer = await app.http.inject({ method, url, payload, headers });
        expect([url, payload, answer.statusCode, answer.json().code]).toEqual([url, payload, 409, "invalid_line"]);
        expect(answer.json().cart.quantity).toBe(0);
      }
});

test("C11 a wishlist item is moved to the cart: the only variation, or the given one", async () => {
  const { token } = await shop.person();
  const move = (id: number, body: object = {}) => ask(`POST /wishlist/${id}/to-cart`, { token, body });
  const wish = (product_id: number) => ask("POST /wishlist", { token, body: { product_id } });
  const mug = await createProductOnSale(app, { stock: 2 });
  const other = await createProductOnSale(app);
  expect((await move(mug.product_id)).status).toBe(404);
  await wish(mug.product_id);
  expect((await move(mug.product_id, { variation_id: other.variation_id })).status).toBe(404);
  const short = await move(mug.product_id, { quantity: 3 });
  expect([short.status, short.body.code, short.body.cart.quantity]).toEqual([409, "out_of_stock", 0]);
  expect((await ask("GET /wishlist", { token })).body.data).toHaveLength(1);
  const moved = await move(mug.product_id, { quantity: 2 });
  expect([moved.status, moved.body.quantity, moved.body.items[0].variation_id]).toEqual([200, 2, mug.variation_id]);
  expect((await ask("GET /wishlist", { token })).body.data).toEqual([]);
});

test("C10 a cart takes up to 250 different items", async () => {
  const who = { guestId: await newGuest() };
  const made = await createProductOnSale(app);
  await add(who, made.variation_id);
  const { rows } = await sql<{ id: number }>`
    insert into variations (product_id, price_amount, track_stock, option_key)
    select product_id, 100, false, 'many ' || n
    from variations, generate_series(1, 250) n
    where id = ${made.variation_id}
    returning id`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into cart_items (cart_id, variation_id, quantity, seen_price_amount)
    select c.cart_id, v.id, 1, 100
    from cart_items c, unnest(${ids.slice(0, 248)}::bigint[]) v (id)
    where c.variation_id = ${made.variation_id}`.execute(app.db);
  // One of two at once.
  const both = await Promise.all([add(who, ids[248]), add(who, ids[249])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const last = both[0]?.status === 200 ? ids[249] : ids[248];
  expect(await add(who, last)).toMatchObject({ status: 409, body: { message: expect.stringContaining("250") } });
  expect((await add(who, made.variation_id)).status).toBe(200);
});
