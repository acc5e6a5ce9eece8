import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Attribute, attributeProblems } from "#contract/catalogue/attributes.ts";
import { ProductType, type ProductTypeForm, type ProductTypeUpdate } from "#contract/catalogue/product-types.ts";
import { invalidateFacetLabels, productTypeTag } from "#server/catalogue/cache-tags.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import { chooseSlug } from "#server/catalogue/slug.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { sanitizeRichText } from "#server/platform/rich-text.ts";
import { say } from "#words/say.ts";
import * as rows from "./product-types.sql.ts";

/** What is set back or created again has the slug that it had. */
type TypeForm = z.output<typeof ProductTypeForm> & { slug?: string };

/** Creates a product type, again with its id if it has one. Throws `name_taken`. */
export async function createProductType(tx: Tx, form: TypeForm, id?: number): Promise<ProductType> {
  const type = assertFound(await rows.insertProductTypeRow(tx, await toRow(tx, form), id));
  await invalidateFacetLabels(tx);
  return type;
}

/** Updates a type. Throws `stale`, with the current type, if it has another version by now. */
export async function updateProductType(
  tx: Tx,
  id: number,
  form: z.output<typeof ProductTypeUpdate> & { slug?: string },
) {
  const current = assertFound(await rows.findProductType(tx, id));
  const { withdrawal_exclusion, requires_unit_price, safety, country_of_origin } = form;
  const wanted = {
    ...form,
    withdrawal_exclusion: withdrawal_exclusion ?? current.withdrawal_exclusion,
    requires_unit_price: requires_unit_price ?? current.requires_unit_price,
    safety: safety === undefined ? current.safety : safety,
    country_of_origin: country_of_origin === undefined ? current.country_of_origin : country_of_origin,
  };
  const row = await toRow(tx, wanted, current);
  const type = await rows.updateProductTypeRow(tx, { ...row, id, version: form.version });
  if (!type) throw new Problem("stale", { details: { current } });
  // Cards, lists and search have the name and the attributes only.
  const isShown = type.name !== current.name || !isDeepStrictEqual(type.attribute_schema, current.attribute_schema);
  if (isShown) await refreshProducts(tx, await rows.listProductsOfType(tx, id));
  await invalidateFacetLabels(tx);
  await invalidate(tx, productTypeTag(id));
  return type;
}

const toRow = async (tx: Tx, form: TypeForm, current?: ProductType) => ({
  ...form,
  slug: await chooseSlug(tx, "product_types", form, current),
  size_guide_html: sanitizeRichText(form.size_guide_html),
});

/** Checks the attributes of a product against its type. Throws `bad_input` with the field `attributes.<key>`. */
export async function checkAttributes(
  tx: Tx,
  typeId: number,
  { attributes, onSale }: { attributes: Record<string, string>; onSale: boolean },
): Promise<void> {
  const type = await rows.findProductType(tx, typeId);
  const schema = type ? ProductType.shape.attribute_schema.parse(type.attribute_schema) : [];
  const errors = attributeProblems(schema, attributes, { onSale }).map(({ key, problem }) => ({
    field: `attributes.${key}`,
    code: "invalid",
    message: problem,
  }));
  if (errors.length > 0) throw new Problem("bad_input", { errors });
}

/** Deletes a type; that of a product, deleted ones included, is in use. */
export async function deleteProductType(tx: Tx, id: number) {
  if (!(await rows.deleteProductTypeRow(tx, id))) throw new Problem("not_found");
  await invalidateFacetLabels(tx);
}

/** The value of an attribute with its unit, as customers read it in a filter. */
export function attributeText({ kind, unit }: Pick<Attribute, "kind" | "unit">, value: string): string {
  if (kind === "bool") return value === "true" ? say("Yes") : say("No");
  return unit ? `${value} ${unit}` : value;
}
