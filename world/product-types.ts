import type { WorldProductType } from "./shapes.ts";

/** A table with a row for each size. */
const sizeTable = (head: string[], ...rows: string[][]) => {
  const row = (cells: string[], tag: "td" | "th") =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<table>${row(head, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table>`;
};

export const sizeGuides: Record<string, string> = {
  Shoes: sizeTable(
    ["EU", "UK", "US women", "US men", "Foot"],
    ...[36, 37, 38, 39, 40, 41, 42, 43, 44, 45].map((size) => [
      String(size),
      String(size - 33),
      String(size - 31),
      String(size - 32.5),
      `${((size * 2) / 3 - 1.5).toFixed(1)} cm`,
    ]),
  ),
  Clothing: sizeTable(
    ["Size", "Chest", "Waist", "Hips"],
    ["XS", "80 to 86 cm", "64 to 70 cm", "88 to 94 cm"],
    ["S", "86 to 92 cm", "70 to 76 cm", "94 to 100 cm"],
    ["M", "92 to 98 cm", "76 to 82 cm", "100 to 106 cm"],
    ["L", "98 to 106 cm", "82 to 90 cm", "106 to 112 cm"],
    ["XL", "106 to 114 cm", "90 to 98 cm", "112 to 118 cm"],
  ),
};

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
