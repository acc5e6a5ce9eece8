import { io } from "socket.io-client";
import { afterAll, expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { startShopProcess } from "#server/testing/shop-process.ts";

// The shop of the test only creates people and products; two other processes are tested.
const shop = await openTestShop();
const { app } = shop;
const { product } = selling(shop);
const environment = {
  DATA_DIR: app.config.dataDir,
  KIOSK_CONNECTION: JSON.stringify(app.database.connection),
  LOG_LEVEL: "fatal",
};
const open = () => startShopProcess("server/start/shop-process.fixture.ts", environment);
const [one, other] = await Promise.all([open(), open()]);
afterAll(() => Promise.all([one.stop(), other.stop()]));

async function call(at: { url: string }, route: string, token?: string, body?: unknown, key?: string) {
  const [method = "GET", path] = route.split(" ");
  const response = await fetch(`${at.url}/v1${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key ? { "idempotency-key": key } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any
  return (await response.json()) as any;
}

test("L6 events of one process reach the sockets of another", async () => {
  const { id } = await product();
  const [admin, customer] = [await shop.person("admin"), await shop.person()];
  const plugs = [admin, customer].map(({ token }) => io(other.url, { transports: ["websocket"], auth: { token } }));
  const received: { event: string; message: Record<string, unknown> }[] = [];
  try {
    for (const plug of plugs) plug.onAny((event, message) => received.push({ event, message }));
    const totals = () => received.flatMap(({ event, message }) => (event === "order_summary" ? message.total : []));
    await expect.poll(totals).toEqual([0]);

    const cart = await call(one, "POST /cart", customer.token, { variation_id: id, quantity: 1 });
    const { data: quote } = await call(one, "GET /checkout/quote?country=DE", customer.token);
    const wish = {
      cart_id: cart.id,
      quote_hash: quote.quote_hash,
      shipping_address: {
        fullname: "Ada",
        line1: "Main Street 1",
        city: "Berlin",
        postal_code: "10115",
        country: "DE",
      },
    };
    const { data: order } = await call(one, "POST /orders", customer.token, wish, "one order");
    await call(one, `POST /payments/${order.id}`, customer.token, { provider: "demo" }, "one payment");

    await expect.poll(totals).toContain(1);
    await expect
      .poll(() => received)
      .toContainEqual({ event: "order_changed", message: { order_id: order.id, status: "confirmed" } });
    await expect.poll(() => received).toContainEqual({ event: "cart_changed", message: { quantity: 0 } });
  } finally {
    for (const plug of plugs) plug.disconnect();
  }
});

test("L6 a price changed on one process is in the next response of another that had cached it", async () => {
  const { productId, slug } = await product({ price: 1000 });
  const admin = await shop.person("admin");
  const listed = async (at: { url: string }) => {
    const { data } = await call(at, "GET /product?per_page=100");
    return data.find((card: { slug: string }) => card.slug === slug)?.price.amount;
  };
  await expect.poll(() => listed(other)).toBe(1000);
  const { data: form } = await call(one, `GET /product/${productId}`, admin.token);
  let version = form.version;
  for (const price_amount of [1250, 1300, 1350, 1400, 1450, 1500, 1550, 1600]) {
    const changed = await call(one, `PUT /product/${productId}`, admin.token, {
      name: form.name,
      slug: form.slug,
      product_type_id: form.product_type_id,
      version,
      variations: form.variations.map(({ id }: { id: number }) => ({ id, price_amount })),
    });
    expect(await listed(other)).toBe(price_amount);
    expect(await listed(one)).toBe(price_amount);
    version = changed.data.version;
  }
});

test("A4 a product whose price changes on one process leaves a category with rules on another", async () => {
  const { productId } = await product({ price: 777 });
  const { token } = await shop.person("admin");
  const rules = { match: "all", conditions: [{ field: "price", op: "less_than", value: 778 }] };
  const { data: category } = await call(one, "POST /categories", token, { name: "Under 7.78", rules });
  const listed = async (at: { url: string }): Promise<number[]> =>
    (await call(at, `GET /product?category=${category.path}`)).data.map(({ id }: { id: number }) => id);
  expect([await listed(one), await listed(other)]).toEqual([[productId], [productId]]);
  const { data: form } = await call(one, `GET /product/${productId}`, token);
  const [variation] = form.variations;
  const change = { ...form, variations: [{ ...variation, price_amount: 778 }] };
  await call(one, `PUT /product/${productId}`, token, change);
  expect([await listed(other), await listed(one)]).toEqual([[], []]);
  const wider = { ...rules, conditions: [{ field: "price", op: "less_than", value: 779 }] };
  await call(other, `PUT /categories/${category.id}`, token, { name: category.name, version: 1, rules: wider });
  expect([await listed(one), await listed(other)]).toEqual([[productId], [productId]]);
});

test("P3 a permission removed on one process is refused by another in the next request", async () => {
  const admin = await shop.person("admin");
  const staff = await shop.person("staff", { orders: "write", marketing: "read" });
  const { data: members } = await call(one, "GET /staff", admin.token);
  const { version } = members.find(({ id }: { id: number }) => id === staff.id);
  expect(await call(other, "GET /coupons", staff.token)).toHaveProperty("data");

  const body = { role: "staff", permissions: { orders: "read" }, version };
  await call(one, `PUT /staff/${staff.id}`, admin.token, body);

  expect(await call(other, "GET /coupons", staff.token)).toMatchObject({ code: "forbidden" });
  expect(await call(other, "POST /orders/bulk", staff.token, {})).toMatchObject({ code: "forbidden" });
  expect(await call(other, "GET /orders", staff.token)).toHaveProperty("data");
});
