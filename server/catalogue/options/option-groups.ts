import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { OptionGroup, OptionGroupForm } from "#contract/catalogue/option-groups.ts";
import { invalidateFacetLabels, optionGroupTag } from "#server/catalogue/cache-tags.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import { incrementVersions } from "#server/catalogue/products/products.sql.ts";
import { chooseSlug, codeOf, freeSlug, takeSlug } from "#server/catalogue/slug.ts";
import { moveOptionImages } from "#server/images/images.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import * as rows from "./option-groups.sql.ts";
import { listProductsWithGroup } from "./option-groups.sql.ts";

type GroupForm = z.output<typeof OptionGroupForm>;

export async function createOptionGroup(tx: Tx, form: GroupForm): Promise<OptionGroup> {
  const code = await chooseSlug(tx, "option_groups", { name: form.name });
  const id = await rows.insertOptionGroup(tx, { ...form, code });
  await rows.writeOptionValues(tx, id, withCodes(form.values, []));
  await invalidateFacetLabels(tx);
  return getOptionGroup(tx, id);
}

/** Creates a deleted group again, with the ids that it and its values had. Throws `name_taken`. */
export async function restoreOptionGroup(tx: Tx, group: OptionGroup): Promise<void> {
  const code = await chooseSlug(tx, "option_groups", { name: group.name, slug: group.code });
  await rows.insertOptionGroup(tx, { ...group, code });
  await rows.insertOptionValues(tx, group.id, group.values);
  await invalidateFacetLabels(tx);
}

/** Sets a group back to a state that it had; values that are gone get new ids. Throws what `updateOptionGroup` does. */
export async function setOptionGroup(tx: Tx, id: number, state: OptionGroup) {
  const known = new Set((await getOptionGroup(tx, id)).values.map((value) => value.id));
  const values = state.values.map(({ id: valueId, label, swatch }) =>
    known.has(valueId) ? { id: valueId, label, swatch } : { label, swatch },
  );
  return updateOptionGroup(tx, id, { ...state, values });
}

/**
 * Updates a group and its values; those not sent are deleted, unless they are newer than the form. Throws
 * `stale`, with the current group, if it has another version by now, `option_in_use` and `not_found`.
 */
export async function updateOptionGroup(tx: Tx, id: number, form: GroupForm & { version: number }) {
  await rows.lockGroup(tx, id);
  const group = await getOptionGroup(tx, id);
  if (!(await rows.updateOptionGroupRow(tx, id, form))) throw new Problem("stale", { details: { current: group } });
  const sentIds = new Set(form.values.map((value) => value.id));
  const knownIds = new Set(group.values.map((value) => value.id));
  if (form.values.some((value) => value.id && !knownIds.has(value.id))) throw new Problem("not_found");
  const isNewer = (value: { id: number }) => form.values_was?.includes(value.id) === false;
  const unsent = group.values.filter((value) => !sentIds.has(value.id));
  const unsentIds = unsent.filter((value) => !isNewer(value)).map((value) => value.id);
  await rows.lockOptionValues(tx, unsentIds);
  if (await rows.isAnyValueInUse(tx, unsentIds)) throw new Problem("option_in_use");
  await rows.deleteOptionValues(tx, unsentIds);
  const values = [...form.values, ...unsent.filter(isNewer)];
  await rows.writeOptionValues(tx, id, withCodes(values, group.values));
  const saved = await getOptionGroup(tx, id);
  const remaining = new Set(saved.values.map((value) => value.id));
  const before = group.values.filter((value) => remaining.has(value.id));
  const after = saved.values.filter((value) => knownIds.has(value.id));
  if (!isDeepStrictEqual(shownOf({ ...group, values: before }), shownOf({ ...saved, values: after })))
    await refreshProducts(tx, await rows.listProductsWithGroup(tx, id));
  await invalidateFacetLabels(tx);
  await invalidate(tx, optionGroupTag(id));
  return saved;
}

/** What cards and variations have of a group: of the order of its values only that of swatches. */
function shownOf({ name, display, values }: OptionGroup) {
  const order = display === "swatch" ? values.map(({ id }) => id) : [];
  return { name, display, order, values: new Map(values.map(({ id, label, swatch }) => [id, { label, swatch }])) };
}

/** Sets the order in which groups are listed and offered as filters. */
export async function orderOptionGroups(tx: Tx, ids: number[]): Promise<OptionGroup[]> {
  await rows.updateOptionGroupPositions(tx, ids);
  await invalidateFacetLabels(tx);
  return rows.listOptionGroups(tx);
}

export async function deleteOptionGroup(tx: Tx, id: number) {
  await rows.lockGroup(tx, id);
  const { values } = await getOptionGroup(tx, id);
  const ids = values.map((value) => value.id);
  await rows.lockOptionValues(tx, ids);
  if ((await rows.isGroupInUse(tx, id)) || (await rows.isAnyValueInUse(tx, ids))) throw new Problem("option_in_use");
  await rows.deleteOptionValues(tx, ids);
  await rows.deleteOptionGroupRow(tx, id);
  await invalidateFacetLabels(tx);
}

export const findOptionGroup = async (tx: Tx, id: number) =>
  (await rows.listOptionGroups(tx)).find((group) => group.id === id);

const getOptionGroup = async (tx: Tx, id: number) => assertFound(await findOptionGroup(tx, id));

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
  for (const group of [id, intoId].sort((one, other) => one - other)) await rows.lockGroup(tx, group);
  const merge = { id, intoId };
  const codes = new Set((await getOptionGroup(tx, intoId)).values.map(({ code }) => code));
  if (id === intoId || (await rows.isUsedTogether(tx, merge))) throw new Problem("option_merge_conflict");
  const merged = await getOptionGroup(tx, id);
  await rows.lockOptionValues(
    tx,
    merged.values.map((value) => value.id),
  );
  const products = await listProductsWithGroup(tx, id);
  const values = await rows.listValuePairs(tx, merge);
  const pairs = values.flatMap(({ id, into_id }) => (into_id === null ? [] : [{ id, into_id }]));
  const moved = values.flatMap(({ id, label, into_id }) => {
    if (into_id !== null) return [];
    return [{ id, code: takeSlug(codeOf(label), codes) }];
  });
  await rows.moveValues(tx, intoId, moved);
  // Before their values are deleted, which would make them images of all variations.
  await moveOptionImages(tx, pairs);
  await rows.replaceGroup(tx, merge, pairs);
  await rows.updateOptionKeys(tx, intoId);
  await incrementVersions(tx, products);
  await refreshProducts(tx, products);
  await invalidateFacetLabels(tx);
  return getOptionGroup(tx, intoId);
}
