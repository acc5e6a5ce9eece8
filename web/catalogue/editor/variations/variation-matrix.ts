import { blankVariation, type OptionFields, type VariationFields } from "#web/catalogue/editor/product-fields.ts";

/** The server's limit per product. */
export const maxVariations = 250;
export const maxOptions = 3;

export const countVariations = (groups: readonly OptionFields[]) =>
  groups.reduce((count, { value_ids }) => count * Math.max(1, value_ids.length), 1);

/**
 * The variations after the options changed from `before` to `after`. Existing ones keep their fields and id; removed
 * ones come back only with a newly added value: those that are `saved` as they are. New ones copy the nearest existing
 * one without SKU and barcode. With the saved variations again, they are in the saved order.
 */
export function rearrangeVariations(
  variations: readonly VariationFields[],
  before: readonly OptionFields[],
  after: readonly OptionFields[],
  saved: readonly VariationFields[] = [],
): VariationFields[] {
  const groups = after.filter(({ value_ids }) => value_ids.length > 0);
  const fresh = findNewValues(before, groups);
  const remaining = findRemaining(variations, groups);
  const returning = findReturning(remaining, saved);
  const all = combinations(groups).flatMap((values) => {
    const row = remaining.get(keyOf(values));
    if (row) return [{ ...row, option_value_ids: values }];
    if (!values.some((id) => fresh.has(id))) return [];
    return [returning.get(keyOf(values)) ?? copyNearest([...remaining.values()], values)];
  });
  // A product always has one variation.
  if (all.length > 0) return inSavedOrder(all, saved);
  return [{ ...(variations[0] ?? blankVariation()), option_value_ids: combinations(groups)[0] ?? [] }];
}

/** The variations that still exist after the change, by their values in the new order. */
function findRemaining(variations: readonly VariationFields[], groups: readonly OptionFields[]) {
  const remaining = new Map<string, VariationFields>();
  for (const row of variations) {
    const values = groups.map(({ value_ids }) => {
      const own = value_ids.find((id) => row.option_value_ids.includes(id));
      // Existing variations get the first value of a new option.
      return own ?? (hasOption(variations, value_ids) ? undefined : value_ids[0]);
    });
    const key = keyOf(values);
    if (!values.includes(undefined) && !remaining.has(key)) remaining.set(key, row);
  }
  return remaining;
}

/** The saved variations that none of the remaining ones is. */
function findReturning(remaining: ReadonlyMap<string, VariationFields>, saved: readonly VariationFields[]) {
  const used = new Set([...remaining.values()].map(({ variation_id }) => variation_id));
  const missing = saved.filter(({ variation_id }) => variation_id !== null && !used.has(variation_id));
  return byValues(missing);
}

function inSavedOrder(rows: VariationFields[], saved: readonly VariationFields[]): VariationFields[] {
  const found = byValues(rows);
  const ordered = saved.flatMap(({ option_value_ids }) => found.get(keyOf(option_value_ids)) ?? []);
  return ordered.length === rows.length ? ordered : rows;
}

const byValues = (rows: readonly VariationFields[]) => new Map(rows.map((row) => [keyOf(row.option_value_ids), row]));

const hasOption = (variations: readonly VariationFields[], valueIds: number[]) =>
  variations.some(({ option_value_ids }) => option_value_ids.some((id) => valueIds.includes(id)));

/** Values no variation could have had before. Of a new option all but the first, which existing variations get. */
function findNewValues(before: readonly OptionFields[], after: readonly OptionFields[]) {
  const old = new Map(before.map((group) => [group.group_id, group.value_ids]));
  return new Set(
    after.flatMap(({ group_id, value_ids }) => {
      const had = old.get(group_id) ?? [];
      return had.length === 0 ? value_ids.slice(1) : value_ids.filter((id) => !had.includes(id));
    }),
  );
}

function copyNearest(rows: readonly VariationFields[], values: number[]): VariationFields {
  const shared = (row: VariationFields) => row.option_value_ids.filter((id) => values.includes(id)).length;
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

const combinations = (groups: readonly OptionFields[]): number[][] =>
  groups.reduce<number[][]>((all, { value_ids }) => all.flatMap((one) => value_ids.map((id) => [...one, id])), [[]]);

const keyOf = (values: readonly (number | undefined)[]) => values.join("-");
