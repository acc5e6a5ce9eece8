import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";
import { languageOf, say, shopLanguage } from "#words/say.ts";

export type OptionGroup = ProductDetails["option_groups"][number];
export type ProductImage = ProductDetails["images"][number];
type ProductOptions = Pick<ProductDetails, "option_groups" | "variations" | "default_variation_id">;

/** The chosen value of each option group, by group. */
export type Choice = ReadonlyMap<number, number>;

/** A value of an option group, given the other chosen options. */
export interface OptionValue {
  id: number;
  label: string;
  swatch: string | null;
  selected: boolean;
  /**
   * `sold_out`: exists with the other chosen options but is out of stock; `other`: exists only with other options.
   */
  state: "available" | "sold_out" | "other";
  /** The choice that selecting it leads to; undefined when it can't be selected. */
  choice: Choice | undefined;
}

export const isAvailable = ({ stock }: Pick<Variation, "stock">) => stock.state !== "out";

/** What a customer has to choose: sizes and the like. Colors, shown as swatches or images, are chosen in advance. */
const isChosenByCustomer = ({ display, values }: OptionGroup) =>
  display !== "swatch" && display !== "image" && values.length > 1;

/** The options of the requested variation, else the requested options and those that are not the customer's to choose. */
export function initialChoice(
  product: ProductOptions,
  requestedId: number | undefined,
  requestedValues: readonly number[] = [],
): Choice {
  const { variations, default_variation_id, option_groups } = product;
  const byId = (id: number | null | undefined) => variations.find((variation) => variation.id === id);
  const requested = byId(requestedId);
  if (requested) return choiceOf(requested);
  const shown = byId(default_variation_id) ?? variations.find(isAvailable) ?? variations[0];
  const inAdvance = option_groups.filter((group) => !isChosenByCustomer(group)).map(({ id }) => id);
  const first = new Map([...(shown ? choiceOf(shown) : [])].filter(([group]) => inAdvance.includes(group)));
  return option_groups.reduce<Choice>((choice, group) => {
    const value = group.values.find(({ id }) => requestedValues.includes(id));
    return (value && choose(product, group, value.id, choice)) ?? choice;
  }, first);
}

const choiceOf = ({ options }: Variation): Choice =>
  new Map(options.map(({ group_id, value_id }) => [group_id, value_id]));

/** The groups in which nothing is chosen yet. */
export const openGroups = ({ option_groups }: ProductOptions, choice: Choice) =>
  option_groups.filter(({ id }) => !choice.has(id));

/** The variations that have all chosen options: one once every option is chosen. */
export const matchingVariations = ({ variations }: ProductOptions, choice: Choice) =>
  variations.filter((variation) => matches(variation, choice));

const matches = ({ options }: Variation, choice: Choice) =>
  [...choice].every(([group, value]) =>
    options.some(({ group_id, value_id }) => group_id === group && value_id === value),
  );

/** The values of a group, each with the choice that selecting it leads to. */
export const listOptionValues = (product: ProductOptions, group: OptionGroup, choice: Choice): OptionValue[] =>
  group.values.map(({ id, label, swatch }) => {
    const state = stateOf(product, group, id, choice);
    return {
      id,
      label,
      swatch,
      selected: choice.get(group.id) === id,
      state,
      choice: choose(product, group, id, choice),
    };
  });

/** A color is sold out only if every size of it is; a size, if it is in the chosen color. */
function stateOf(product: ProductOptions, group: OptionGroup, value: number, choice: Choice): OptionValue["state"] {
  const ignored = isChosenByCustomer(group) ? [group] : product.option_groups.filter(isChosenByCustomer);
  const others = without(choice, [group, ...ignored]);
  const found = matchingVariations(product, new Map([...others, [group.id, value]]));
  if (found.length === 0) return "other";
  return found.some(isAvailable) ? "available" : "sold_out";
}

/**
 * Chosen options stay where a variation has them all. Otherwise sizes have to be chosen again, while a color is never
 * changed by choosing a size.
 */
function choose(product: ProductOptions, group: OptionGroup, value: number, choice: Choice): Choice | undefined {
  const sizes = product.option_groups.filter(isChosenByCustomer);
  const attempts = [choice, without(choice, sizes)];
  if (!isChosenByCustomer(group)) attempts.push(new Map());
  return attempts
    .map((rest) => new Map([...without(rest, [group]), [group.id, value]]))
    .find((attempt) => matchingVariations(product, attempt).length > 0);
}

const without = (choice: Choice, groups: readonly OptionGroup[]) =>
  new Map([...choice].filter(([id]) => !groups.some((group) => group.id === id)));

/** The images of a variation, or all of the product's. */
export function variationImages(images: ProductImage[], variation: Variation | undefined): ProductImage[] {
  const own = (variation?.image_ids ?? []).flatMap((id) => images.find((image) => image.id === id) ?? []);
  return own.length > 0 ? own : images;
}

/** "Select size": in English names of groups are in lower case within a sentence. */
export const selectLabel = ({ name }: Pick<OptionGroup, "name">) =>
  say("Select {option}", { option: languageOf(shopLanguage()) === "en" ? name.toLowerCase() : name });
