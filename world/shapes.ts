import type { BackdropName } from "./pictures/backdrops.ts";
import type { Pose } from "./pictures/canvas.ts";

/** A category; the path is made of slugs, e.g. 'home/kitchen/coffee-and-tea'. */
export interface WorldCategory {
  path: string;
  name: string;
  description: string;
  emoji: string;
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

/** What the product is photographed from: an object, a set, how it is posed, and a dye when it has no Colour option. */
interface WorldPicture {
  emoji: string;
  backdrop: BackdropName;
  pose?: Pose;
  dye?: string;
  /** Degrees clockwise that set a slanted object upright. */
  tilt?: number;
  /** Objects with letters or figures on them are never mirrored. */
  oneWay?: true;
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
  picture: WorldPicture;
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
