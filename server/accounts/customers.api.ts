import { userId } from "#server/platform/caller.ts";
import type { Call, House } from "#server/platform/house.ts";
import { listCustomers } from "./customers.sql.ts";
import { changeStanding, changeStandings, customerOf } from "./customers.ts";

/** Calls of administrators about everybody's accounts. */
export function customersRoutes(house: House) {
  house.handle("GET /customers", async ({ query }) => {
    const { rows, total } = await listCustomers(house.db, query);
    const { page, per_page } = query;
    return { data: rows, meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  house.handle("GET /customers/:id", async ({ params }) => ({ data: await customerOf(house.db, params.id) }));
  house.handle("PATCH /customers/:id", async ({ params, body }, call) => ({
    data: await changeStanding(house.db, params.id, body, actorOf(call)),
  }));
  house.handle("POST /customers/standing", async ({ body }, call) => ({
    data: await changeStandings(house.db, body, actorOf(call)),
  }));
}

const actorOf = ({ caller, http }: Call) => ({ actorId: userId(caller), requestId: http?.request.id });
