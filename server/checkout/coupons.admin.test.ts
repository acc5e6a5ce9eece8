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
  const listed = await ask("GET /coupons?name=desk&is_active=true", { token });
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
