import { type Chance, chanceOf } from "./random.ts";
import type { WorldProduct, WorldVariation } from "./shapes.ts";

/** Every variation of a product, first option slowest, with its price (minor units) and stock; always the same. */
export function variationsOf(product: WorldProduct): WorldVariation[] {
  const chance = chanceOf(`stock of ${product.slug}`);
  let choices: Record<string, string>[] = [{}];
  for (const { group, values } of product.options) {
    choices = choices.flatMap((chosen) => values.map((value) => ({ ...chosen, [group]: value })));
  }
  return choices.map((chosen, index) => ({
    sku: [product.slug, ...Object.values(chosen)]
      .join("-")
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, "-"),
    choices: chosen,
    price: priceOf(product, chosen),
    ...(product.compareAt === undefined ? {} : { compareAt: product.compareAt }),
    stock: stockOf(product, index, chance),
  }));
}

function priceOf(product: WorldProduct, chosen: Record<string, string>): number {
  const steps = product.priceSteps ?? {};
  return Object.values(chosen).reduce((price, value) => price + (steps[value] ?? 0), product.price);
}

function stockOf(product: WorldProduct, index: number, chance: Chance): number {
  switch (product.stock) {
    case "sold-out":
      return 0;
    case "low":
      return chance.between(1, 3);
    case "plenty":
      return chance.between(18, 120);
    case "mixed":
      // The first variation is always in stock, so that product pages open with an available one.
      if (index === 0) return chance.between(12, 40);
      return chance.pick([0, 0, 2, 3, chance.between(8, 60), chance.between(8, 60)]);
  }
}
