import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const admin = await shop.person("admin");
const { body: types } = await shop.ask("GET /product-types", { token: admin.token });

const create = async (name: string, more: object = {}) => {
  const body = { name, product_type_id: types.data[0].id, variations: [{ price_amount: 1000 }], ...more };
  return (await shop.ask("POST /product", { token: admin.token, body })).body.data;
};
const setPrice = async (id: number, price_amount: number) => {
  const { body } = await shop.ask(`GET /product/${id}`, { token: admin.token });
  const variations = [{ id: body.data.variations[0].id, price_amount }];
  await shop.ask(`PUT /product/${id}`, { token: admin.token, body: { ...body.data, variations } });
  await shop.app.jobs.drain();
  // Emails wait a while for more drops.
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(shop.app.db);
  await shop.app.jobs.drain();
};
const wish = (token: string, product_id: number) => shop.ask("POST /wishlist", { token, body: { product_id } });
const drops = async (token: string) =>
  (await shop.ask("GET /notifications?type=price_drop", { token })).body.data.map(
    ({ title, body, link }: { title: string; body: string; link: string }) => [title, body, link],
  );
const emails = async (userId: number) => {
  const { rows } = await sql<{ is_dropped: boolean }>`
    select dropped_at is not null as is_dropped from email_outbox
    where template = 'price_drop' and user_id = ${userId}
    order by created_at`.execute(shop.app.db);
  return rows.map(({ is_dropped }) => (is_dropped ? "not sent" : "sent"));
};

test("a lower price is announced once to those who have the product on their wishlist", async () => {
  const [anna, ben, other] = [await shop.person(), await shop.person(), await shop.person()];
  const vase = await create("Vase");
  await wish(anna.token, vase.id);
  await wish(ben.token, vase.id);
  await shop.ask("PUT /notifications/email-preferences", { token: ben.token, body: { price_drops: false } });
  await setPrice(vase.id, 800);
  const notice = ["Price drop: Vase", "Now €8.00", `/details/${vase.slug}`];
  expect([await drops(anna.token), await drops(ben.token), await drops(other.token)]).toEqual([[notice], [notice], []]);
  expect([await emails(anna.id), await emails(ben.id)]).toEqual([["sent"], ["not sent"]]);
  await setPrice(vase.id, 800);
  expect(await drops(anna.token)).toHaveLength(1);
  await setPrice(vase.id, 700);
  expect(await drops(anna.token)).toHaveLength(2);
});

test("a price that is not below the one of the wish, or of a draft, is not announced", async () => {
  const anna = await shop.person();
  const [jug, bowl] = [await create("Jug"), await create("Bowl")];
  await wish(anna.token, jug.id);
  await wish(anna.token, bowl.id);
  await setPrice(jug.id, 1500);
  await setPrice(jug.id, 1000);
  const { body } = await shop.ask(`GET /product/${bowl.id}`, { token: admin.token });
  await shop.ask(`PUT /product/${bowl.id}`, { token: admin.token, body: { ...body.data, status: "draft" } });
  await setPrice(bowl.id, 500);
  expect(await drops(anna.token)).toEqual([]);
});
