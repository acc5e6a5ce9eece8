import type { ShippingMethodForm, ShippingZone, ShippingZoneForm, ZoneMethod } from "#contract/shipping.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import * as rows from "./shipping.admin.sql.ts";

/** Creates a zone. Throws `name_taken`. */
export async function createZone(tx: Tx, form: ShippingZoneForm): Promise<ShippingZone> {
  const made = assertFound(await rows.insertZone(tx, form));
  await invalidate(tx, "shipping");
  return made;
}

/** Updates a zone. Throws `stale` with the current one in `details`, and `name_taken`. */
export async function updateZone(tx: Tx, id: number, form: ShippingZoneForm & { version: number }) {
  const current = assertFound((await rows.listZones(tx)).find((one) => one.id === id));
  const written = await rows.updateZoneRow(tx, id, form);
  if (!written) throw new Problem("stale", { details: { current } });
  await invalidate(tx, "shipping");
  return written;
}

/** Deletes a zone. Throws `not_found`, and `in_use` if it has methods. */
export async function deleteZone(tx: Tx, id: number) {
  const outcome = await rows.deleteZoneRow(tx, id);
  if (outcome === "unknown") throw new Problem("not_found");
  if (outcome === "used") throw new Problem("in_use");
  await invalidate(tx, "shipping");
}

/** Creates a shipping method with its rates. Throws `not_found` for an unknown zone. */
export const createMethod = async (tx: Tx, form: ShippingMethodForm): Promise<ZoneMethod> =>
  replaceMethodRates(tx, assertFound(await rows.insertMethod(tx, form)), form);

/** Updates a shipping method and its rates. Throws `stale` with the current one, and `not_found`, also for the zone. */
export async function updateMethod(tx: Tx, id: number, form: ShippingMethodForm & { version: number }) {
  const current = assertFound(await rows.findMethod(tx, id));
  if (await rows.updateMethodRow(tx, id, form)) return replaceMethodRates(tx, id, form);
  throw current.version === form.version ? new Problem("not_found") : new Problem("stale", { details: { current } });
}

/** Deletes a shipping method; orders keep a copy. Throws `not_found`. */
export async function deleteMethod(tx: Tx, id: number) {
  if (!(await rows.deleteMethodRow(tx, id))) throw new Problem("not_found");
  await invalidate(tx, "shipping");
}

async function replaceMethodRates(tx: Tx, id: number, { rates }: ShippingMethodForm): Promise<ZoneMethod> {
  const { currency } = await getSettings(tx);
  await rows.replaceRates(tx, id, rates, currency);
  await invalidate(tx, "shipping");
  return assertFound(await rows.findMethod(tx, id));
}
