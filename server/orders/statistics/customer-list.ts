import type { PostalAddress } from "#contract/accounts/accounts.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import { actorOf, listCustomers, listCustomersForExport, listDefaultAddresses } from "#server/accounts/accounts.ts";
import type { App } from "#server/platform/app.ts";
import { amountCell, type Columns, fields, sendTable } from "#server/platform/csv.ts";
import { valuesOf } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { allCustomerTotals } from "./statistics.sql.ts";
import { listCustomerValues } from "./statistics.ts";

type ExportedCustomer = Pick<Customer, "id" | "email" | "email_verified_at">;

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Asks for the kinds of emails that these customers get. */
    "customers.exporting": { customers: (ExportedCustomer & { subscribed_emails: string[] })[] };
  }
}

/** The list of accounts and its export: of this module, as accounts know nothing of orders. */
export function customerListRoutes(app: App) {
  const { db, events, handle } = app;
  handle("GET /customers", async ({ query }, call) => {
    const { timezone, currency } = await getCachedSettings(app);
    const filters = { ...query, timezone, actorRole: actorOf(call).actorRole };
    const { rows, total } = await listCustomers(db, filters, allCustomerTotals(currency), maxCounted + 1);
    return { data: rows, meta: pageMeta(query, total, maxCounted) };
  });
  handle("GET /customers/export", async ({ query }, call) => {
    const { timezone } = await getCachedSettings(app);
    const filters = { ...query, timezone, actorRole: actorOf(call).actorRole };
    return sendTable(call, "customers", columns, async (after, limit) => {
      const customers = await listCustomersForExport(db, filters, after, limit);
      const ids = valuesOf(customers, "id");
      const values = await listCustomerValues(db, ids);
      const addresses = new Map((await listDefaultAddresses(db, ids)).map((address) => [address.user_id, address]));
      const rows = customers.map((customer, at) => ({
        ...customer,
        ...totalsOf(values[at]),
        subscribed_emails: [],
        // Deleted accounts have none.
        address: addresses.get(customer.id),
      }));
      await inTransaction(db, (tx) => events.emit(tx, "customers.exporting", { customers: rows }));
      return rows;
    });
  });
}

type Value = Awaited<ReturnType<typeof listCustomerValues>>[number];
type Row = Customer & ReturnType<typeof totalsOf> & { subscribed_emails: string[]; address: PostalAddress | undefined };

const totalsOf = (value: Value | undefined) => ({
  orders: value?.orders ?? 0,
  spent: value ? amountCell(value.spent.amount, value.spent.currency) : "",
  currency: value?.spent.currency ?? "",
});

/** Columns with these fields of the default address. */
function addressColumns<Field extends keyof PostalAddress>(...names: Field[]) {
  return Object.fromEntries(names.map((name) => [name, ({ address }: Row) => address?.[name] ?? null]));
}

/** The columns of the CSV file of accounts. */
const columns: Columns<Row> = {
  id: "id",
  name: "fullname",
  ...fields("email", "email_verified_at", "username", "role"),
  status: "account_status",
  ...fields("created_at", "last_seen_at", "tags", "orders", "spent", "currency", "subscribed_emails"),
  address_name: ({ address }) => address?.fullname ?? null,
  ...addressColumns("company", "line1", "line2", "postal_code", "city"),
  region: ({ address }) => address?.region_code ?? null,
  ...addressColumns("country", "phone"),
};
