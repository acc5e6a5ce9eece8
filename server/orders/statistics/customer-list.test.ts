import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, fill, order, pay, placed, product } = selling(shop);
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

test("the export of customers has their orders and what they spent", async () => {
  const { body } = await shop.ask("GET /customers/export?role=customer", { token });
  const [header = "", ...lines] = (body as string).trim().split("\n");
  expect(header).toMatch(/,orders,spent,currency$/);
  const lineOf = (id: number) => lines.find((line) => line.startsWith(`${id},`));
  const { body: values } = await shop.ask(`GET /orders/by-customer?customer_id=${little.buyer.id}`, { token });
  const spent = (values.data[0].spent.amount / 100).toFixed(2);
  expect(lineOf(little.buyer.id)).toMatch(new RegExp(`,2,${spent},EUR$`));
  expect(lineOf(none.id)).toMatch(/,0,0\.00,EUR$/);
});
