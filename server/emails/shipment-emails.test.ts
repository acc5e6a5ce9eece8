import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
// The templates are loaded with the first email, which is slow on a busy machine.
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({ smtpUrl: server.url(), publicUrl: "https://shop.example" });
const { app, ask } = shop;
const { bought, product, fill, order, pay, key } = selling(shop);
const admin = await shop.person("admin");
const to = (email: string) => server.received.filter((one) => one.to?.some(({ address }) => address === email));
const subjects = (email: string) => to(email).map(({ subject }) => subject);

test("C11 a cancelled shipment has one email, and none if its shipment email was not sent", async () => {
  const { buyer, id, order } = await bought({ quantity: 2 });
  const ship = async () => {
    const { body } = await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
    return body.data.fulfilments.at(-1).id;
  };
  const cancelShipment = (shipment: number) =>
    ask(`POST /fulfilments/${shipment}/cancel`, { token: admin.token, body: {} });
  const wrong = await ship();
  await app.jobs.drain();
  for (const status of [200, 409]) expect((await cancelShipment(wrong)).status).toBe(status);
  await app.jobs.drain();
  const expected = [
    `Order ${order.number} is confirmed`,
    `Order ${order.number} is on its way`,
    `Order ${order.number}: your shipment hasn't been sent yet`,
  ];
  expect(subjects(buyer.email)).toEqual(expected);
  const email = to(buyer.email).at(-1);
  expect(email?.text).toMatch(/It hasn.t been sent yet[\s\S]*Cup[\s\S]*× 2/);
  expect(email?.text).toContain(`https://shop.example/account/orders/${id}`);
  await cancelShipment(await ship());
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual(expected);
  await ship();
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([...expected, `Order ${order.number} is on its way`]);
});

test("C11 cash on delivery is due with the last shipment only", async () => {
  const { buyer, id, order } = await bought({ quantity: 2, provider: "cod" });
  const shipOne = async () => {
    const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
    await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: { items } });
    await app.jobs.drain();
    return to(buyer.email).at(-1)?.text;
  };
  expect(await shipOne()).toMatch(/is due on delivery of the last shipment of your order/);
  expect(await shipOne()).toMatch(/is due on delivery\./);
});

test("C11 a shipment email retried after the shipment was cancelled is not sent", async () => {
  const { buyer, id, order } = await bought();
  await app.jobs.drain();
  const { body } = await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  const shipment = body.data.fulfilments[0].id;
  // Another process has claimed it, and its attempt fails.
  const claim = (until: string) =>
    sql`
      update email_outbox
      set claimed_until = ${until}::timestamptz
      where dedupe_key = ${`order_shipped:${shipment}`}`.execute(app.db);
  await claim("infinity");
  await ask(`POST /fulfilments/${shipment}/cancel`, { token: admin.token, body: {} });
  await claim("-infinity");
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([
    `Order ${order.number} is confirmed`,
    `Order ${order.number}: your shipment hasn't been sent yet`,
  ]);
});

test("C11 a customer hears of a delivered order once, when its last shipment has arrived", async () => {
  const { buyer, id, order } = await bought({ quantity: 2 });
  const ship = async () => {
    const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
    const { body } = await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: { items } });
    return body.data.fulfilments.at(-1).id;
  };
  const deliver = (shipment: number) => ask(`POST /fulfilments/${shipment}/deliver`, { token: admin.token });
  const delivered = () => subjects(buyer.email).filter((subject) => /has been delivered/.test(subject ?? ""));
  const [first, last] = [await ship(), await ship()];
  expect((await deliver(first)).status).toBe(200);
  await app.jobs.drain();
  expect(delivered()).toEqual([]);
  expect((await deliver(last)).status).toBe(200);
  await app.jobs.drain();
  expect(delivered()).toEqual([`Order ${order.number} has been delivered. How was it?`]);
  const bell = (await ask("GET /notifications", { token: buyer.token })).body.data;
  const titles = bell.filter(({ type }: { type: string }) => type === "order_delivered");
  expect(titles.map(({ title }: { title: string }) => title)).toEqual([
    `Order ${order.number} was delivered`,
    `Part of order ${order.number} was delivered`,
  ]);
});

test("C11 customers are told what staff cancelled, and what is due on delivery then", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 2000 })).id, 3);
  const { id, number, items } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "cod" });
  const units = { items: [{ order_item_id: items[0].id, quantity: 2 }] };
  const cut = await ask(`POST /orders/${id}/lines/cancel`, { token: admin.token, body: units, headers: key() });
  expect(cut.status).toBe(200);
  await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  await app.jobs.drain();
  const textOf = (subject: string) => to(buyer.email).find((one) => one.subject === subject)?.text ?? "";
  expect(textOf(`Items of order ${number} were cancelled`)).toContain("Cancelled: 2 × Cup.");
  expect(textOf(`Items of order ${number} were cancelled`)).toMatch(/Due on delivery\s+€20\.00/);
  expect(textOf(`Order ${number} is on its way`)).toContain("€20.00 is due on delivery.");
});

test("C11 an order is delivered too when staff cancel what is left of it", async () => {
  const { buyer, id, order } = await bought({ quantity: 2 });
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const { body } = await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: { items } });
  await ask(`POST /fulfilments/${body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  await ask(`POST /orders/${id}/lines/cancel`, { token: admin.token, body: { items }, headers: key() });
  await app.jobs.drain();
  expect(subjects(buyer.email)).toContain(`Order ${order.number} has been delivered. How was it?`);
});
