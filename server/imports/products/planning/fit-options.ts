import type { CurrentVariation } from "#server/catalogue/catalogue.ts";
import type { ProductDraft, VariationDraft } from "#server/imports/products/product-draft.ts";
import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { CurrentProduct } from "./current-product.ts";

/** A draft whose variations have a value for each of its options, or none where the file does not say which one it is. */
export interface FittedDraft {
  draft: ProductDraft;
  notes: RowRemark[];
  /** Rows that turned out to be the variation of an earlier one. */
  lost: RowRemark[];
}

const optionColumns = ["Option1", "Option2", "Option3"];
const missingOption = "None";
const isEqual = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const keyOf = ({ options }: VariationDraft) => options.join("\n").toLowerCase();

/**
 * Fits a draft to the options of its product. What the file leaves empty, or has no column for, says nothing: names
 * and values stay those of the product, whose variation is found by SKU, by the values that the file does have, or by barcode.
 */
export function fitOptions(given: ProductDraft, current: CurrentProduct | undefined): FittedDraft {
  const fitted = current && current.option_names.length > 0 ? takeOptions(given, current) : undefined;
  if (!fitted) return fillOptions(given);
  const { variations, lost } = dropRepeated(fitted);
  const filled = fillOptions({ ...fitted, variations });
  return { ...filled, lost: [...lost, ...filled.lost] };
}

/** The draft with the options of the product; undefined if the file has other ones. */
function takeOptions(given: ProductDraft, current: CurrentProduct): ProductDraft | undefined {
  const names = current.option_names;
  const draft = takeNames(given, names);
  const find = variationFinder(draft, current);
  const variations = draft.variations.map((variation) => takeValues(variation, draft, current, find));
  const fitted = { ...draft, optionNames: names, variations };
  const isKnown = variations.every(({ options }) => !options.includes(""));
  // Nothing says what the options of the file are: those of the product, of variations that it has.
  if (!draft.hasOptions || isUnnamed(draft))
    return {
      ...fitted,
      variations: variations.map((one) => (one.options.includes("") ? { ...one, options: [] } : one)),
    };
  const isNamed = (list: readonly string[], name: string) => list.some((other) => isEqual(other, name));
  const hasNoOther = draft.optionNames.every((name) => isNamed(names, name));
  if (hasNoOther && draft.optionNames.length === names.length) return fitted;
  const isDistinct = new Set(variations.map(keyOf)).size === variations.length;
  // A feed does not name options: those of the draft are only what its items differ in.
  const mayFit = isGuessed(draft) ? isDistinct : hasNoOther && draft.optionNames.length > 0;
  return mayFit && isKnown ? fitted : undefined;
}

/** Whether the options were chosen among the attributes of items, as a feed does not name them. */
export const isGuessed = ({ variations }: ProductDraft) => variations.some(({ row }) => row.source?.attributes);

const isUnnamed = ({ unnamed = [] }: ProductDraft) => unnamed.length > 0;

/** The draft whose options without a name have those of the product, if both have as many. */
function takeNames(draft: ProductDraft, names: readonly string[]): ProductDraft {
  const { optionNames, unnamed = [] } = draft;
  const said = optionNames.filter((_, at) => !unnamed.includes(at));
  const left = names.filter((name) => !said.some((other) => isEqual(other, name)));
  if (unnamed.length === 0 || left.length !== unnamed.length) return draft;
  return {
    ...draft,
    optionNames: optionNames.map((name, at) => (unnamed.includes(at) ? (left.shift() ?? name) : name)),
    unnamed: [],
  };
}

/** The variation with a value for each option of the product; "" where neither the file nor the shop says one. */
function takeValues(
  variation: VariationDraft,
  draft: ProductDraft,
  current: CurrentProduct,
  find: ReturnType<typeof variationFinder>,
): VariationDraft {
  const { attributes = {} } = variation.row.source ?? {};
  const said = current.option_names.map((name) => {
    const at = isUnnamed(draft) ? -1 : draft.optionNames.findIndex((other) => isEqual(other, name));
    return (
      variation.options[at] || (Object.hasOwn(attributes, name.toLowerCase()) && attributes[name.toLowerCase()]) || ""
    );
  });
  const found = find(variation, said);
  return { ...variation, options: said.map((value, at) => value || (found?.options[at] ?? "")) };
}

/** Finds a variation of the product: by SKU, else the only one of both, else the only one with these values, else by barcode. */
function variationFinder(draft: ProductDraft, { variations }: CurrentProduct) {
  const bySku = new Map(variations.map((variation) => [variation.sku, variation]));
  const byBarcode = new Map(variations.map((variation) => [variation.barcode, variation]));
  // By the values of some options: those that a row says. There are at most eight such choices.
  const byValues = new Map<string, Map<string, CurrentVariation[]>>();
  const listAlike = (said: string[]) => {
    const places = [...said.keys()].filter((at) => said[at] !== "");
    const keyed = (values: readonly string[]) => places.map((at) => (values[at] ?? "").toLowerCase()).join("\n");
    const choice = places.join();
    const index = byValues.get(choice) ?? Map.groupBy(variations, ({ options }) => keyed(options));
    byValues.set(choice, index);
    return index.get(keyed(said)) ?? [];
  };
  return ({ sku, barcode }: VariationDraft, said: string[]) => {
    const known = sku ? bySku.get(sku) : undefined;
    if (known) return known;
    if (draft.variations.length === 1 && variations.length === 1) return variations[0];
    const alike = said.some((value) => value !== "") ? listAlike(said) : [];
    if (alike.length === 1) return alike[0];
    return barcode ? byBarcode.get(barcode) : undefined;
  };
}

/** Of rows of the same variation the first stays. */
function dropRepeated({ optionNames, variations }: ProductDraft) {
  const first = new Map<string, number>();
  const lost: RowRemark[] = [];
  const left = variations.filter((variation) => {
    const { row, options } = variation;
    const earlier = first.get(keyOf(variation));
    if (options.length < optionNames.length || earlier === undefined) return first.set(keyOf(variation), row.row);
    const [column, alike] =
      options.length > 0 ? ["Option1 Value", "has the same options"] : [null, "is the same product"];
    lost.push(toRemark(row, column, "duplicate_variation", `Row ${earlier} ${alike}. This row is not imported.`));
    return false;
  });
  return { variations: left, lost };
}

/** Notes what has no name or value, and gives a missing value a name. */
export function fillOptions(draft: ProductDraft): FittedDraft {
  const { optionNames, unnamed = [], first } = draft;
  const notes = unnamed.map((at) => {
    const message = `This option has no name and was named "${optionNames[at]}".`;
    return toRemark(draft.namedAt ?? first, `${optionColumns[at]} Name`, "option_unnamed", message);
  });
  const fill = ({ row, options }: VariationDraft) =>
    options.map((value, at) => {
      if (value !== "") return value;
      const message = `The value of "${optionNames[at]}" is missing and was set to "${missingOption}".`;
      notes.push(toRemark(row, `${optionColumns[at]} Value`, "option_missing", message));
      return missingOption;
    });
  const filled = draft.variations.map((variation) => ({ ...variation, options: fill(variation) }));
  const { variations, lost } = dropRepeated({ ...draft, variations: filled });
  return { draft: { ...draft, variations }, notes, lost };
}
