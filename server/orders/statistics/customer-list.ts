import type { Customer } from "#contract/accounts/customers.ts";
import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { actorOf, listCustomers, listCustomersForExport } from "#server/accounts/accounts.ts";
import type { App } from "#server/platform/app.ts";
import { type Columns, fields, sendTable } from "#server/platform/csv.ts";
import { valuesOf } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";
import { allCustomerTotals } from "./statistics.sql.ts";
import { listCustomerValues } from "./statistics.ts";

/** The list of accounts and its export: of this module, as accounts know nothing of orders. */
export function customerListRoutes({ db, handle }: App) {
  handle("GET /customers", async ({ query }, call) => {
    const { timezone, currency } = await getSettings(db);
    const filters = { ...query, timezone, actorRole: actorOf(call).actorRole };
    const { rows, total } = await listCustomers(db, filters, allCustomerTotals(currency), maxCounted + 1);
    return { data: rows, meta: pageMeta(query, total, maxCounted) };
  });
  handle("GET /customers/export", async ({ query }, call) => {
    const { timezone } = await getSettings(db);
    const filters = { ...query, timezone, actorRole: actorOf(call).actorRole };
    return sendTable(call, "customers", columns, async (after, limit) => {
      const customers = await listCustomersForExport(db, filters, after, limit);
      const values = await listCustomerValues(db, valuesOf(customers, "id"));
      return customers.map((customer, at) => ({ ...customer, ...totalsOf(values[at]) }));
    });
  });
}

type Value = Awaited<ReturnType<typeof listCustomerValues>>[number];
type Row = Customer & ReturnType<typeof totalsOf>;

const totalsOf = (value: Value | undefined) => ({
  orders: value?.orders ?? 0,
  spent: value ? decimalText(value.spent.amount, value.spent.currency) : "",
  currency: value?.spent.currency ?? "",
});

/** The columns of the CSV file of accounts. */
const columns: Columns<Row> = {
  id: "id",
  name: "fullname",
  ...fields("email", "email_verified_at", "username", "role"),
  status: "account_status",
  ...fields("created_at", "last_seen_at", "tags", "orders", "spent", "currency"),
};
