import { z } from "zod";

/** A category; the path is made of slugs, e.g. 'home/kitchen/coffee-and-tea'. */
export interface WorldCategory {
  path: string;
  name: string;
  description: string;
  /** Its rules put products with any of these tags into it. */
  tags?: string[];
}

const OptionGroupName = z.enum(["Color", "Size", "Shoe size", "Material", "Capacity", "Pack", "Strength"]);

/** The values of an option group that a product has, in order. */
export type WorldOption = z.infer<typeof WorldOption>;
const WorldOption = z.strictObject({ group: OptionGroupName, values: z.array(z.string()) });

export interface WorldOptionGroup {
  name: z.infer<typeof OptionGroupName>;
  display: "swatch" | "button";
  values: { label: string; swatch?: string }[];
}

/** A product type and its attributes. */
export interface WorldProductType {
  name: string;
  attributes: string[];
}

/** A product; prices are minor units of EUR, the weight is in grams. */
export type WorldProduct = z.infer<typeof WorldProduct>;
export const WorldProduct = z.strictObject({
  slug: z.string(),
  name: z.string(),
  subtitle: z.string(),
  brand: z.string(),
  type: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  description: z.array(z.string()),
  attributes: z.record(z.string(), z.string()),
  options: z.array(WorldOption),
  price: z.int(),
  compareAt: z.int().optional(),
  priceSteps: z.record(z.string(), z.int()).optional(),
  stock: z.enum(["plenty", "low", "sold-out", "mixed"]),
  weight: z.int(),
  launchedDaysAgo: z.int(),
});

/** A variation; `choices` maps option groups to values, empty for a product without options. */
export interface WorldVariation {
  sku: string;
  choices: Record<string, string>;
  price: number;
  compareAt?: number;
  stock: number;
}
