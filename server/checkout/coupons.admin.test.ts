import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { product, fill, order } = selling(shop);
const { token, coupon } = await openAdmin(shop);
const apply = (who: object, code: unknown) => ask("PUT /cart/coupon", { ...who, body: { code } });

test("C11 administrators edit coupons: a code is unique, an older edit is stale, a deactivated code is free again", async () => {
  const made = await coupon({ code: "DESK-1", kind: "fixed", value: 700 });
  expect((await ask("GET /coupons", { token: (await shop.person()).token })).body.code).toBe("forbidden");
  const body = { code: "desk-1", kind: "fixed", value: 800 };
  expect((await ask("POST /coupons", { token, body })).body.code).toBe("coupon_code_taken");
  for (const wrong of [
    { kind: "percent", value: 10_001 },
    { kind: "percent", value: 0 },
    { kind: "fixed", value: 0 },
    { code: "no spaces" },
    { starts_at: "2026-02-01T00:00:00.000Z", ends_at: "2026-01-01T00:00:00.000Z" },
  ])
    expect((await ask("POST /coupons", { token, body: { ...body, code: "DESK-2", ...wrong } })).status).toBe(400);
  const edit = { ...body, version: made.version };
  expect((await ask(`PUT /coupons/${made.id}`, { token, body: edit })).body.data).toMatchObject({
    code: "DESK-1",
    value: 800,
    version: made.version + 1,
  });
  const stale = await ask(`PUT /coupons/${made.id}`, { token, body: edit });
  expect([stale.body.code, stale.body.current.value]).toEqual(["stale", 800]);
  const listed = await ask("GET /coupons?name=desk&status=active&kind=fixed", { token });
  expect(listed.body.data).toMatchObject([{ id: made.id, value: 800, used: 0 }]);
  expect(listed.body.meta.total).toBe(1);
  expect((await ask(`DELETE /coupons/${made.id}`, { token })).status).toBe(204);
  expect((await ask(`DELETE /coupons/${made.id}`, { token })).status).toBe(404);
  expect((await ask(`GET /coupons/${made.id}`, { token })).status).toBe(404);
  expect((await ask("POST /coupons", { token, body })).status).toBe(201);
});

test("C11 a coupon can't have fewer uses than it had already; a deactivated one no longer applies to carts", async () => {
  const buyer = await shop.person();
  const variation = await product();
  const made = await coupon({ max_uses: 5 });
  for (let n = 0; n < 2; n++) {
    await fill(buyer, variation.id);
    await apply(buyer, made.code);
    await order(buyer);
  }
  const edit = { code: made.code, kind: "percent", value: 1000, max_uses: 1, version: made.version };
  const refused = await ask(`PUT /coupons/${made.id}`, { token, body: edit });
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, "max_uses"]);
  await fill(buyer, variation.id);
  await apply(buyer, made.code);
  await ask(`DELETE /coupons/${made.id}`, { token });
  const { body } = await ask("GET /cart", buyer);
  expect(body).toMatchObject({ coupon: { code: made.code, state: "invalid" }, totals: { discount: { amount: 0 } } });
});

test("A7 coupons are listed by status and kind, and exported as filtered", async () => {
  const codes = async (query: string) =>
    (await ask(`GET /coupons?name=LIST-&${query}`, { token })).body.data.map(({ code }: { code: string }) => code);
  await coupon({ code: "LIST-PAUSED", is_active: false });
  await coupon({ code: "LIST-EXPIRED", ends_at: "2020-01-01T00:00:00.000Z" });
  await coupon({ code: "LIST-SCHEDULED", starts_at: "2999-01-01T00:00:00.000Z", kind: "fixed", value: 250 });
  await coupon({ code: "LIST-ACTIVE", min_subtotal_amount: 1999 });
  for (const status of ["paused", "expired", "scheduled", "active"])
    expect(await codes(`status=${status}`)).toEqual([`LIST-${status.toUpperCase()}`]);
  expect(await codes("kind=fixed")).toEqual(["LIST-SCHEDULED"]);
  expect((await ask("GET /coupons?status=gone", { token })).status).toBe(400);
  const file = await ask("GET /coupons/export?name=list-&kind=percent", { token });
  expect(file.headers["content-disposition"]).toBe('attachment; filename="coupons.csv"');
  const lines = (file.body as string).trim().split("\n");
  expect(lines.map((line) => line.split(",").slice(0, 7).join())).toEqual([
    "code,status,kind,percent,amount,currency,minimum_subtotal",
    "LIST-ACTIVE,active,percent,10,,EUR,19.99",
    "LIST-EXPIRED,expired,percent,10,,EUR,",
    "LIST-PAUSED,paused,percent,10,,EUR,",
  ]);
});

test("A7 the orders that used a coupon are listed, also those that gave their use back", async () => {
  const buyer = await shop.person();
  const variation = await product();
  const made = await coupon({ max_uses: 2 });
  const orders: string[] = [];
  for (let n = 0; n < 2; n++) {
    await fill(buyer, variation.id);
    await apply(buyer, made.code);
    orders.push((await order(buyer)).body.data.id);
  }
  expect((await ask(`GET /coupons/${made.id}`, { token })).body.data).toMatchObject({ used: 2, status: "used_up" });
  await ask(`POST /orders/${orders[0]}/cancel`, { token: buyer.token, body: {} });
  const { body } = await ask(`GET /coupons/${made.id}/redemptions`, { token });
  expect(body.data).toMatchObject([
    { order_id: orders[1], released_at: null },
    { order_id: orders[0], released_at: expect.any(String) },
  ]);
  expect(body.meta.total).toBe(2);
  const listed = await ask(`GET /orders?id=${orders[0]}&id=${orders[1]}`, { token });
  expect(listed.body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(orders.toSorted());
  const others = await ask(`GET /orders?id=${orders[0]}`, { token: (await shop.person()).token });
  expect(others.body.data).toEqual([]);
  expect((await ask("GET /coupons/999999/redemptions", { token })).status).toBe(404);
});
