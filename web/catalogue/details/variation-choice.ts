import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";

export type OptionGroup = ProductDetails["option_groups"][number];
export type ProductPicture = ProductDetails["images"][number];
type Choosable = Pick<ProductDetails, "option_groups" | "variations" | "default_variation_id">;

/** One value of an option group, as it stands beside what else is chosen. */
export interface ValueChoice {
  id: number;
  label: string;
  swatch: string | null;
  chosen: boolean;
  /** `sold_out`: it exists with the other choices but cannot be bought; `other`: only with other choices. */
  state: "available" | "sold_out" | "other";
  /** What choosing it leads to: the nearest variation that has it. Undefined when none does. */
  variation: Variation | undefined;
}

export const canBeBought = ({ stock }: Pick<Variation, "stock">) => stock.state !== "out";

/** The variation asked for, else the product's first choice, else one that can be bought. */
export function chosenVariation({ variations, default_variation_id }: Choosable, asked: number | undefined) {
  const byId = (id: number | null | undefined) => variations.find((variation) => variation.id === id);
  return byId(asked) ?? byId(default_variation_id) ?? variations.find(canBeBought) ?? variations[0];
}

/** The values of a group, each with where choosing it leads while the other groups stay as they are if they can. */
export function valueChoices(product: Choosable, group: OptionGroup, chosen: Variation | undefined): ValueChoice[] {
  const now = valueOf(chosen, group.id);
  return group.values.map(({ id, label, swatch }) => {
    const variation = nearest(product.variations, { group_id: group.id, value_id: id }, chosen);
    const together = variation !== undefined && differsOnlyIn(variation, chosen, group.id);
    const state = !together ? "other" : canBeBought(variation) ? "available" : "sold_out";
    return { id, label, swatch, chosen: now === id, state, variation };
  });
}

type Option = Variation["options"][number];

const valueOf = (variation: Variation | undefined, groupId: number) =>
  variation?.options.find(({ group_id }) => group_id === groupId)?.value_id;

/** Of those with the wanted value: most other choices kept, then one that can be bought, then the first. */
function nearest(variations: Variation[], wanted: Option, chosen: Variation | undefined) {
  const score = (variation: Variation) =>
    2 * (chosen?.options ?? []).filter(({ group_id, value_id }) => valueOf(variation, group_id) === value_id).length +
    (canBeBought(variation) ? 1 : 0);
  return variations
    .filter((variation) => valueOf(variation, wanted.group_id) === wanted.value_id)
    .reduce<Variation | undefined>((best, one) => (!best || score(one) > score(best) ? one : best), undefined);
}

const differsOnlyIn = (variation: Variation, chosen: Variation | undefined, groupId: number) =>
  (chosen?.options ?? []).every(
    ({ group_id, value_id }) => group_id === groupId || valueOf(variation, group_id) === value_id,
  );

/** The pictures of a variation, those of its own colour first; all of the product's where it has none. */
export function picturesOf(images: ProductPicture[], variation: Variation | undefined): ProductPicture[] {
  const own = (variation?.image_ids ?? []).flatMap((id) => images.find((image) => image.id === id) ?? []);
  return own.length > 0 ? own : images;
}
