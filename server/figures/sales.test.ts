import { sql } from "kysely";
import { expect, test } from "vitest";
import { seeded } from "#server/testing/properties.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { rollUpSales } from "./figures.sql.ts";
import { listBestSellers } from "./figures.ts";
import { findBestSellers } from "./sales.sql.ts";

const { db } = (await openTestShop()).app;
const [products, days, sales, limit] = [400, 500, 12_000, 8];
const dayOf = (at: number) => new Date(Date.UTC(2025, 0, 20 + at)).toISOString().slice(0, 10);

test.each([
  ["a few products are sold most", 3, true],
  ["all products are sold alike", 1, false],
])("A2 the best sellers of any period equal a recount when %s", async (_title, power, isFound) => {
  await sql`truncate variation_sales, product_sales`.execute(db);
  const pick = seeded(22);
  const sold = Array.from({ length: sales }, () => {
    const product = Math.floor((pick(1000) / 1000) ** power * products) + 1;
    return { product, day: dayOf(pick(days)), amount: 500 + ((product * 7919) % 9) };
  });
  await sql`
    insert into variation_sale_changes (at, variation_id, product_id, units, amount)
    select day::timestamp at time zone 'UTC' + interval '13 hours', product, product, 1, amount
    from unnest(${sold.map(({ day }) => day)}::date[], ${sold.map(({ product }) => product)}::bigint[],
      ${sold.map(({ amount }) => amount)}::bigint[]) as s (day, product, amount)`.execute(db);
  // The last ones are not added up yet.
  await rollUpSales(db, sales - 100);
  for (const length of [10, 32, 90, 365, 500]) {
    const first = pick(days - length + 1);
    const [from, to] = [dayOf(first), dayOf(first + length - 1)];
    const within = sold.filter(({ day }) => day >= from && day <= to);
    const recount = [...Map.groupBy(within, ({ product }) => product)]
      .map(([product_id, list]) => ({ product_id, units: list.length, amount: list.length * (list[0]?.amount ?? 0) }))
      .toSorted((one, other) => other.amount - one.amount || one.product_id - other.product_id);
    expect(await listBestSellers(db, { from, to, timezone: "UTC" }, limit)).toEqual(recount.slice(0, limit));
  }
  // Whether the best products of each month are enough to decide.
  const year = { from: dayOf(0), to: dayOf(364), timezone: "UTC" };
  expect((await findBestSellers(db, year, limit)) !== undefined).toBe(isFound);
  await rollUpSales(db, sales);
});
