import { sql } from "kysely";
import { expect, test } from "vitest";
import { createProduct } from "#server/catalogue/catalogue.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { copyWishlist } from "./wishlist.sql.ts";
import { countWishlistItems } from "./wishlist.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const type = await sql<{ id: number }>`
  insert into product_types (name, slug) values ('Things', 'things') returning id`.execute(app.db);
const product = (name: string) =>
  inTransaction(app.db, (tx) =>
    createProduct(
      app,
      tx,
      {
        name,
        product_type_id: type.rows[0]?.id ?? 0,
        variations: [{ option_value_ids: [], price_amount: 1250, on_hand: 3 }],
      },
      null,
    ),
  );
const idsOf = ({ body }: { body: { data: { product_id: number }[] } }) => body.data.map((wish) => wish.product_id);

test("C11 products are added once, listed newest first, and removed", async () => {
  const { token, id } = await shop.person();
  const mug = await product("Mug");
  const lamp = await product("Lamp");
  const wish = (product_id: number) => ask("POST /wishlist", { token, body: { product_id } });
  expect(await wish(mug)).toMatchObject({ status: 201, body: { data: [{ product: { name: "Mug" } }] } });
  await wish(lamp);
  expect(idsOf(await wish(mug))).toEqual([lamp, mug]);
  expect(await countWishlistItems(app.db, id)).toBe(2);
  expect(idsOf(await ask(`DELETE /wishlist/${lamp}`, { token }))).toEqual([mug]);
  expect(idsOf(await ask(`DELETE /wishlist/${lamp}`, { token }))).toEqual([mug]);
  expect((await wish(999_999)).status).toBe(404);
});

test("Wishlist: 250 products at most, also after a merge; one that is on it is added again without a word", async () => {
  const [full, other] = [await shop.person(), await shop.person()];
  const products = [];
  for (let number = 1; number <= 3; number++) products.push(await product(`Last ${number}`));
  await sql`
    with made as (
      insert into products (slug, name, product_type_id, currency, status)
      select 'wished-' || n, 'Wished', ${type.rows[0]?.id}, 'EUR', 'archived' from generate_series(1, 249) n
      returning id
    )
    insert into wishlist_items (user_id, product_id, price_when_added) select ${full.id}, id, 100 from made`.execute(
    app.db,
  );
  const wish = async (product_id: number | undefined, { token } = full) =>
    ask("POST /wishlist", { token, body: { product_id } });
  expect((await wish(products[0])).status).toBe(201);
  expect((await wish(products[0])).status).toBe(201);
  expect(await wish(products[1])).toMatchObject({ status: 409, body: { code: "wishlist_full" } });
  for (const id of products) await wish(id, other);
  await inTransaction(app.db, (tx) => copyWishlist(tx, full.id, other.id));
  expect(await countWishlistItems(app.db, other.id)).toBe(250);
});

test("Wishlist: of products added at once no more get on it than there is room for", async () => {
  const who = await shop.person();
  const products = await Promise.all([1, 2, 3].map((number) => product(`At once ${number}`)));
  await sql`
    with made as (
      insert into products (slug, name, product_type_id, currency, status)
      select 'crowd-' || n, 'Wished', ${type.rows[0]?.id}, 'EUR', 'archived' from generate_series(1, 249) n
      returning id
    )
    insert into wishlist_items (user_id, product_id, price_when_added) select ${who.id}, id, 100 from made`.execute(
    app.db,
  );
  const wish = (product_id: number | undefined) => ask("POST /wishlist", { token: who.token, body: { product_id } });
  const added = await Promise.all(products.map(wish));
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await countWishlistItems(app.db, who.id)).toBe(250);
});

test("Wishlist: a product no longer sold is shown as unavailable", async () => {
  const { token } = await shop.person();
  const mug = await product("Gone");
  await ask("POST /wishlist", { token, body: { product_id: mug } });
  await sql`update products set status = 'archived' where id = ${mug}`.execute(app.db);
  const { body } = await ask("GET /wishlist", { token });
  expect(body.data).toEqual([{ product_id: mug, added_at: expect.any(String), product: null }]);
});

test("P2 P5 a wishlist needs an account, of a customer or an administrator, and is private", async () => {
  const one = await shop.person();
  const other = await shop.person();
  const admin = await shop.person("admin");
  const mug = await product("Mine");
  await ask("POST /wishlist", { token: one.token, body: { product_id: mug } });
  await ask(`DELETE /wishlist/${mug}`, { token: other.token });
  expect(idsOf(await ask("GET /wishlist", { token: one.token }))).toEqual([mug]);
  expect(idsOf(await ask("GET /wishlist", { token: other.token }))).toEqual([]);
  expect((await ask("GET /wishlist")).status).toBe(401);
  expect(idsOf(await ask("GET /wishlist", { token: admin.token }))).toEqual([]);
});
