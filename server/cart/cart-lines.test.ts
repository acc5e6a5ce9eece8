import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { addUnits } from "./cart.sql.ts";
import { createProductOnSale } from "./products.fixture.ts";

const { app, ask } = await openTestShop();

test("C10 of items added at once to a cart with 249 different ones a single one finds room", async () => {
  const guestId = (await ask("GET /cart/guest/init")).body.guest_id as string;
  const made = await createProductOnSale(app);
  await ask("POST /cart", { guestId, body: { variation_id: made.variation_id, quantity: 1 } });
  const { rows } = await sql<{ id: number }>`
    insert into variations (product_id, price_amount, track_stock, option_key)
    select product_id, 100, false, 'many ' || n
    from variations, generate_series(1, 256) n
    where id = ${made.variation_id}
    returning id`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  const filled = await sql<{ cart_id: string }>`
    insert into cart_items (cart_id, variation_id, quantity, seen_price_amount)
    select c.cart_id, v.id, 1, 100
    from cart_items c, unnest(${ids.slice(0, 248)}::bigint[]) v (id)
    where c.variation_id = ${made.variation_id}
    returning cart_id`.execute(app.db);
  const cartId = filled.rows[0]?.cart_id as string;
  // As if each had read the cart long before.
  const add = (variationId: number) =>
    addUnits(app.db, cartId, { variationId, quantity: 1, price: 100, limit: 10, saved: false });
  const added = await Promise.all(ids.slice(248).map(add));
  expect(added.filter(Boolean)).toHaveLength(1);
  expect((await add(made.variation_id))?.quantity).toBe(2);
  expect((await ask("GET /cart", { guestId })).body.items).toHaveLength(250);
});
