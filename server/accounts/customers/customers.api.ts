import type { Customer } from "#contract/accounts/customers.ts";
import { pageMeta } from "#contract/endpoint.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { type Columns, sendCsv, tableLines } from "#server/platform/http/csv.ts";
import { getSettings } from "#server/shop/shop.ts";
import { listCustomers, listCustomersForExport } from "./customers.sql.ts";
import { type Actor, bulkUpdateCustomers, getCustomer, updateCustomerAccess } from "./customers.ts";

/** Admin endpoints for customers. */
export function customersRoutes(app: App) {
  app.handle("GET /customers", async ({ query }) => {
    const { timezone } = await getSettings(app.db);
    const { rows, total } = await listCustomers(app.db, { ...query, timezone });
    return { data: rows, meta: pageMeta(query, total) };
  });
  app.handle("GET /customers/export", async ({ query }, call) => {
    const { timezone } = await getSettings(app.db);
    const filters = { ...query, timezone };
    return sendCsv(
      call,
      "customers",
      tableLines(customerColumns, (after, limit) => listCustomersForExport(app.db, filters, after, limit)),
    );
  });
  app.handle("GET /customers/:id", async ({ params }) => ({ data: await getCustomer(app.db, params.id) }));
  app.handle("PATCH /customers/:id", async ({ params, body }, call) => ({
    data: await updateCustomerAccess(app.db, params.id, body, actorOf(call)),
  }));
  app.handle("POST /customers/status", async ({ body }, call) => ({
    data: await bulkUpdateCustomers(app.db, body, actorOf(call)),
  }));
}

/** The columns of the CSV file of accounts. */
const customerColumns: Columns<Customer> = {
  id: ({ id }) => id,
  name: ({ fullname }) => fullname,
  email: ({ email }) => email,
  email_verified_at: ({ email_verified_at }) => email_verified_at,
  username: ({ username }) => username,
  role: ({ role }) => role,
  status: ({ account_status }) => account_status,
  created_at: ({ created_at }) => created_at,
  last_seen_at: ({ last_seen_at }) => last_seen_at,
};

/** The signed-in caller as the author of a change. */
export const actorOf = ({ caller, http }: Call): Actor => ({
  actorId: userId(caller),
  actorRole: caller.kind === "user" ? caller.role : "customer",
  requestId: http?.request.id,
});
