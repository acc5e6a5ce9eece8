import type { WorldOption } from "#world/shapes.ts";

export const shoeSizes: WorldOption = { group: "Shoe size", values: ["37", "38", "39", "40", "41", "42"] };
export const fewShoeSizes: WorldOption = { group: "Shoe size", values: ["36", "37", "38", "39", "40"] };
export const bigShoeSizes: WorldOption = { group: "Shoe size", values: ["40", "41", "42", "43", "44", "45"] };
export const clothSizes: WorldOption = { group: "Size", values: ["XS", "S", "M", "L", "XL"] };
export const fewClothSizes: WorldOption = { group: "Size", values: ["S", "M", "L"] };
export const threeSizes: WorldOption = { group: "Size", values: ["Small", "Medium", "Large"] };

/** The Colour group with the given values, in the order shown. */
export function inColours(...values: string[]): WorldOption {
  return { group: "Colour", values };
}
