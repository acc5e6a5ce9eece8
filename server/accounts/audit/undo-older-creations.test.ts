import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const undo = async () => ask(`POST /audit/${(await ask("GET /audit")).body.data[0].id}/undo`);
const types = (await ask("GET /product-types")).body.data;

/** As a version without these fields recorded the latest change. */
const recordWithoutNewFields = () =>
  sql`
  update changes a
  set after = (
    select jsonb_object_agg(key, case when key like 'variation.%' then value - 'measure' else value end)
    from jsonb_each(a.after)
    where key not in ('safety', 'country_of_origin', 'energy_label', 'requires_unit_price')
  )
  where id = (select max(id) from changes)`.execute(shop.app.db);

test("a product type that was created before it had some fields can be undone, unless they were filled since", async () => {
  await ask("POST /product-types", { name: "Lamps" });
  await recordWithoutNewFields();
  expect((await undo()).status).toBe(200);
  await ask("POST /product-types", { name: "Oils", requires_unit_price: true });
  await recordWithoutNewFields();
  expect(await undo()).toMatchObject({ status: 409, body: { code: "stale" } });
});

test("a product that was created before it and its variations had some fields can be undone, unless they were filled since", async () => {
  const make = (name: string, variation: object = {}) =>
    ask("POST /product", { name, product_type_id: types[0].id, variations: [{ price_amount: 100, ...variation }] });
  await make("Mug");
  await recordWithoutNewFields();
  expect((await undo()).status).toBe(200);
  await make("Oil", { measure: { amount: 750, unit: "ml", base: null } });
  await recordWithoutNewFields();
  expect(await undo()).toMatchObject({ status: 409, body: { code: "stale" } });
});
