import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { DaySpan } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { listFiguresByDay } from "./figures.ts";

const shop = await openTestShop();
const { id: orderId } = await selling(shop).placed();

/** The revenue and refunds of each day, with these ledger entries alone, which are rolled back. */
async function summed(
  entries: { kind: string; amount: number; at: string }[],
  span: Pick<DaySpan, "from" | "to" | "until">,
) {
  const tx = await shop.app.db.startTransaction().execute();
  try {
    for (const { kind, amount, at } of entries)
      await sql`
        insert into order_transactions (order_id, kind, amount, currency, cause, actor_type, at)
        values (${orderId}, ${kind}, ${amount}, 'EUR', ${randomUUID()}, 'provider', ${at}::timestamptz)`.execute(tx);
    const days = await listFiguresByDay(tx, { ...span, timezone: "Europe/Berlin" });
    return days.flatMap(({ day, revenue, refunds }) => (revenue || refunds ? [[day, revenue, refunds]] : []));
  } finally {
    await tx.rollback().execute();
  }
}

test("Revenue of a day is payments less refunds and chargebacks", async () => {
  const at = "2026-05-02T12:00:00+02:00";
  const entries = [
    ["payment", 1000],
    ["refund", 100],
    ["refund", -30],
    ["chargeback", 200],
    ["chargeback_reversal", 7],
  ] as const;
  const all = entries.map(([kind, amount]) => ({ kind, amount, at }));
  expect(await summed(all, { from: "2026-05-01", to: "2026-05-03" })).toEqual([["2026-05-02", 737, 263]]);
});

test("Revenue of a day is that from its midnight to the next, or to a time of the last day", async () => {
  const payments = [
    { amount: 1, at: "2026-04-30T23:59:59+02:00" },
    { amount: 20, at: "2026-05-01T00:00:00+02:00" },
    { amount: 300, at: "2026-05-02T09:59:59+02:00" },
    { amount: 4000, at: "2026-05-02T10:00:00+02:00" },
    { amount: 50_000, at: "2026-05-03T00:00:00+02:00" },
  ].map((payment) => ({ ...payment, kind: "payment" }));
  expect(await summed(payments, { from: "2026-05-01", to: "2026-05-02" })).toEqual([
    ["2026-05-01", 20, 0],
    ["2026-05-02", 4300, 0],
  ]);
  expect(await summed(payments, { from: "2026-05-01", to: "2026-05-02", until: "10:00:00" })).toEqual([
    ["2026-05-01", 20, 0],
    ["2026-05-02", 300, 0],
  ]);
});
