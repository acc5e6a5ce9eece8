import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const { product } = selling(shop);
const ask = (route: string, body?: object, headers = {}) => shop.ask(route, { token, body, headers });
const read = async (path: string) => (await ask(`GET ${path}`)).body.data;
const total = async () => (await ask("GET /audit")).body.meta.total;

test("A7 writes that change nothing are not recorded", async () => {
  const { id, productId } = await product({ stock: 7 });
  const tag = (await ask("POST /tags", { name: "Once" })).body.data;
  const path = `/product/${productId}`;
  await ask(`POST ${path}/tag/${tag.id}`);
  const { images: _images, ...form } = await read(path);
  const coupon = (await ask("POST /coupons", { code: "SAME", kind: "percent", value: 1000 })).body.data;
  const before = await total();
  const writes: [string, object?, object?][] = [
    [`POST /variations/${id}/stock`, { on_hand: 7, reason: "correction" }, { "idempotency-key": "same-count-1" }],
    [`POST ${path}/tag/${tag.id}`],
    [`PUT ${path}`, form],
    [`PUT /coupons/${coupon.id}`, { ...coupon, code: "SAME" }],
  ];
  for (const [route, body, headers] of writes) {
    const { status, headers: answered } = await ask(route, body, headers);
    expect([route, status, answered.undo, await total()]).toEqual([route, 200, undefined, before]);
  }
});

test("A5 a row of the grid that is saved as it is keeps its version, and only the changed ones are recorded", async () => {
  const [same, other] = [await product({ stock: 7 }), await product({ stock: 7 })];
  const rowOf = async ({ productId }: { productId: number }) =>
    (await ask(`GET /product/admin/variations?id=${productId}`)).body.data[0];
  const [one, two] = [await rowOf(same), await rowOf(other)];
  const before = await total();
  const { version } = await read(`/product/${same.productId}`);
  const unchanged = { ...one, on_hand_was: one.on_hand };
  const all = await ask("PUT /product/admin/variations", { changes: [unchanged] });
  expect([all.status, all.body.data, all.headers.undo, await total()]).toEqual([200, [one], undefined, before]);
  const some = await ask("PUT /product/admin/variations", { changes: [unchanged, { ...two, price_amount: 1 }] });
  expect([some.status, some.body.data.length]).toEqual([200, 2]);
  expect([await rowOf(same), (await rowOf(other)).version]).toEqual([one, two.version + 1]);
  expect((await read(`/product/${same.productId}`)).version).toBe(version);
  const [entry] = (await ask(`GET /audit?entity=product&entity_id=${other.productId}`)).body.data;
  expect(entry).toMatchObject({ after: { [`variation.${other.id}`]: { price_amount: 1 } } });
  expect((await ask(`GET /audit?entity=product&entity_id=${same.productId}`)).body.data).toEqual([]);
  // A count without what it was is of the stock as it is now.
  const counted = await ask("PUT /product/admin/variations", { changes: [{ ...one, on_hand: 9 }] });
  expect([counted.status, (await rowOf(same)).on_hand]).toEqual([200, 9]);
});
