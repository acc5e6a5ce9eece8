import { blankVariation, type TypedGroup, type TypedVariation } from "#web/catalogue/editor/product-fields.ts";

/** As many as the shop takes of one product. */
export const mostVariations = 250;
export const mostGroups = 3;

/** How many variations these options would make. */
export const countOf = (groups: readonly TypedGroup[]) =>
  groups.reduce((count, { value_ids }) => count * Math.max(1, value_ids.length), 1);

/**
 * The variations after the options of a product changed from `before` to `after`. Those that still exist keep all that was
 * typed and who they are; one that is taken out by hand comes back only with a value chosen anew. New ones begin as a copy of
 * one like them, without what names a single one.
 */
export function rearranged(
  variations: readonly TypedVariation[],
  before: readonly TypedGroup[],
  after: readonly TypedGroup[],
): TypedVariation[] {
  const groups = after.filter(({ value_ids }) => value_ids.length > 0);
  const fresh = freshValues(before, groups);
  const kept = keptRows(variations, groups);
  const all = combinations(groups).flatMap((values) => {
    const row = kept.get(keyOf(values));
    if (row) return [{ ...row, option_value_ids: values }];
    return values.some((id) => fresh.has(id)) ? [likeOthers([...kept.values()], values)] : [];
  });
  // A product always has one.
  if (all.length > 0) return all;
  return [{ ...(variations[0] ?? blankVariation()), option_value_ids: combinations(groups)[0] ?? [] }];
}

/** The rows that are still something after the change, by their options in the new order. */
function keptRows(variations: readonly TypedVariation[], groups: readonly TypedGroup[]) {
  const kept = new Map<string, TypedVariation>();
  for (const row of variations) {
    const values = groups.map(({ value_ids }) => {
      const own = value_ids.find((id) => row.option_value_ids.includes(id));
      // An option that is new to the product: what there was is its first value.
      return own ?? (knowsGroup(variations, value_ids) ? undefined : value_ids[0]);
    });
    const key = keyOf(values);
    if (!values.includes(undefined) && !kept.has(key)) kept.set(key, row);
  }
  return kept;
}

const knowsGroup = (variations: readonly TypedVariation[], valueIds: number[]) =>
  variations.some(({ option_value_ids }) => option_value_ids.some((id) => valueIds.includes(id)));

/** Values that no variation could have had before. Of an option that is new all but the first, which those there take. */
function freshValues(before: readonly TypedGroup[], after: readonly TypedGroup[]) {
  const old = new Map(before.map((group) => [group.group_id, group.value_ids]));
  return new Set(
    after.flatMap(({ group_id, value_ids }) => {
      const had = old.get(group_id) ?? [];
      return had.length === 0 ? value_ids.slice(1) : value_ids.filter((id) => !had.includes(id));
    }),
  );
}

function likeOthers(rows: readonly TypedVariation[], values: number[]): TypedVariation {
  const shared = (row: TypedVariation) => row.option_value_ids.filter((id) => values.includes(id)).length;
  const [like] = rows.toSorted((one, other) => shared(other) - shared(one));
  return {
    ...(like ?? blankVariation()),
    option_value_ids: values,
    variation_id: null,
    sku: "",
    barcode: "",
    on_hand: "0",
    is_active: true,
  };
}

const combinations = (groups: readonly TypedGroup[]): number[][] =>
  groups.reduce<number[][]>((all, { value_ids }) => all.flatMap((one) => value_ids.map((id) => [...one, id])), [[]]);

const keyOf = (values: readonly (number | undefined)[]) => values.join("-");
