import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { composeEmail } from "./compose.ts";
import type { QueuedEmail } from "./outbox.sql.ts";

const shop = await openTestShop();
const { app } = shop;

test("H7 a payment alert is emailed once to every administrator, with a link to the order", async () => {
  const [first, second] = [await shop.person("admin"), await shop.person("admin")];
  const alert = { key: "dispute:1", orderId: "0199-order", message: "The payment of order 1001 is disputed" };
  for (const _ of [1, 2]) await inTransaction(app.db, (tx) => app.events.emit(tx, "payment.alert_raised", alert));
  const { rows } = await sql<QueuedEmail>`
    select id, template, recipient, user_id, facts, attempts, created_at
    from email_outbox
    where template = 'admin_alert'
    order by user_id`.execute(app.db);
  expect(rows.map(({ user_id }) => user_id)).toEqual([first.id, second.id]);
  const [email, other] = await Promise.all(rows.map((row) => composeEmail(app, row)));
  expect(email).toMatchObject({ to: first.email, subject: "The payment of order 1001 is disputed" });
  expect((email as { html: string }).html).toContain("/dashboard/orders/0199-order");
  expect(other).toMatchObject({ to: second.email });
  await sql`update users set role = 'customer' where id = ${second.id}`.execute(app.db);
  expect(await composeEmail(app, rows[1] as QueuedEmail)).toBe("not wanted");
});

test("16.3.3 an alert of a change of administrators reaches one who was demoted before it was sent", async () => {
  const { id, email } = await shop.person("admin");
  const change = { what: "somebody@example.com was made an administrator", cause: "1" };
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.administrators_changing", change));
  await sql`update users set role = 'customer' where id = ${id}`.execute(app.db);
  const { rows } = await sql<QueuedEmail>`
    select id, template, recipient, user_id, facts, attempts, created_at
    from email_outbox
    where user_id = ${id} and template = 'admin_alert'`.execute(app.db);
  expect(await composeEmail(app, rows[0] as QueuedEmail)).toMatchObject({
    to: email,
    subject: expect.stringContaining("was made an administrator. If none of you did this"),
  });
});
