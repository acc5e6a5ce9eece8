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
const { bought } = selling(shop);
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
