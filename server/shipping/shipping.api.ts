import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { listZoneMethods, listZones } from "./desk.sql.ts";
import { changeMethod, changeZone, deleteMethod, deleteZone, makeMethod, makeZone } from "./desk.ts";

/** Calls of administrators about delivery. */
export function shippingRoutes(house: House) {
  const { db } = house;
  house.handle("GET /shipping/zones", async () => ({ data: await listZones(db) }));
  house.handle("POST /shipping/zones", async ({ body }, { once }) => ({
    data: await once.step(db, (tx) => makeZone(tx, body)),
  }));
  house.handle("PUT /shipping/zones/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => changeZone(tx, params.id, body)),
  }));
  house.handle("DELETE /shipping/zones/:id", ({ params }) => inTransaction(db, (tx) => deleteZone(tx, params.id)));
  house.handle("GET /shipping/methods", async () => ({ data: await listZoneMethods(db) }));
  house.handle("POST /shipping/methods", async ({ body }, { once }) => ({
    data: await once.step(db, (tx) => makeMethod(tx, body)),
  }));
  house.handle("PUT /shipping/methods/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => changeMethod(tx, params.id, body)),
  }));
  house.handle("DELETE /shipping/methods/:id", ({ params }) => inTransaction(db, (tx) => deleteMethod(tx, params.id)));
}
