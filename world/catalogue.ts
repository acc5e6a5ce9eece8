import { readFileSync } from "node:fs";
import { z } from "zod";
import { WorldProduct } from "./shapes.ts";

const departments = [
  "shoes",
  "clothing",
  "bags",
  "accessories",
  "kitchen",
  "tableware",
  "living",
  "decor",
  "garden",
  "workshop",
  "tech",
  "desk",
  "music",
  "toys",
  "games",
  "court",
  "sport",
  "studio",
  "making",
  "pantry",
];

/** Every product of the demo shop, department by department, from world/products. */
export const products: WorldProduct[] = departments.flatMap((department) => {
  const file = new URL(`./products/${department}.json`, import.meta.url);
  return z.array(WorldProduct).parse(JSON.parse(readFileSync(file, "utf8")));
});
