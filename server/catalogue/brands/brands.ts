import type { Brand, BrandForm, BrandUpdate } from "#contract/catalogue/brands.ts";
import { brandTag } from "#server/catalogue/cache-tags.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import * as rows from "./brands.sql.ts";

/** Creates a brand, again with its id if it has one. Throws `name_taken`. */
export async function createBrand(tx: Tx, form: BrandForm, id?: number): Promise<Brand> {
  const brand = assertFound(await rows.insertBrand(tx, withOneSpelling(form), id));
  await invalidate(tx, brandTag(brand.name));
  return brand;
}

/** Updates a brand. Throws `stale`, with the current one, if it has another version by now. */
export async function updateBrand(tx: Tx, id: number, form: BrandUpdate): Promise<Brand> {
  const current = assertFound(await rows.findBrand(tx, id));
  const { country_of_origin = current.country_of_origin } = form;
  const brand = await rows.updateBrandRow(tx, id, withOneSpelling({ ...form, country_of_origin }));
  if (!brand) throw new Problem("stale", { details: { current } });
  await invalidate(tx, brandTag(current.name), brandTag(brand.name));
  return brand;
}

/** Deletes a brand; its products keep its name. Throws `not_found`. */
export async function deleteBrand(tx: Tx, id: number) {
  const { name } = assertFound(await rows.findBrand(tx, id));
  if (!(await rows.deleteBrandRow(tx, id))) throw new Problem("not_found");
  await invalidate(tx, brandTag(name));
}

/** As products are saved. */
const withOneSpelling = <Form extends BrandForm>(form: Form): Form => ({ ...form, name: form.name.normalize("NFC") });
