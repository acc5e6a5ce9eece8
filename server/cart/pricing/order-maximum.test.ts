import { expect, test } from "vitest";
import type { CartItem } from "#contract/cart.ts";
import { maxOrderAmount } from "#contract/money.ts";
import { createProductOnSale, setPrice } from "#server/cart/products.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { applyOrderMaximum } from "./order-maximum.ts";

const shop = await openTestShop();
const { app, ask } = shop;

test("C10 a cart never exceeds the order maximum: what does is refused with a message and the cart", async () => {
  const { token } = await shop.person();
  const add = (variation_id: number, quantity: number) =>
    ask("POST /cart", { token, body: { variation_id, quantity } });
  const dear = await createProductOnSale(app, { price: maxOrderAmount, stock: 2000 });
  const cheap = await createProductOnSale(app, { price: 1, stock: 2000 });
  for (const quantity of [999, 2]) {
    const { status, body } = await add(dear.variation_id, quantity);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: "invalid_line",
      message: expect.stringContaining("exceeds the maximum order total"),
    });
    expect(body.cart.items).toEqual([]);
  }
  const [line] = (await add(dear.variation_id, 1)).body.items;
  expect((await add(cheap.variation_id, 1)).body).toMatchObject({ code: "invalid_line", cart: { quantity: 1 } });
  const more = await ask("PATCH /cart", { token, body: { item_id: line.id, quantity: 2 } });
  expect(more.body).toMatchObject({ code: "invalid_line", cart: { quantity: 1 } });
  const saved = await ask("POST /cart", { token, body: { variation_id: cheap.variation_id, saved_for_later: true } });
  const [{ id }] = saved.body.saved_for_later;
  const back = await ask("PATCH /cart", { token, body: { item_id: id, saved_for_later: false } });
  expect(back.body.code).toBe("invalid_line");
  expect((await ask("GET /cart", { token })).body.totals.subtotal.amount).toBe(maxOrderAmount);
});

test("C10 a cart above the maximum after a price rise is shown, and says which quantity fits", async () => {
  const { token } = await shop.person();
  const goods = await Promise.all(
    Array.from({ length: 10 }, () => createProductOnSale(app, { price: 1, stock: 2000 })),
  );
  for (const { variation_id } of goods) await ask("POST /cart", { token, body: { variation_id, quantity: 999 } });
  for (const one of goods) await setPrice(app.db, one, maxOrderAmount / 1000);
  const { status, body } = await ask("GET /cart", { token });
  expect(status).toBe(200);
  expect(body.can_checkout).toBe(false);
  expect(body.totals.subtotal.amount).toBe((maxOrderAmount / 1000) * 999);
  const [first, second] = body.items;
  expect(first.problems.map(({ code }: { code: string }) => code)).toEqual(["price_up"]);
  expect(second.problems).toContainEqual({ code: "over_limit", available: 1 });
  const fewer = await ask("PATCH /cart", { token, body: { item_id: second.id, quantity: 1 } });
  expect(fewer.status).toBe(200);
  expect(fewer.body.totals.subtotal.amount).toBe(maxOrderAmount);
  for (const one of goods) await setPrice(app.db, one, maxOrderAmount);
  const dearest = await ask("GET /cart", { token });
  expect(dearest.status).toBe(200);
  expect(dearest.body).toMatchObject({ can_checkout: false, totals: { subtotal: { amount: maxOrderAmount } } });
});

test("C10 a line over the order maximum keeps its other problems and the smaller of its limits", () => {
  const line = (max_quantity: number) =>
    ({
      unit_price: { amount: maxOrderAmount / 10 },
      line_total: { amount: (maxOrderAmount / 10) * 11 },
      max_quantity,
      problems: [{ code: "price_up" }, { code: "over_limit", available: 1 }],
    }) as CartItem;
  const marked = (max_quantity: number) => applyOrderMaximum([line(max_quantity)], () => true).items[0];
  expect(marked(99)).toMatchObject({
    max_quantity: 10,
    problems: [{ code: "price_up" }, { code: "over_limit", available: 10 }],
  });
  expect(marked(3)).toMatchObject({ max_quantity: 3 });
});
