import { sql } from "kysely";
import { expect, test } from "vitest";
import { tokenSecret } from "#server/accounts/accounts.ts";
import { listRows, listValues } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay } = selling(shop);
const admin = await shop.person("admin");
const requested: DomainEvents["account.email_requested"][] = [];
app.events.on("account.email_requested", async (_tx, email) => void requested.push(email));

/**
 * Where the copy of a customer's data has what each table knows about people (`POST /customers/:id/data`), or, after a dash,
 * why it has nothing of it. A new table with an account or a way to reach somebody needs a row.
 */
const copies: Record<string, string> = {
  users: "profile",
  user_identities: "sign_in_providers",
  addresses: "addresses",
  contact_emails: "confirmed_emails",
  sessions: "sessions",
  changes: "changes",
  orders: "orders",
  returns: "returns",
  withdrawals: "withdrawals",
  carts: "cart",
  wishlist_items: "wishlist",
  reviews: "reviews",
  review_votes: "review_votes",
  review_reports: "review_reports",
  stock_alerts: "stock_alerts",
  notifications: "notifications",
  notification_prefs: "emails_turned_off",
  email_outbox: "emails",
  order_events: "orders",
  order_refund_accounts: "orders",
  coupon_redemptions: "orders",
  payments: "orders",
  two_factor: "- secrets of the sign-in",
  one_time_tokens: "- secrets of the sign-in, for days",
  customer_notes: "- what staff wrote",
  customer_tags: "- what staff wrote",
  customer_totals: "- sums of the orders",
  gift_cards: "- the recipient is the merchant's own note",
  webhook_inbox: "- reports of payment providers, whose effect is in the orders",
  withdrawal_lines: "withdrawals",
  ...none("about staff", "staff_permissions staff_invitations list_preferences bulk_edits import_jobs"),
  ...none("about staff", "stock_movements refunds order_transactions"),
  ...none("no data of a person", "unsubscribe_key"),
};

function none(why: string, tables: string): Record<string, string> {
  return Object.fromEntries(tables.split(" ").map((table) => [table, `- ${why}`]));
}

/** A column of such a name holds data of a person, or refers to one. */
const personal =
  "(^|_)(user_id|actor_id|email|recipient|fullname|phone|iban|user_agent|device_hash|customer_note|author|author_id)$";

test("each table with data of people says where the copy of a customer's data has it", async () => {
  const found = await listValues<string>(app.db)`
    select distinct c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = (select relnamespace from pg_class where oid = 'users'::regclass)
      and (a.attname ~ ${personal} or exists (
        select from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'users'::regclass and a.attnum = any(f.conkey)))
    order by 1`;
  expect(found.filter((table) => !(table in copies))).toEqual([]);
});

const marker = "Zyxtrion";
const email = `${marker.toLowerCase()}@example.com`;
const headers = { "x-forwarded-for": "10.5.0.1", cookie: "device_id=personal" };

/** A customer with something in all tables, and a guest with their email on another device, whose order is withdrawn from. */
async function livedIn() {
  const fullname = `${marker} Lovelace`;
  const body = { username: marker, email, password: "battery staple", fullname };
  const { body: signedUp } = await ask("POST /auth/register", { headers, body });
  const me = { id: signedUp.user.id as number, token: signedUp.access_token as string, email };
  const { tokenId } = requested.findLast(({ kind, to }) => kind === "verify" && to === email) ?? {};
  const confirmed = await ask("POST /auth/email/confirm", {
    headers,
    body: { token: tokenSecret(app, "verify", tokenId ?? "") },
  });
  expect(confirmed.status).toBe(200);
  const as = { token: me.token };
  const home = { fullname, line1: `${marker} Street 1`, city: "Berlin", postal_code: "10115", country: "DE" };
  await ask("POST /account/addresses", { ...as, body: home });
  const sold = await product({ stock: 9 });
  await fill(me, sold.id);
  const { body: placed } = await order(me, { shipping_address: home, note: `${marker} rings twice` });
  await pay(me, placed.data.id);
  await ask(`POST /customers/${me.id}/tags`, { token: admin.token, body: { name: "vip" } });
  await ask("POST /wishlist", { ...as, body: { product_id: sold.productId } });
  await fill(me, (await product()).id);
  for (const account_status of ["blocked", "active"])
    await ask(`PATCH /customers/${me.id}`, { token: admin.token, body: { account_status } });
  // Which has ended the session.
  expect(
    (await ask("POST /auth/login", { headers, body: { username: marker, password: "battery staple" } })).status,
  ).toBe(200);
  const guestAs = { "x-forwarded-for": "10.5.0.2", cookie: "device_id=personal-2" };
  const { body: signedIn } = await ask("POST /auth/guest", { headers: guestAs, body: { email } });
  const guest = { id: signedIn.user.id as number, token: signedIn.access_token as string, email };
  await fill(guest, sold.id);
  const { body: second } = await order(guest, { shipping_address: home });
  await pay(guest, second.data.id);
  const withdrawal = { name: fullname, order_number: second.data.number, email };
  expect((await ask("POST /withdrawals", { headers: guestAs, body: withdrawal })).status).toBeLessThan(300);
  const soldOut = await product({ stock: 0 });
  await sql`
    insert into stock_alerts (variation_id, user_id, email)
    values (${soldOut.id}, ${me.id}, null), (${soldOut.id}, null, ${email})`.execute(app.db);
  await sql`
    insert into contact_emails (user_id, email) values (${me.id}, ${`other.${email}`})`.execute(app.db);
  await sql`
    insert into user_identities (user_id, provider, subject, email)
    values (${me.id}, 'google', ${marker}, ${email})`.execute(app.db);
  await sql`
    insert into notification_prefs (user_id, type, channel, enabled)
    values (${me.id}, 'price_drop', 'email', false)`.execute(app.db);
  await writeReviews(me.id, sold.productId);
  await app.jobs.drain();
  return { me, guest, orders: [placed.data, second.data] as { id: string; number: string }[] };
}

async function writeReviews(id: number, productId: number) {
  const author = await shop.person();
  await sql`
    with mine as (
      insert into reviews (product_id, user_id, author, rating, title, body)
      values (${productId}, ${id}, ${marker}, 5, 'Good', 'It works')
    ), others as (
      insert into reviews (product_id, user_id, author, rating, title, body)
      values (${productId}, ${author.id}, 'Grace', 5, 'Good', 'It works') returning id
    ), voted as (
      insert into review_votes (review_id, user_id, value) select id, ${id}, 1 from others
    )
    insert into review_reports (review_id, user_id, reason) select id, ${id}, 'spam' from others`.execute(app.db);
}

/** The tables with rows in which the marker is, but of graphile-worker's. */
async function tablesWithMarker() {
  const tables = await listValues<string>(app.db)`
    select c.relname from pg_class c
    where c.relkind = 'r' and c.relnamespace = (select relnamespace from pg_class where oid = 'users'::regclass)
    order by 1`;
  const found: string[] = [];
  for (const table of tables) {
    const rows = await listRows(app.db)`
      select from ${sql.table(table)} t where t::text ilike ${`%${marker}%`} limit 1`;
    if (rows.length > 0) found.push(table);
  }
  return found;
}

const lived = await livedIn();

test("the copy of a customer's data has something of each of them", async () => {
  const before = await tablesWithMarker();
  expect(before.filter((table) => !(table in copies) && table !== "invoices" && table !== "idempotency_keys")).toEqual(
    [],
  );
  const { status, body } = await ask(`POST /customers/${lived.me.id}/data`, { token: admin.token });
  expect(status).toBe(200);
  const kinds = new Set(Object.values(copies).filter((at) => !at.startsWith("-")));
  expect(
    Object.keys(body.data)
      .filter((key) => key !== "provisional_accounts")
      .toSorted(),
  ).toEqual([...kinds].toSorted());
  const empty = Object.entries<object>(body.data).filter(([, rows]) => Object.keys(rows).length === 0);
  expect(empty.map(([kind]) => kind)).toEqual(["returns"]);
  expect(body.data.orders.map(({ number }: { number: string }) => number).toSorted()).toEqual(
    lived.orders.map(({ number }) => number).toSorted(),
  );
  expect(body.data.withdrawals).toHaveLength(1);
  expect(body.data.stock_alerts).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain("vip");
});

test("once an account is erased and its orders have ended, nothing of the customer is left but in invoices", async () => {
  const { me, orders } = lived;
  const erased = await ask(`POST /customers/${me.id}/erasure`, { token: admin.token, body: { confirmation: marker } });
  expect(erased.status).toBe(204);
  await sql`
    update orders set status = 'completed' where id = any(${orders.map(({ id }) => id)}::uuid[])
      and status not in ('cancelled', 'completed')`.execute(app.db);
  await app.jobs.drain();
  const { anonymizeEndedOrders } = await import("#server/orders/editing/editing.ts");
  await inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));
  // The farewell is the last email to the address, and goes with the others after 90 days.
  await sql`delete from email_outbox where template = 'account_deleted'`.execute(app.db);
  expect(await tablesWithMarker()).toEqual(["invoices"]);
});
