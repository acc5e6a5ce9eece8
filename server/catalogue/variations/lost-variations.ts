import type { AdminVariation } from "#contract/catalogue/product-form.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { optionKey } from "./match-variations.ts";
import { getOptionChoices, listTakenCodes, type OptionChoice } from "./variations.sql.ts";

/** What a save of a variation sets, but for its stock and its place among the others. */
export type VariationFields = Omit<
  AdminVariation,
  "id" | "title" | "position" | "on_hand" | "on_hand_was" | "reserved" | "version"
>;
/** Fields of variations by id; null for one to delete. */
type Wanted = Map<number, VariationFields | null>;
interface Known {
  choices: Map<number, OptionChoice>;
  /** Codes of variations of other products. */
  taken: string[];
}

/**
 * The variations of a product that can't be set back: an option value is deleted, their options or codes are another's by
 * now, or the product would have none left.
 */
export async function listLostVariations(tx: Tx, current: Map<number, VariationFields>, wanted: Wanted) {
  const all = [...current.values(), ...[...wanted.values()].flatMap((fields) => fields ?? [])];
  const values = all.flatMap(({ option_value_ids }) => option_value_ids);
  const codes = await listTakenCodes(tx, {
    skus: all.flatMap(({ sku }) => sku ?? []),
    barcodes: all.flatMap(({ barcode }) => barcode ?? []),
    ours: [...current.keys(), ...wanted.keys()],
  });
  const known = { choices: await getOptionChoices(tx, values), taken: codes.flatMap(codesOf) };
  const possible: Wanted = new Map(wanted);
  // One that stays as it is may be in the way of another.
  for (let lost = findLost(current, possible, known); lost.length > 0; lost = findLost(current, possible, known))
    for (const id of lost) possible.delete(id);
  return [...wanted.keys()].filter((id) => !possible.has(id));
}

function findLost(current: Map<number, VariationFields>, wanted: Wanted, { choices, taken }: Known): number[] {
  const result = [...new Map<number, VariationFields | null>([...current, ...wanted]).values()].flatMap(
    (fields) => fields ?? [],
  );
  if (result.length === 0) return [...wanted.keys()];
  const keys = countOf(result.map((fields) => optionKey(fields.option_value_ids)));
  const codes = countOf([...taken, ...result.flatMap(codesOf)]);
  const lost = [...wanted].flatMap(([id, fields]) => {
    if (!fields) return [];
    const { option_value_ids, price_amount, compare_at_amount } = fields;
    const isLost =
      option_value_ids.some((value) => !choices.has(value)) ||
      (keys.get(optionKey(option_value_ids)) ?? 0) > 1 ||
      codesOf(fields).some((code) => (codes.get(code) ?? 0) > 1) ||
      (compare_at_amount !== null && compare_at_amount <= price_amount);
    return isLost ? [id] : [];
  });
  const groups = new Set(result.map((fields) => groupsOf(fields, choices)));
  return lost.length > 0 || groups.size === 1 ? lost : listWithOtherOptions(current, wanted);
}

const listWithOtherOptions = (current: Map<number, VariationFields>, wanted: Wanted) =>
  [...wanted].flatMap(([id, fields]) => {
    const now = current.get(id);
    const isSame = now && fields && optionKey(now.option_value_ids) === optionKey(fields.option_value_ids);
    return fields && !isSame ? [id] : [];
  });

/** All variations of a product have the same option groups. */
const groupsOf = ({ option_value_ids }: VariationFields, choices: Map<number, OptionChoice>) =>
  optionKey(option_value_ids.flatMap((id) => choices.get(id)?.option_group_id ?? []));

const codesOf = ({ sku, barcode }: Pick<VariationFields, "sku" | "barcode">) => [
  ...(sku === null ? [] : [`sku ${sku}`]),
  ...(barcode === null ? [] : [`barcode ${barcode}`]),
];

function countOf(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
