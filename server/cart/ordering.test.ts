import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";
import { addLinesToCart, completeCart, getCart, lockCartForOrder, restoreLines } from "./cart.ts";
import { archiveProduct, createProductOnSale } from "./products.fixture.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const add = (token: string, variation_id: number, quantity = 1) =>
  ask("POST /cart", { token, body: { variation_id, quantity } });

test("P5 a cart is locked only for its own customer", async () => {
  const mug = await createProductOnSale(app);
  const owner = await shop.person();
  const other = await shop.person();
  const { body } = await add(owner.token, mug.variation_id, 2);
  const both = await inTransaction(app.db, async (tx) => [
    await lockCartForOrder(tx, body.id, owner.id),
    await lockCartForOrder(tx, body.id, other.id),
  ]);
  expect(both).toEqual([
    {
      coupon_code: null,
      coupon: null,
      sale: expect.any(Map),
      cards: [],
      id: body.id,
      status: "active",
      items: [{ item_id: body.items[0].id, variation_id: mug.variation_id, quantity: 2 }],
    },
    undefined,
  ]);
});

test("lines saved for later move from an ordered cart to a new one", async () => {
  const mug = await createProductOnSale(app);
  const lamp = await createProductOnSale(app);
  const { token, id } = await shop.person();
  await add(token, mug.variation_id, 2);
  const { body } = await add(token, lamp.variation_id, 3);
  await ask("PATCH /cart", { token, body: { item_id: body.items[1].id, saved_for_later: true } });
  await inTransaction(app.db, (tx) => completeCart(tx, body.id));
  const next = await getCart(app, { userId: id });
  expect(next.id).not.toBe(body.id);
  expect(next).toMatchObject({ quantity: 0, saved_for_later: [{ variation_id: lamp.variation_id, quantity: 3 }] });
});

test("an addition that waits while the cart is ordered goes into a new cart", async () => {
  const mug = await createProductOnSale(app);
  const { token } = await shop.person();
  const { body } = await add(token, mug.variation_id);
  const waiting = await inTransaction(app.db, async (tx) => {
    await sql`select 1 from carts where id = ${body.id} for update`.execute(tx);
    const late = add(token, mug.variation_id, 2);
    await waitForLocks(app.db, 1);
    await completeCart(tx, body.id);
    return { late };
  });
  const late = await waiting.late;
  expect(late.body).toMatchObject({ quantity: 2 });
  expect(late.body.id).not.toBe(body.id);
});

test("lines of an expired or cancelled order return to the active cart, capped", async () => {
  const mug = await createProductOnSale(app, { max: 5 });
  const { token, id } = await shop.person();
  await add(token, mug.variation_id, 3);
  await inTransaction(app.db, (tx) => restoreLines(tx, id, [{ variation_id: mug.variation_id, quantity: 4 }], null));
  expect((await ask("GET /cart", { token })).body).toMatchObject({ quantity: 5, items: [{ problems: [] }] });
});

test("ordering again adds what is still sold", async () => {
  const mug = await createProductOnSale(app, { stock: 2 });
  const gone = await createProductOnSale(app);
  const { id } = await shop.person();
  await archiveProduct(app.db, gone);
  const cart = await addLinesToCart(app, id, [
    { variation_id: mug.variation_id, quantity: 3 },
    { variation_id: gone.variation_id, quantity: 1 },
  ]);
  expect(cart).toMatchObject({ quantity: 2, saved_for_later: [{ variation_id: mug.variation_id, quantity: 1 }] });
});

test("C10 the customer's other windows are notified of a changed cart", async () => {
  const mug = await createProductOnSale(app);
  const { token, id } = await shop.person();
  const published = (units: number) =>
    new Promise<void>((done) => {
      app.bus.subscribe((topics) => topics.includes(`cart_changed:${id}:${units}`) && done());
    });
  const five = published(5);
  const none = published(0);
  const { body } = await add(token, mug.variation_id, 2);
  await ask("PATCH /cart", { token, body: { item_id: body.items[0].id, quantity: 5 } });
  await five;
  await ask(`DELETE /cart/${body.items[0].id}`, { token });
  await none;
});
