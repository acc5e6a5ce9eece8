import { pageMeta } from "#contract/endpoint.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { listCustomers } from "./customers.sql.ts";
import { bulkUpdateCustomers, getCustomer, updateCustomerAccess } from "./customers.ts";

/** Admin endpoints for customers. */
export function customersRoutes(app: App) {
  app.handle("GET /customers", async ({ query }) => {
    const { rows, total } = await listCustomers(app.db, query);
    return { data: rows, meta: pageMeta(query, total) };
  });
  app.handle("GET /customers/:id", async ({ params }) => ({ data: await getCustomer(app.db, params.id) }));
  app.handle("PATCH /customers/:id", async ({ params, body }, call) => ({
    data: await updateCustomerAccess(app.db, params.id, body, actorOf(call)),
  }));
  app.handle("POST /customers/status", async ({ body }, call) => ({
    data: await bulkUpdateCustomers(app.db, body, actorOf(call)),
  }));
}

const actorOf = ({ caller, http }: Call) => ({ actorId: userId(caller), requestId: http?.request.id });
