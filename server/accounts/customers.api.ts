import { userId } from "#server/platform/caller.ts";
import type { House } from "#server/platform/house.ts";
import { listCustomers } from "./customers.sql.ts";
import { changeStanding } from "./customers.ts";

/** Calls of administrators about everybody's accounts. */
export function customersRoutes(house: House) {
  house.handle("GET /customers", async ({ query }) => {
    const { rows, total } = await listCustomers(house.db, query);
    const { page, per_page } = query;
    return { data: rows, meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  house.handle("PATCH /customers/:id", async ({ params, body }, { caller, http }) => ({
    data: await changeStanding(house.db, params.id, body, { actorId: userId(caller), requestId: http?.request.id }),
  }));
}
