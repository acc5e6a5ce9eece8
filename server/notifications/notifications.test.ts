import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { allPermissions } from "#contract/resources/permissions.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { getLiveSummary, markNotificationsRead } from "./notifications.ts";

const shop = await openTestShop();
const { placed, pay, bought } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");
const second = await shop.person("admin");
const list = async ({ token }: { token: string }, query = "") =>
  (await shop.ask(`GET /notifications${query}`, { token })).body;

test("L4 a confirmed order is a new_order for every administrator and an order_confirmed for its customer", async () => {
  const { buyer, id, order } = await bought();
  for (const one of [admin, second])
    expect((await list(one)).data[0]).toMatchObject({
      type: "new_order",
      title: `New order ${order.number}`,
      read_at: null,
    });
  expect((await list(buyer)).data).toMatchObject([{ type: "order_confirmed", link: `/account/orders/${id}` }]);
});

test("L4 a new customer is a new_user for every administrator", async () => {
  const body = { email: "new@example.com", password: "password-1", fullname: "Grace Hopper" };
  const { status, body: newcomer } = await shop.ask("POST /auth/register", { body });
  expect(status).toBe(201);
  expect((await list(admin)).data[0]).toMatchObject({
    type: "new_user",
    title: "New customer: Grace Hopper",
    link: `/dashboard/users/${newcomer.user.id}`,
  });
});

test("Notification: an event processed twice notifies once, and unread is counted, not incremented", async () => {
  const { buyer, id, order } = await placed();
  await pay(buyer, id);
  const event = { orderId: id, userId: buyer.id, number: order.number };
  await inTransaction(app.db, (tx) => app.events.emit(tx, "order.confirmed", event));
  expect((await list(buyer)).meta.total).toBe(1);
  expect((await shop.ask("GET /account/counts", { token: buyer.token })).body).toEqual({
    orders: 1,
    wishlist: 0,
    notifications: 1,
  });
});

test("H7 customers are notified of shipments, deliveries and cancellations; reading lowers the count", async () => {
  const { buyer, id } = await bought();
  const shipped = await shop.ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  await shop.ask(`POST /fulfilments/${shipped.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  const received = (await list(buyer)).data;
  expect(received.map((one: { type: string }) => one.type)).toEqual([
    "order_delivered",
    "order_shipped",
    "order_confirmed",
  ]);
  const read = () => shop.ask(`POST /notifications/${received[0].notification_id}/read`, { token: buyer.token });
  expect((await read()).body.data).toEqual({ orders: 0, wishlist: 0, notifications: 2 });
  expect((await read()).body.data.notifications).toBe(2);
  expect((await list(buyer, "?unread=1")).meta.total).toBe(2);
  expect((await shop.ask("POST /notifications/read-all", { token: buyer.token })).body.data.notifications).toBe(0);
  const other = await bought();
  await shop.ask(`POST /orders/${other.id}/cancel`, { token: other.buyer.token, body: {} });
  const types = (await list(other.buyer)).data.map((one: { type: string }) => one.type);
  expect(types).toEqual(["order_refunded", "order_cancelled", "order_confirmed"]);
});

test("H7 customers are notified once of a cancelled shipment", async () => {
  const { buyer, id, order } = await bought();
  const shipped = await shop.ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  const route = `POST /fulfilments/${shipped.body.data.fulfilments[0].id}/cancel`;
  for (const status of [200, 409])
    expect((await shop.ask(route, { token: admin.token, body: {} })).status).toBe(status);
  const received = (await list(buyer)).data;
  expect(received.map(({ type }: { type: string }) => type)).toEqual([
    "shipment_cancelled",
    "order_shipped",
    "order_confirmed",
  ]);
  expect(received[0]).toMatchObject({
    title: `A shipment of order ${order.number} hasn't been sent yet`,
    link: `/account/orders/${id}`,
  });
});

test("P5 nobody reads another's notifications", async () => {
  const { buyer } = await bought();
  const [mine] = (await list(buyer)).data;
  const other = await shop.person();
  expect((await shop.ask(`POST /notifications/${mine.notification_id}/read`, { token: other.token })).status).toBe(404);
  expect((await list(other)).data).toEqual([]);
});

test("L2 the summary is absolute: unread, the latest, and for administrators the badges, each cleared alone", async () => {
  await bought();
  const before = await getLiveSummary(app.db, { id: second.id, permissions: allPermissions });
  expect(before.latest.length).toBeLessThanOrEqual(5);
  expect(before.badges.reduce((sum, badge) => sum + badge.unread, 0)).toBe(before.unread);
  await inTransaction(app.db, (tx) => markNotificationsRead(tx, second.id, ["new_order"]));
  const after = await getLiveSummary(app.db, { id: second.id, permissions: allPermissions });
  const [orders, users] = after.badges;
  expect([orders?.unread, users?.unread]).toEqual([0, before.badges[1]?.unread]);
  expect((await getLiveSummary(app.db, { id: second.id, permissions: {} })).badges).toEqual([]);
});

test("H7 administrators are alerted to low stock once a day, and read alerts apart from other notifications", async () => {
  const { id } = await bought({ stock: 7 });
  const alerts = async () => (await list(admin, "?unread=1&type=low_stock&type=review_waiting")).data;
  expect(await alerts()).toEqual([]);
  await bought({ stock: 6, quantity: 1 });
  expect(await alerts()).toEqual([]);
  await bought({ stock: 5, quantity: 1 });
  expect(await alerts()).toMatchObject([{ type: "low_stock", title: "Cup is low in stock: 4 left" }]);
  await shop.ask(`POST /orders/${id}/cancel`, { token: admin.token, body: {} });
  expect(await alerts()).toHaveLength(1);
  const unread = (await list(admin, "?unread=1")).meta.total;
  const body = { type: ["low_stock"] };
  const { status } = await shop.ask("POST /notifications/read-all", { token: admin.token, body });
  expect([status, (await list(admin, "?unread=1")).meta.total]).toEqual([200, unread - 1]);
});

test("H7 administrators are alerted to requested returns and failed imports, each with the page to go to", async () => {
  const { id, buyer } = await bought();
  const sent = await shop.ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  const order = sent.body.data;
  await shop.ask(`POST /fulfilments/${order.fulfilments[0].id}/deliver`, { token: admin.token });
  const items = [{ order_item_id: order.items[0].id, quantity: 1, reason_code: "does_not_fit" }];
  expect((await shop.ask("POST /returns", { token: buyer.token, body: { order_id: id, items } })).status).toBe(201);
  expect((await list(admin, "?type=return_requested")).data).toMatchObject([
    { title: expect.stringContaining(`for order ${order.number}`), link: `/dashboard/orders/${id}` },
  ]);
  const failed = { id: randomUUID(), kind: "products" as const, message: "This is no table." };
  await inTransaction(app.db, (tx) => app.events.emit(tx, "import.failed", failed));
  expect((await list(admin, "?type=import_failed")).data).toMatchObject([
    { body: failed.message, link: `/dashboard/products/import?job=${failed.id}` },
  ]);
});

test("H7 L2 a review with a link alerts administrators, and so does each report of a review", async () => {
  const { id, buyer, variation } = await bought();
  const sent = await shop.ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  await shop.ask(`POST /fulfilments/${sent.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  const review = (body: string) =>
    shop.ask("POST /review", { token: buyer.token, body: { product_id: variation.productId, rating: 2, body } });
  const { data } = (await review("See www.example.com")).body;
  const alerts = async () => (await list(admin, "?type=review_waiting")).data;
  expect(await alerts()).toMatchObject([
    { title: "A review waits to be published", link: "/dashboard/reviews?view=pending" },
  ]);
  const moderation = { version: data.version, status: "published" };
  await shop.ask(`PATCH /reviews/${data.id}`, { token: admin.token, body: moderation });
  const reader = await shop.person();
  for (const _ of [1, 2])
    await shop.ask(`POST /reviews/${data.id}/report`, { token: reader.token, body: { reason: "spam" } });
  expect(await alerts()).toMatchObject([
    { title: "A review was reported", link: "/dashboard/reviews?view=reported" },
    { title: "A review waits to be published" },
  ]);
  const { badges } = await getLiveSummary(app.db, { id: admin.id, permissions: allPermissions });
  expect(badges.find(({ type }) => type === "review_waiting")?.unread).toBe(2);
});
