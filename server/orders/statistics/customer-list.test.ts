import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { actAs, bought, fill, order, pay, placed, product } = selling(shop);
const { token } = await openAdmin(shop);
const list = async (query: string) =>
  (await shop.ask(`GET /customers?role=customer&${query}`, { token })).body.data.map(({ id }: { id: number }) => id);

const none = await shop.person();
const little = await bought({ price: 1000 });
await fill(little.buyer, (await product()).id);
await pay(little.buyer, (await order(little.buyer)).body.data.id);
const most = await bought({ price: 9000 });
const unpaid = await placed();

test("customers are sorted by orders and by what they spent, those without any as with 0", async () => {
  const [one, two] = [little.buyer.id, most.buyer.id];
  expect((await list("sort=-spent")).slice(0, 2)).toEqual([two, one]);
  expect((await list("sort=-orders")).slice(0, 2)).toEqual([one, two]);
  expect((await list("sort=spent")).slice(0, 2)).toEqual([none.id, unpaid.buyer.id]);
  expect((await list("sort=orders")).slice(-2)).toEqual([two, one]);
  const { body } = await shop.ask("GET /customers?role=customer&sort=-spent&per_page=1&page=2", { token });
  expect([body.data[0].id, body.meta.total]).toEqual([one, (await list("")).length]);
});

test("a list of more customers than are counted says so", async () => {
  await sql`
    insert into users (email, fullname)
    select 'many-' || n || '@example.com', 'Many ' || n from generate_series(1, 10001) n`.execute(shop.app.db);
  const { body } = await shop.ask("GET /customers?role=customer&name=many-&sort=fullname", { token });
  expect(body.meta).toMatchObject({ total: 10_000, has_more: true });
  await sql`delete from users where email like 'many-%'`.execute(shop.app.db);
});

test("the totals of customers follow their orders through payments, refunds, cancellations and other owners", async () => {
  const act = actAs({ token });
  const [one, two] = [await bought({ price: 1000 }), await bought({ price: 2000 })];
  const totals = async () =>
    (
      await sql<{ user_id: number }>`
        select user_id, orders, spent from customer_totals where user_id in (${one.buyer.id}, ${two.buyer.id})
        order by user_id`.execute(shop.app.db)
    ).rows.map(({ user_id, ...sums }) => [user_id === one.buyer.id ? "one" : "two", Object.values(sums).map(Number)]);
  const [paid, more] = [one.order.total.amount, two.order.total.amount];
  await act(one.id, "refunds", { amount: 300, reason: "Late" });
  expect(await totals()).toEqual([
    ["one", [1, paid - 300]],
    ["two", [1, more]],
  ]);
  await sql`update orders set user_id = ${one.buyer.id} where id = ${two.id}`.execute(shop.app.db);
  expect(await totals()).toEqual([["one", [2, paid - 300 + more]]]);
  await act(one.id, "cancel");
  expect(await totals()).toEqual([["one", [1, more]]]);
  expect(await listInconsistencies(shop.app.db)).toEqual([]);
  await sql`update customer_totals set spent = spent + 1 where user_id = ${one.buyer.id}`.execute(shop.app.db);
  expect(
    (await listInconsistencies(shop.app.db)).map(({ check, expected, found }) => [check, expected, found]),
  ).toEqual([["customer_spent", more, more + 1]]);
  await sql`update orders set user_id = null where id in (${one.id}, ${two.id})`.execute(shop.app.db);
  await sql`delete from customer_totals where user_id = ${one.buyer.id}`.execute(shop.app.db);
});

test("the export of customers has their orders and what they spent", async () => {
  const { body } = await shop.ask("GET /customers/export?role=customer", { token });
  const [header = "", ...lines] = (body as string).trim().split("\n");
  expect(header).toMatch(/,orders,spent,currency,subscribed_emails,address_name,/);
  const lineOf = (id: number) => lines.find((line) => line.startsWith(`${id},`));
  const { body: values } = await shop.ask(`GET /orders/by-customer?customer_id=${little.buyer.id}`, { token });
  const spent = (values.data[0].spent.amount / 100).toFixed(2);
  expect(lineOf(little.buyer.id)).toMatch(new RegExp(`,2,${spent},EUR,`));
  expect(lineOf(none.id)).toMatch(/,0,0\.00,EUR,/);
});

test("A7 the export of customers says which emails each gets, and has the default address", async () => {
  const [one, other] = [await shop.person(), await shop.person()];
  const choices = { price_drops: false, review_invitations: false };
  await shop.ask("PUT /notifications/email-preferences", { token: one.token, body: choices });
  const address = { fullname: "Ann Lee", line1: "1 Main St", city: "Austin", region_code: "TX", postal_code: "78701" };
  const body = { ...address, country: "US", phone: "+15125550100" };
  expect((await shop.ask("POST /account/addresses", { token: one.token, body })).status).toBe(201);
  const unconfirmed = await shop.person();
  await sql`update users set email_verified_at = null where id = ${unconfirmed.id}`.execute(shop.app.db);
  const file = (await shop.ask("GET /customers/export?role=customer", { token })).body as string;
  const lineOf = (id: number) => file.split("\n").find((line) => line.startsWith(`${id},`)) ?? "";
  expect(lineOf(one.id)).toMatch(
    /EUR,"order_updates, back_in_stock",Ann Lee,,1 Main St,,78701,Austin,TX,US,'?\+15125550100$/,
  );
  expect(lineOf(other.id)).toMatch(/EUR,"order_updates, review_invitations, back_in_stock, price_drops",,,,,,,,,$/);
  // Price drops go to confirmed addresses only.
  expect(lineOf(unconfirmed.id)).toMatch(/EUR,"order_updates, review_invitations, back_in_stock",,,,,,,,,$/);
});
