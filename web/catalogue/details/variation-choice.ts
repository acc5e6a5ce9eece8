import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";

export type OptionGroup = ProductDetails["option_groups"][number];
export type ProductImage = ProductDetails["images"][number];
type ProductOptions = Pick<ProductDetails, "option_groups" | "variations" | "default_variation_id">;

/** A value of an option group, given the other selected options. */
export interface OptionValue {
  id: number;
  label: string;
  swatch: string | null;
  selected: boolean;
  /**
   * `sold_out`: exists with the other selected options but is out of stock; `other`: exists only with other options.
   */
  state: "available" | "sold_out" | "other";
  /** The nearest variation with this value; undefined when there is none. */
  variation: Variation | undefined;
}

export const isAvailable = ({ stock }: Pick<Variation, "stock">) => stock.state !== "out";

/** The requested variation, else the default, else an available one. */
export function selectVariation({ variations, default_variation_id }: ProductOptions, requestedId: number | undefined) {
  const byId = (id: number | null | undefined) => variations.find((variation) => variation.id === id);
  return byId(requestedId) ?? byId(default_variation_id) ?? variations.find(isAvailable) ?? variations[0];
}

/**
 * The values of a group, each with the variation that selecting it leads to while other options stay where possible.
 */
export function listOptionValues(
  product: ProductOptions,
  group: OptionGroup,
  chosen: Variation | undefined,
): OptionValue[] {
  const now = valueOf(chosen, group.id);
  return group.values.map(({ id, label, swatch }) => {
    const variation = nearest(product.variations, { group_id: group.id, value_id: id }, chosen);
    const fitsSelection = variation !== undefined && differsOnlyIn(variation, chosen, group.id);
    const state = !fitsSelection ? "other" : isAvailable(variation) ? "available" : "sold_out";
    return { id, label, swatch, selected: now === id, state, variation };
  });
}

type Option = Variation["options"][number];

const valueOf = (variation: Variation | undefined, groupId: number) =>
  variation?.options.find(({ group_id }) => group_id === groupId)?.value_id;

/** The best match with that value: most equal options, then available, then first. */
function nearest(variations: Variation[], wanted: Option, chosen: Variation | undefined) {
  const score = (variation: Variation) =>
    2 * (chosen?.options ?? []).filter(({ group_id, value_id }) => valueOf(variation, group_id) === value_id).length +
    (isAvailable(variation) ? 1 : 0);
  return variations
    .filter((variation) => valueOf(variation, wanted.group_id) === wanted.value_id)
    .reduce<Variation | undefined>((best, one) => (!best || score(one) > score(best) ? one : best), undefined);
}

const differsOnlyIn = (variation: Variation, chosen: Variation | undefined, groupId: number) =>
  (chosen?.options ?? []).every(
    ({ group_id, value_id }) => group_id === groupId || valueOf(variation, group_id) === value_id,
  );

/** The images of a variation, or all of the product's. */
export function variationImages(images: ProductImage[], variation: Variation | undefined): ProductImage[] {
  const own = (variation?.image_ids ?? []).flatMap((id) => images.find((image) => image.id === id) ?? []);
  return own.length > 0 ? own : images;
}
