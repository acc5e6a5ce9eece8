import type { ShippingMethodForm, ShippingZone, ShippingZoneForm, ZoneMethod } from "#contract/shipping.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import * as rows from "./shipping.admin.sql.ts";

/** Creates a zone, again with its id if it has one. Throws `name_taken`, and `bad_input` for a country of another zone. */
export async function createZone(tx: Tx, form: ShippingZoneForm, id?: number): Promise<ShippingZone> {
  assertOneZone(await rows.listZones(tx), form, []);
  const made = assertFound(await rows.insertZone(tx, form, id));
  await invalidate(tx, "shipping");
  return made;
}

/**
 * Customers of a country in two zones would see the methods of both. A zone of postal codes replaces the country's for
 * them, so it may have the same countries. Countries that were in it `before` stay.
 */
function assertOneZone(zones: ShippingZone[], { countries, postal_patterns }: ShippingZoneForm, before: string[]) {
  if (postal_patterns.length > 0) return;
  for (const zone of zones.filter((one) => one.postal_patterns.length === 0)) {
    const twice = zone.countries.find((country) => countries.includes(country) && !before.includes(country));
    if (twice)
      throw fieldProblem(
        "countries",
        "custom",
        `${new Intl.DisplayNames("en", { type: "region" }).of(twice)} is already in the zone ${zone.name}. Remove it there first.`,
      );
  }
}

/** Updates a zone. Throws `stale` with the current one in `details`, `name_taken`, and `bad_input` as `createZone` does. */
export async function updateZone(tx: Tx, id: number, form: ShippingZoneForm & { version: number }) {
  const zones = await rows.listZones(tx);
  const current = assertFound(zones.find((one) => one.id === id));
  const before = current.postal_patterns.length === 0 ? current.countries : [];
  assertOneZone(
    zones.filter((one) => one.id !== id),
    form,
    before,
  );
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

/** Creates a shipping method with its rates, again with its id if it has one. Throws `not_found` for an unknown zone. */
export const createMethod = async (tx: Tx, form: ShippingMethodForm, id?: number): Promise<ZoneMethod> =>
  replaceMethodRates(tx, assertFound(await rows.insertMethod(tx, form, id)), form);

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
