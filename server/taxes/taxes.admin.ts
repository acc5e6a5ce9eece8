import type { TaxClass, TaxRate, TaxRateForm } from "#contract/taxes.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings, localDay } from "#server/shop/shop.ts";
import * as rows from "./taxes.sql.ts";

/** In the first hour of a day drops what is cached of rates, if some begin or ended with it. */
export const invalidateRatesOfDay = ({ db, now }: Pick<App, "db" | "now">) =>
  inTransaction(db, async (tx) => {
    const { timezone } = await getSettings(tx);
    const [today, before] = [now(), new Date(now().getTime() - hourMs)].map((at) => localDay(at, timezone));
    if (today !== undefined && today !== before && (await rows.hasRateFrom(tx, today))) await invalidate(tx, "taxes");
  });
const hourMs = 3_600_000;

/** Creates a tax class, again with its id if it has one; a new default replaces the old one. Throws `name_taken`. */
export async function createTaxClass(tx: Tx, form: rows.ClassForm, id?: number): Promise<TaxClass> {
  if (form.is_default) await rows.clearDefault(tx);
  const made = assertFound(await rows.insertClass(tx, form, id));
  await invalidate(tx, "taxes");
  return made;
}

/** Updates a tax class. Throws `stale` with the current one in `details`, and `in_use` if there would be no default. */
export async function updateTaxClass(
  tx: Tx,
  id: number,
  form: rows.ClassForm & { version: number },
): Promise<TaxClass> {
  const classes = await rows.listClasses(tx);
  const current = assertFound(classes.find((one) => one.id === id));
  if (current.version !== form.version) throw new Problem("stale", { details: { current } });
  if (current.is_default && !form.is_default)
    throw new Problem("in_use", { message: "One class must be the default. Make another class the default instead." });
  if (form.is_default && !current.is_default) await rows.clearDefault(tx);
  const written = await rows.updateClassRow(tx, id, form);
  if (!written) throw new Problem("stale", { details: { current } });
  await invalidate(tx, "taxes");
  return written;
}

/** Deletes a tax class without rates, products and types. Throws `not_found` and `in_use`, also for the default. */
export async function deleteTaxClass(tx: Tx, id: number) {
  const current = assertFound((await rows.listClasses(tx)).find((one) => one.id === id));
  if (current.is_default) throw new Problem("in_use");
  await rows.deleteClassRow(tx, id);
  await invalidate(tx, "taxes");
}

/** Creates a tax rate, again with its id if it has one. Throws `not_found` for an unknown class and `tax_rate_taken`. */
export async function createTaxRate(tx: Tx, form: TaxRateForm, id?: number): Promise<TaxRate> {
  const made = assertFound(await rows.insertRate(tx, form, id));
  await invalidate(tx, "taxes");
  return made;
}

/** Updates a tax rate; placed orders keep theirs. Throws `stale` with the current one, and as `createTaxRate`. */
export async function updateTaxRate(tx: Tx, id: number, form: TaxRateForm & { version: number }): Promise<TaxRate> {
  const current = assertFound(await rows.findRate(tx, id));
  const written = await rows.updateRateRow(tx, id, form);
  if (!written)
    throw current.version === form.version ? new Problem("not_found") : new Problem("stale", { details: { current } });
  await invalidate(tx, "taxes");
  return written;
}

/** Deletes a tax rate. Throws `not_found`. */
export async function deleteTaxRate(tx: Tx, id: number) {
  if (!(await rows.deleteRateRow(tx, id))) throw new Problem("not_found");
  await invalidate(tx, "taxes");
}
