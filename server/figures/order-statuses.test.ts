import { sql } from "kysely";
import { expect, test } from "vitest";
import { OrderStatus } from "#contract/orders/orders.ts";
import { openTestShop } from "#server/testing/shop.ts";

const { app } = await openTestShop();

test("A2 an order of any status is counted in the column of that status, and in no other", async () => {
  const columns = OrderStatus.options.map((status) => sql.ref(status));
  for (const status of OrderStatus.options) {
    await sql`delete from figure_changes`.execute(app.db);
    const order = JSON.stringify({ status, placed_at: "2026-01-01T12:00:00Z", total_amount: 0 });
    await sql`select count_order(jsonb_populate_record(null::orders, ${order}::jsonb), 1)`.execute(app.db);
    const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)} from figure_changes`.execute(app.db);
    expect(rows).toEqual([Object.fromEntries(OrderStatus.options.map((name) => [name, Number(name === status)]))]);
  }
});

test("A2 an order can have the statuses of the contract, and no others", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid = 'orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%closed_returned%'`.execute(
    app.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { definition } of rows) {
    const known = [...definition.matchAll(/'(\w+)'::text/g)].map(([, name]) => name);
    expect(new Set(known), definition).toEqual(new Set(OrderStatus.options));
  }
});
