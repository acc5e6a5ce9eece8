import type { VariationForm } from "#contract/catalogue/product-form.ts";
import type { FieldError } from "#contract/endpoint.ts";
import { fieldProblem, Problem } from "#server/platform/http/problem.ts";
import type { ExistingVariation, OptionChoice, VariationRow } from "./variations.sql.ts";

/** How the variations of a product change when it is saved. */
export interface VariationPlan {
  /** The variations sent, with the id of the existing one or null for a new one. */
  sent: VariationRow[];
  /** Those not sent that stay as they are. */
  unchanged: ExistingVariation[];
  removed: ExistingVariation[];
  /** Option groups of the product, in order. */
  groupIds: number[];
}

interface MatchInput {
  existing: ExistingVariation[];
  forms: VariationForm[];
  choices: Map<number, OptionChoice>;
  /** Whether variations that are not sent are deleted. */
  replace: boolean;
}

/** The sorted ids of option values (`12-40`), unique within a product. */
export const optionKey = (valueIds: readonly number[]) => valueIds.toSorted((one, other) => one - other).join("-");

/**
 * Matches forms with existing variations by id, otherwise by options. The only variation of a product without options
 * becomes the first one with options, so that it stays in carts. Throws for invalid and duplicate options.
 */
export function matchVariations({ existing, forms, choices, replace }: MatchInput): VariationPlan {
  checkChoices(forms, choices);
  const matched = matchForms(existing, forms);
  const taken = new Set(matched.map((found) => found?.id));
  const others = existing.filter((variation) => !taken.has(variation.id));
  const unchanged = replace ? [] : others;
  const groupIds = groupsOf(forms[0]?.option_value_ids ?? [], choices);
  checkGroups(forms, unchanged, choices, groupIds);
  const sent = forms.map((form, position) => ({
    ...mergeForm(matched[position], form),
    position: unchanged.length === 0 ? position : (matched[position]?.position ?? existing.length + position),
    option_key: optionKey(form.option_value_ids),
    title: titleOf(form.option_value_ids, choices, groupIds),
  }));
  checkPrices(sent);
  checkDuplicates(sent, unchanged);
  return { sent, unchanged, removed: replace ? others : [], groupIds };
}

function matchForms(existing: ExistingVariation[], forms: VariationForm[]) {
  const byId = new Map(existing.map((variation) => [variation.id, variation]));
  const named = new Set(forms.map((form) => form.id));
  const byKey = new Map(existing.filter(({ id }) => !named.has(id)).map((one) => [one.option_key, one]));
  const lone = existing.length === 1 && existing[0]?.option_key === "" ? existing[0] : undefined;
  const matched = forms.map((form, at) => {
    if (form.id === undefined) return byKey.get(optionKey(form.option_value_ids));
    const found = byId.get(form.id);
    if (!found) throw fieldProblem(`variations.${at}.id`, "unknown", "This variation belongs to another product.");
    return found;
  });
  if (lone && !matched.includes(lone)) {
    const first = matched.indexOf(undefined);
    if (first >= 0) matched[first] = lone;
  }
  return matched;
}

const emptyToNull = (text: string | null | undefined) => (text === "" ? null : text);
const newVariation = {
  id: null,
  sku: null,
  barcode: null,
  compare_at_amount: null,
  cost_amount: null,
  weight_g: null,
  measure: null,
  track_stock: true,
  allow_backorder: false,
  max_per_order: null,
  is_active: true,
};

/** Merges the form into the existing variation: absent fields stay, null clears them. */
function mergeForm(existing: ExistingVariation | undefined, form: VariationForm) {
  const {
    option_value_ids: _options,
    on_hand: _units,
    on_hand_was: _before,
    low_stock_level: _level,
    id: _id,
    ...fields
  } = form;
  const {
    version: _version,
    option_value_ids: _chosen,
    ...before
  } = existing ?? { ...newVariation, version: 0, option_value_ids: [] };
  const given = Object.fromEntries(
    Object.entries({ ...fields, sku: emptyToNull(fields.sku), barcode: emptyToNull(fields.barcode) }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Partial<typeof fields>;
  return { ...before, ...given } as Omit<VariationRow, "option_key" | "title" | "position">;
}

const groupsOf = (valueIds: readonly number[], choices: Map<number, OptionChoice>) =>
  valueIds.flatMap((id) => choices.get(id)?.option_group_id ?? []);

function titleOf(valueIds: readonly number[], choices: Map<number, OptionChoice>, groupIds: number[]) {
  const chosen = valueIds.flatMap((id) => choices.get(id) ?? []);
  return groupIds
    .flatMap((group) => chosen.find(({ option_group_id }) => option_group_id === group)?.label ?? [])
    .join(" / ");
}

function checkChoices(forms: VariationForm[], choices: Map<number, OptionChoice>) {
  const wrong: FieldProblem[] = [];
  for (const [at, { option_value_ids }] of forms.entries()) {
    const field = `variations.${at}.option_value_ids`;
    if (option_value_ids.some((id) => !choices.has(id)))
      wrong.push([field, "unknown", "This option value doesn't exist."]);
    else if (new Set(groupsOf(option_value_ids, choices)).size < option_value_ids.length)
      wrong.push([field, "twice", "Select one value for each option."]);
  }
  throwIfAny(wrong);
}

/** Of each variation as it will be stored: a full price that is not sent may be too low for a price that is. */
function checkPrices(sent: Pick<VariationRow, "price_amount" | "compare_at_amount">[]) {
  const wrong = sent.flatMap(({ price_amount, compare_at_amount }, at): FieldProblem[] =>
    compare_at_amount !== null && compare_at_amount <= price_amount
      ? [[`variations.${at}.compare_at_amount`, "too_low", compareAtTooLow]]
      : [],
  );
  throwIfAny(wrong);
}

/** All variations of a product have the same option groups. */
function checkGroups(
  forms: VariationForm[],
  unchanged: ExistingVariation[],
  choices: Map<number, OptionChoice>,
  groupIds: number[],
) {
  const expected = optionKey(groupIds);
  const others = (valueIds: number[]) => optionKey(groupsOf(valueIds, choices)) !== expected;
  const wrong: FieldProblem[] = forms.flatMap(({ option_value_ids }, at): FieldProblem[] =>
    others(option_value_ids)
      ? [[`variations.${at}.option_value_ids`, "groups", "Select one value for each option of the product."]]
      : [],
  );
  const inconsistent = unchanged.filter(({ option_value_ids }) => others(option_value_ids));
  if (inconsistent.length > 0)
    wrong.push(["variations", "groups", `Send these with options too, or remove them: ${titlesOf(inconsistent)}.`]);
  throwIfAny(wrong);
}

function checkDuplicates(sent: VariationRow[], unchanged: ExistingVariation[]) {
  const all = [...sent, ...unchanged];
  const twice = all.filter(({ option_key }, at) => all.findIndex((other) => other.option_key === option_key) !== at);
  if (twice.length === 0) return;
  const keys = new Set(twice.map(({ option_key }) => option_key));
  const message = "Another variation has the same options.";
  const errors = sent.flatMap(({ option_key }, at) =>
    keys.has(option_key) ? [{ field: `variations.${at}.option_value_ids`, code: "twice", message }] : [],
  );
  const titles = `Two variations have the same options: ${titlesOf(twice)}.`;
  throw new Problem("duplicate_variation", { message: titles, errors });
}

export const compareAtTooLow = "The compare-at price must be higher than the price.";

const titlesOf = (variations: { title: string }[]) =>
  [...new Set(variations.map(({ title }) => title || "the one without options"))].join(", ");

type FieldProblem = [field: string, code: string, message: string];

function throwIfAny(wrong: FieldProblem[]) {
  const errors = wrong.map(([field, code, message]): FieldError => ({ field, code, message }));
  if (errors.length > 0) throw new Problem("bad_input", { errors });
}
