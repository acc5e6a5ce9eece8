import type { WorldProductType } from "./shapes.ts";

const type = (name: string, ...attributes: string[]): WorldProductType => ({ name, attributes });

export const productTypes: WorldProductType[] = [
  type("Shoes", "Upper", "Sole", "Drop", "Fit", "Made in"),
  type("Clothing", "Fabric", "Fit", "Care", "Made in"),
  type("Accessory", "Material", "Dimensions", "Closure", "Made in"),
  type("Kitchenware", "Material", "Dimensions", "Dishwasher", "Made in"),
  type("Furniture", "Material", "Dimensions", "Assembly", "Made in"),
  type("Decor", "Material", "Dimensions", "Finish", "Made in"),
  type("Plant", "Height", "Light", "Water", "Pot"),
  type("Tool", "Material", "Length", "Handle", "Guarantee"),
  type("Electronics", "Power", "Connections", "Dimensions", "Guarantee"),
  type("Instrument", "Body", "Scale", "Level", "In the box"),
  type("Toy", "Age", "Material", "Dimensions", "Made in"),
  type("Sport", "Material", "Dimensions", "For", "Care"),
  type("Stationery", "Material", "Dimensions", "Contents", "Made in"),
  type("Food", "Net weight", "Ingredients", "Allergens", "Keeps"),
];
