import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { archiveProduct, createProductOnSale } from "./products.fixture.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const newGuest = async () => (await ask("GET /cart/guest/init")).body.guest_id as string;
const shared = (items: string) => ask(`GET /cart/shared?items=${encodeURIComponent(items)}`);

test("C11 Cart: a shared link shows its lines priced now, and leaves out what it can't read", async () => {
  const mug = await createProductOnSale(app, { price: 700, stock: 2 });
  const gone = await createProductOnSale(app);
  await archiveProduct(app.db, gone);
  const items = `${mug.variation_id}:3, ${gone.variation_id},nonsense,${mug.variation_id}:1,999999999:1,1:0,:,-4:2`;
  const { status, body } = await shared(items);
  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { variation_id: mug.variation_id, quantity: 4, line_total: { amount: 2800 } },
    { variation_id: gone.variation_id, quantity: 1, problems: [{ code: "unavailable" }] },
  ]);
  expect(body.data[0].problems).toEqual([{ code: "insufficient_stock", available: 2 }]);
  expect((await shared("")).body.data).toEqual([]);
  // Too many are reduced to the maximum of a line.
  expect((await shared(`${mug.variation_id}:1000`)).body.data).toMatchObject([
    { quantity: 999, problems: [{ code: "insufficient_stock", available: 2 }] },
  ]);
});

test("R3 C11 Cart: a shared link reveals nothing of unpublished, hidden or deleted products", async () => {
  const set = async (change: RawBuilder<unknown>) => {
    const goods = await createProductOnSale(app);
    await sql`update products set ${change} where id = ${goods.product_id}`.execute(app.db);
    return goods;
  };
  const seen = await set(sql`status = 'archived'`);
  const mug = await createProductOnSale(app, { price: 300 });
  const unseen = [
    await set(sql`status = 'draft', published_at = null`),
    await set(sql`is_hidden = true`),
    await set(sql`deleted_at = now()`),
  ];
  const items = [...unseen, mug, seen].map(({ variation_id }) => variation_id).join(",");
  expect((await shared(items)).body.data).toMatchObject([
    { variation_id: mug.variation_id, unit_price: { amount: 300 } },
    { variation_id: seen.variation_id, problems: [{ code: "unavailable" }] },
  ]);
});

test("C11 Cart: a shared link adds to the cart of a guest or customer and never overwrites it", async () => {
  const mug = await createProductOnSale(app, { stock: 5 });
  const lamp = await createProductOnSale(app);
  const gone = await createProductOnSale(app);
  await archiveProduct(app.db, gone);
  const items = [mug, lamp, gone].map(({ variation_id }) => `${variation_id}:2`).join(",");
  for (const who of [{ guestId: await newGuest() }, { token: (await shop.person()).token }]) {
    await ask("POST /cart", { ...who, body: { variation_id: mug.variation_id, quantity: 4 } });
    const { body } = await ask("POST /cart/shared", { ...who, body: { items } });
    expect(body.items).toMatchObject([
      { variation_id: mug.variation_id, quantity: 5 },
      { variation_id: lamp.variation_id, quantity: 2 },
    ]);
    expect(body.saved_for_later).toMatchObject([{ variation_id: mug.variation_id, quantity: 1 }]);
  }
});

test("C11 Cart: an empty or broken link is 409 invalid_line with the cart, an unknown guest cart 400", async () => {
  const guestId = await newGuest();
  for (const items of ["", "x", 7, null, undefined]) {
    const { status, body } = await ask("POST /cart/shared", { guestId, body: { items } });
    expect([status, body.code, body.cart.quantity]).toEqual([409, "invalid_line", 0]);
  }
  const mug = await createProductOnSale(app);
  const forged = await ask("POST /cart/shared", { guestId: "forged", body: { items: `${mug.variation_id}:1` } });
  expect([forged.status, forged.body.code]).toEqual([400, "guest_cart_unknown"]);
});
