import { globSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { defaultRetention, fixedRetention } from "#contract/shop/retention-periods.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { db, jobs } = shop.app;

/**
 * Why no table grows for ever. A new one needs a row: what its rows belong to and go with, or how long they are stored
 * (as in its SQL; `name` as in `contract/shop/retention-periods.ts`) and, after a colon, which jobs delete them.
 */
const bounds: Record<string, string> = {
  // What a merchant enters.
  ...rows(
    "the merchant's settings",
    "settings setting_secrets policy_versions tax_classes tax_rates locations document_series",
  ),
  ...rows("the merchant's settings", "shipping_zones shipping_methods shipping_rates redirects search_synonyms"),
  ...rows("the merchant's settings", "staff_permissions staff_invitations coupons import_mappings"),
  ...rows(
    "the catalogue",
    "categories product_types brands option_groups option_values tags products product_categories",
  ),
  ...rows("the catalogue", "product_tags product_relations product_option_groups variations variation_options"),
  ...rows("the catalogue", "images image_files bought_together stock_levels product_sales"),
  slug_history: "addresses the merchant has changed; they are redirected for ever",
  price_history: "prices the merchant has changed; kept as proof of prior prices (EU directive 98/6)",
  // What customers have.
  // Provisional accounts without an order `guest_account_days` after their last use: orders.delete-unused-accounts.
  ...rows("their account, until it is deleted", "users user_identities two_factor list_preferences addresses"),
  ...rows("their account, until it is deleted", "customer_notes customer_tags contact_emails notification_prefs"),
  ...rows("their account, until it is deleted", "wishlist_items"),
  ...rows("reviews, which stay without their author", "reviews review_votes review_images review_reports"),
  // What the law and the books need; personal data goes with orders.anonymize.
  ...rows("orders, kept by law", "orders order_lines order_transactions order_events fulfilments fulfilment_lines"),
  ...rows(
    "orders, kept by law",
    "returns return_lines order_refund_effects order_refund_accounts withdrawals withdrawal_lines",
  ),
  customer_totals: "sums of the orders of each customer, deleted when their orders are anonymized",
  ...rows("orders, kept by law", "payments payment_events refunds invoices"),
  ...rows("orders, kept by law", "stock_reservations stock_backorders coupon_redemptions"),
  ...rows("gift cards, which are liabilities", "gift_cards gift_card_entries"),
  stock_movements: "the books of stock, which the nightly reconciliation adds up",
  // Sums, of a number of spans or days.
  ...rows("time: a row each five minutes with orders", "figures"),
  ...rows("time: a row each day and variation sold", "variation_sales"),
  ...rows("a minute, then they are rolled up: figures.fold", "figure_changes variation_sale_changes"),
  reconciliations: "a row a night",
  ...rows("one row", "signing_key unsubscribe_key withdrawal_key"),
  // What goes by itself.
  idempotency_keys: "48 hours: platform.tidy",
  job_runners: "40 seconds without a sign of life: the runners",
  image_hosts: "hosts that did not answer, until they do",
  sessions: "1 day after they expired: accounts.tidy",
  rate_counts: "10 minutes, entries of emails 1 day: platform.tidy",
  auth_attempts: "2 days after the last failure: accounts.tidy",
  one_time_tokens: "1 day after they expired: accounts.tidy",
  changes: "`change_days`: accounts.tidy",
  vat_checks: "30 days: taxes.tidy",
  bulk_edits: "30 days: catalogue.delete-bulk-edits",
  stale_products: "until they are refreshed, right after the commit",
  zero_result_searches: "`search_days`: catalogue.zero_result_searches",
  ...rows("90 days: imports.tidy", "import_jobs import_rows"),
  carts: "`ended_cart` after their last use, those of guests end after `guest_cart`: cart.expire",
  ...rows("with carts", "cart_items cart_restorations stock_holds stock_hold_units"),
  cart_merges: "1 day: cart.expire",
  cart_merge_extras: "1 day: cart.expire",
  webhook_inbox: "`payment_report`: payments.tidy",
  stock_alerts: "`sent_alert` after the email, `open_alert` without one: stock.tidy-alerts",
  refused_quantities: "a year: stock.refused_quantities",
  notifications: "`notification_days`: notifications.tidy",
  email_outbox: "`email_days` after it was sent or dropped: emails.tidy",
};

function rows(bound: string, tables: string): Record<string, string> {
  return Object.fromEntries(tables.split(" ").map((table) => [table, bound]));
}

test("each table says what bounds it", async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = (select relnamespace from pg_class where oid = 'users'::regclass)
    order by 1`.execute(db);
  const known = tables.map(({ name }) => name).filter((name) => name !== "migrations" && name !== "schema_migrations");
  expect(known).toEqual(Object.keys(bounds).toSorted());
});

/** Each table of which a statement deletes what is older than an interval, with its intervals. */
function deletedIntervals(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(["server/**/*.sql.ts", "server/platform/**/*.ts"], { exclude: ["**/*.test.ts"] }))
    for (const [, statement = ""] of readFileSync(file, "utf8").matchAll(
      /((?:delete from |deleteOldRows\(\s*db,\s*")\w+[^`;]*(?:`[^`;]*)?)/g,
    )) {
      const table = /(?:from |")(\w+)/.exec(statement)?.[1] ?? "";
      const intervals = [...statement.matchAll(/interval '([^']+)'|fixedRetention\.(\w+)/g)].map(
        ([, interval, name]) => interval ?? `\`${name}\``,
      );
      if (intervals.length > 0) found.set(table, [...(found.get(table) ?? []), ...intervals]);
    }
  return found;
}

test("the periods are those of the statements that delete", () => {
  const deleted = deletedIntervals();
  expect(deleted.size).toBeGreaterThan(11);
  const wrong = [...deleted].filter(([table, periods]) => periods.some((period) => !bounds[table]?.includes(period)));
  expect(wrong).toEqual([]);
});

test("what the table calls a setting or a fixed time is one", () => {
  const named = Object.values(bounds).flatMap((bound) => [...bound.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  const known = Object.keys({ ...defaultRetention, ...fixedRetention });
  expect(named.length).toBeGreaterThan(7);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  const sources = globSync("server/**/*.ts", { exclude: ["**/*.test.ts"] }).map((file) => readFileSync(file, "utf8"));
  const read = [...sources.join("\n").matchAll(/retainedFrom\(app, "(\w+)"\)/g)].map(([, name = ""]) => name);
  expect([...read, "order_years"].toSorted()).toEqual(Object.keys(defaultRetention).toSorted());
});

test("the merchant's settings move what the jobs delete; orders lose their customer after years, invoices don't", async () => {
  const { rows: emails } = await sql<{ id: string }>`
    insert into email_outbox (id, template, dedupe_key, sent_at)
    select gen_random_uuid(), 'reset', days::text, now() - make_interval(days => days)
    from unnest(array[39, 41]) days returning id`.execute(db);
  const { placed } = selling(shop);
  const [old, recent] = [await placed(), await placed()];
  const end = (id: string, years: number) =>
    sql`
      update orders
      set status = 'expired', expires_at = null, placed_at = now() - make_interval(years => ${years})
      where id = ${id}::uuid`.execute(db);
  await end(old.id, 4);
  await end(recent.id, 2);
  await inTransaction(db, (tx) => updateSettings(tx, { email_days: 40, order_years: 3 }));
  for (const job of ["emails.tidy", "orders.anonymize"]) await sql`select graphile_worker.add_job(${job})`.execute(db);
  await jobs.drain();
  const left = await sql`select from email_outbox where id = any(${emails.map(({ id }) => id)}::uuid[])`.execute(db);
  expect(left.rows).toHaveLength(1);
  const { rows: named } = await sql`
    select user_id from orders where id = any(${[old.id, recent.id]}::uuid[]) order by placed_at`.execute(db);
  expect(named).toEqual([{ user_id: null }, { user_id: recent.buyer.id }]);
  await inTransaction(db, (tx) => updateSettings(tx, defaultRetention));
});

test("the jobs that delete are scheduled", () => {
  const sources = globSync("server/**/*.ts", { exclude: ["**/*.test.ts"] }).map((file) => readFileSync(file, "utf8"));
  const scheduled = [...sources.join("\n").matchAll(/jobs\.schedule\(\s*"([^"]+)"/g)].map(([, job = ""]) => job);
  const named = Object.values(bounds).flatMap((bound) => bound.split(": ")[1]?.match(/\w+\.[\w-]+/g) ?? []);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((job) => !scheduled.includes(job))).toEqual([]);
});

test("Ops: nightly jobs delete what is older than it is stored, and nothing else", async () => {
  const { id } = await shop.person();
  await sql`
    insert into notifications (user_id, type, title, created_at)
    select ${id}, 'order_shipped', at::text, now() - at from unnest(${["366 days", "364 days"]}::interval[]) at`.execute(
    db,
  );
  await sql`
    insert into changes (action, entity, entity_id, name, at)
    select 'PUT /tags/:id', 'tags', '1', at::text, now() - at
    from unnest(${["732 days", "728 days"]}::interval[]) at`.execute(db);
  await sql`
    insert into webhook_inbox (provider, event_id, type, payload, received_at)
    select 'demo', at::text, 'paid', '{"name": "Anna"}', now() - at
    from unnest(${["91 days", "89 days"]}::interval[]) at`.execute(db);
  await sql`
    insert into carts (id, user_id, status, last_activity_at)
    select gen_random_uuid(), ${id}, 'ordered', now() - at
    from unnest(${["121 days", "119 days"]}::interval[]) at`.execute(db);
  await sql`
    insert into email_outbox (id, template, dedupe_key, dropped_at)
    select gen_random_uuid(), 'verify', at::text, now() - at
    from unnest(${["91 days", "89 days"]}::interval[]) at`.execute(db);
  const { body: types } = await shop.ask("GET /product-types");
  const variation = await sql<{ id: number }>`
    with product as (
      insert into products (slug, name, product_type_id, currency)
      values ('cup', 'Cup', ${types.data[0].id}, 'EUR') returning id
    )
    insert into variations (product_id, price_amount) select id, 100 from product returning id`.execute(db);
  await sql`
    insert into stock_alerts (variation_id, email, created_at, notified_at)
    select ${variation.rows[0]?.id}, a.email, now() - a.created, now() - a.notified
    from (values ('sent long ago', interval '40 days', interval '31 days'), ('sent', '40 days', '29 days'),
      ('waits too long', '366 days', null), ('waits', '364 days', null)) as a (email, created, notified)`.execute(db);
  await sql`
    select graphile_worker.add_job('test.never', '{}'::json, max_attempts => 1, job_key => name)
    from unnest(array['failed long ago', 'failed']) as name`.execute(db);
  await sql`
    update graphile_worker._private_jobs
    set attempts = 1, updated_at = now() - case key when 'failed' then interval '29 days' else interval '31 days' end
    where key like 'failed%'`.execute(db);
  for (const job of [
    "notifications.tidy",
    "accounts.tidy",
    "payments.tidy",
    "cart.expire",
    "emails.tidy",
    "stock.tidy-alerts",
    "platform.tidy",
  ])
    await sql`select graphile_worker.add_job(${job})`.execute(db);
  await jobs.drain();
  const { rows: left } = await sql<{ of: string; what: string }>`
    select 'notifications' as of, title as what from notifications where user_id = ${id}
    union all select 'changes', name from changes where entity = 'tags'
    union all select 'webhook_inbox', event_id from webhook_inbox
    union all select 'carts', extract(day from now() - last_activity_at)::text from carts where status = 'ordered' and user_id = ${id}
    union all select 'email_outbox', dedupe_key from email_outbox where template = 'verify'
    union all select 'stock_alerts', email from stock_alerts
    union all select 'jobs', key from graphile_worker.jobs where key like 'failed%'
    order by 1, 2`.execute(db);
  expect(left.map(({ of, what }) => `${of}: ${what}`)).toEqual([
    "carts: 119",
    "changes: 728 days",
    "email_outbox: 89 days",
    "jobs: failed",
    "notifications: 364 days",
    "stock_alerts: sent",
    "stock_alerts: waits",
    "webhook_inbox: 89 days",
  ]);
});
