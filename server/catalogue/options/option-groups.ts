import type { z } from "zod";
import type { OptionGroup, OptionGroupForm } from "#contract/catalogue/option-groups.ts";
import { invalidateFacetLabels } from "#server/catalogue/cache-tags.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import { incrementVersions } from "#server/catalogue/products/products.sql.ts";
import { codeOf, freeSlug, takeSlug } from "#server/catalogue/slug.ts";
import { moveOptionImages } from "#server/images/images.ts";
import type { AuditDetails } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import * as rows from "./option-groups.sql.ts";
import { listOptionGroups, listProductsWithGroup } from "./option-groups.sql.ts";

type GroupForm = z.output<typeof OptionGroupForm>;

export async function createOptionGroup(tx: Tx, form: GroupForm): Promise<OptionGroup> {
  const id = await rows.insertOptionGroup(tx, { ...form, code: codeOf(form.name) });
  await rows.writeOptionValues(tx, id, withCodes(form.values, []));
  await invalidateFacetLabels(tx);
  return getOptionGroup(tx, id);
}

/** Updates a group and its values; those not sent are deleted. Throws `option_in_use` and `not_found`. */
export async function updateOptionGroup(tx: Tx, id: number, form: GroupForm): Promise<OptionGroup> {
  const group = await getOptionGroup(tx, id);
  const sentIds = new Set(form.values.map((value) => value.id));
  const knownIds = new Set(group.values.map((value) => value.id));
  if (form.values.some((value) => value.id && !knownIds.has(value.id))) throw new Problem("not_found");
  const unsentIds = group.values.flatMap((value) => (sentIds.has(value.id) ? [] : [value.id]));
  if (await rows.isAnyValueInUse(tx, unsentIds)) throw new Problem("option_in_use");
  await rows.deleteOptionValues(tx, unsentIds);
  await rows.updateOptionGroupRow(tx, id, form);
  await rows.writeOptionValues(tx, id, withCodes(form.values, group.values));
  await refreshProducts(tx, await rows.listProductsWithGroup(tx, id));
  await invalidateFacetLabels(tx);
  return getOptionGroup(tx, id);
}

/** Sets the order in which groups are listed and offered as filters. */
export async function orderOptionGroups(tx: Tx, ids: number[], audit: AuditDetails): Promise<OptionGroup[]> {
  audit.before = { ids: valuesOf(await rows.listOptionGroups(tx), "id") };
  audit.after = { ids };
  await rows.updateOptionGroupPositions(tx, ids);
  await invalidateFacetLabels(tx);
  return rows.listOptionGroups(tx);
}

export async function deleteOptionGroup(tx: Tx, id: number) {
  const { values } = await getOptionGroup(tx, id);
  const ids = values.map((value) => value.id);
  if ((await rows.isGroupInUse(tx, id)) || (await rows.isAnyValueInUse(tx, ids))) throw new Problem("option_in_use");
  await rows.deleteOptionValues(tx, ids);
  await rows.deleteOptionGroupRow(tx, id);
  await invalidateFacetLabels(tx);
}

const getOptionGroup = async (tx: Tx, id: number) =>
  assertFound((await rows.listOptionGroups(tx)).find((group) => group.id === id));

/** Values with their codes: existing ones stay, new ones get a free one. Throws `name_taken` for duplicate labels. */
function withCodes(values: GroupForm["values"], known: OptionGroup["values"]): rows.OptionValueRow[] {
  const labels = new Set(values.map(({ label }) => label.toLowerCase()));
  if (labels.size < values.length) throw new Problem("name_taken");
  const codes = new Set(known.map(({ code }) => code));
  return values.map(({ id, label, swatch }) => {
    const code = freeSlug(codeOf(label), codes);
    if (!id) codes.add(code);
    return { id, label, code, swatch: swatch ?? null };
  });
}

/** Replaces an option group on its products by another and merges values by label. Throws `option_merge_conflict`. */
export async function mergeOptionGroups(tx: Tx, id: number, intoId: number): Promise<OptionGroup> {
  const find = async (groupId: number) =>
    assertFound((await listOptionGroups(tx)).find((group) => group.id === groupId));
  const merge = { id, intoId };
  const codes = new Set((await find(intoId)).values.map(({ code }) => code));
  await find(id);
  if (id === intoId || (await rows.isUsedTogether(tx, merge))) throw new Problem("option_merge_conflict");
  const products = await listProductsWithGroup(tx, id);
  const values = await rows.listValuePairs(tx, merge);
  const pairs = values.flatMap(({ id, into_id }) => (into_id === null ? [] : [{ id, into_id }]));
  const moved = values.flatMap(({ id, label, into_id }) => {
    if (into_id !== null) return [];
    return [{ id, code: takeSlug(codeOf(label), codes) }];
  });
  await rows.moveValues(tx, intoId, moved);
  await rows.replaceGroup(tx, merge, pairs);
  await moveOptionImages(tx, pairs);
  await rows.updateOptionKeys(tx, products);
  await incrementVersions(tx, products);
  await refreshProducts(tx, products);
  await invalidateFacetLabels(tx);
  return find(intoId);
}
