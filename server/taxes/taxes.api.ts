import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { listClasses, listRates } from "./desk.sql.ts";
import { changeTaxClass, changeTaxRate, deleteTaxClass, deleteTaxRate, makeTaxClass, makeTaxRate } from "./desk.ts";

/** Calls of administrators about taxes. */
export function taxesRoutes(house: House) {
  const { db } = house;
  house.handle("GET /tax/classes", async () => ({ data: await listClasses(db) }));
  house.handle("POST /tax/classes", async ({ body }, { once }) => ({
    data: await once.step(db, (tx) => makeTaxClass(tx, body)),
  }));
  house.handle("PUT /tax/classes/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => changeTaxClass(tx, params.id, body)),
  }));
  house.handle("DELETE /tax/classes/:id", ({ params }) => inTransaction(db, (tx) => deleteTaxClass(tx, params.id)));
  house.handle("GET /tax/rates", async ({ query }) => ({ data: await listRates(db, query.country ?? null) }));
  house.handle("POST /tax/rates", async ({ body }, { once }) => ({
    data: await once.step(db, (tx) => makeTaxRate(tx, body)),
  }));
  house.handle("PUT /tax/rates/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => changeTaxRate(tx, params.id, body)),
  }));
  house.handle("DELETE /tax/rates/:id", ({ params }) => inTransaction(db, (tx) => deleteTaxRate(tx, params.id)));
}
