/** A category; the path is made of slugs, e.g. 'home/kitchen/coffee-and-tea'. */
export interface WorldCategory {
  path: string;
  name: string;
  description: string;
}

type OptionGroupName = "Colour" | "Size" | "Shoe size" | "Material" | "Capacity" | "Pack" | "Strength";

/** The values of one option group that a product comes in, in the order shown. */
export interface WorldOption {
  group: OptionGroupName;
  values: string[];
}

export interface WorldOptionGroup {
  name: OptionGroupName;
  display: "swatch" | "button";
  values: { label: string; swatch?: string }[];
}

/** A kind of product and the attributes its specification table has. */
export interface WorldProductType {
  name: string;
  attributes: { name: string; required: boolean }[];
}

/** A product; prices are minor units of EUR, the weight is in grams. */
export interface WorldProduct {
  slug: string;
  name: string;
  subtitle: string;
  brand: string;
  type: string;
  category: string;
  tags: string[];
  description: string[];
  attributes: Record<string, string>;
  options: WorldOption[];
  price: number;
  compareAt?: number;
  priceSteps?: Record<string, number>;
  stock: "plenty" | "low" | "sold-out" | "mixed";
  weight: number;
  launchedDaysAgo: number;
}

/** One buyable variation; `choices` maps option group to value, empty for a product without options. */
export interface WorldVariation {
  sku: string;
  choices: Record<string, string>;
  price: number;
  compareAt?: number;
  stock: number;
}
