import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { isGuessed } from "#server/accounts/accounts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { insertWithdrawal, listWithdrawals } from "./withdrawals.sql.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, look, key } = selling(shop);

async function declare(email: string, order_number: number, more: object = {}) {
  const body = { name: "Ada Lovelace", order_number, email, ...more };
  await ask("POST /withdrawals", { headers: key(), body });
  await app.jobs.drain();
}

test("Withdrawal: after 20 wrong numbers of a day staff decide, also once the block of the last one is over", async () => {
  const sold = await bought();
  const { email } = sold.buyer;
  for (let wrong = 1; wrong <= 20; wrong++) await declare(email, 900_000 + wrong);
  await sql`
    update auth_attempts
    set blocked_until = now() - interval '1 second', last_failure_at = now() - interval '1 minute'`.execute(app.db);
  await declare(email, sold.order.number);
  expect((await look(sold.buyer, sold.id)).status).toBe("confirmed");
  expect(await listWithdrawals(app.db, sold.id)).toMatchObject([{ units: [{ outcome: "left" }] }]);
  // A day without one.
  await sql`update auth_attempts set last_failure_at = now() - interval '25 hours'`.execute(app.db);
  expect(await isGuessed(app.db, `withdrawal ${email}`)).toBe(false);
});

test("Withdrawal: what only says something else in words is recorded a hundred times, and of units always", async () => {
  const sold = await bought();
  const row = {
    order_id: sold.id,
    name: "Ada Lovelace",
    received_at: new Date(),
    source: "form" as const,
    is_whole: false,
    units: [],
  };
  await inTransaction(app.db, async (tx) => {
    for (let number = 1; number <= 99; number++)
      await insertWithdrawal(tx, { ...row, id: randomUUID(), note: `Item ${number}` });
  });
  for (const note of ["The last", "One more"]) await declare(sold.buyer.email, sold.order.number, { note });
  expect(await listWithdrawals(app.db, sold.id)).toHaveLength(100);
  await declare(sold.buyer.email, sold.order.number);
  expect((await look(sold.buyer, sold.id)).status).toBe("cancelled");
});
