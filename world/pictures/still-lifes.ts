import { products } from "#world/catalogue.ts";
import { categories } from "#world/categories.ts";
import type { WorldProduct } from "#world/shapes.ts";
import type { BackdropName } from "./backdrops.ts";
import { paintBackdrop } from "./canvas.ts";
import { atEasel, develop, pictureSize, type Spot, setDown } from "./compose.ts";
import { getObject } from "./objects.ts";

const categorySets: BackdropName[] = ["linen", "mist", "sage", "clay", "lilac", "butter", "blush", "stone"];

const shelf: Spot[] = [
  { x: 0.25, y: 0.71, size: 0.44, blur: 3 },
  { x: 0.76, y: 0.74, size: 0.48, blur: 2 },
  { x: 0.47, y: 0.86, size: 0.62 },
];

/** The square picture of a category: up to three of its things, its own emoji in front. */
export function composeCategory(path: string): Promise<Buffer> {
  return atEasel(async () => {
    const index = categories.findIndex((category) => category.path === path);
    const category = categories[index];
    if (!category) throw new Error(`No category "${path}"`);
    const canvas = paintBackdrop(categorySets[index % categorySets.length]!, "stand", pictureSize, pictureSize);
    const cast = castOf(path, category.emoji);
    for (const [at, spot] of shelf.slice(-cast.length).entries()) {
      const { emoji, dye, tilt } = cast[at]!;
      await setDown(canvas, await getObject(emoji, dye), "stand", { ...spot, degrees: tilt });
    }
    return develop(canvas);
  });
}

/** Back to front: two other things of the category, spread over its shelves, then the one it is known by. */
function castOf(path: string, emoji: string): { emoji: string; dye?: string; tilt: number }[] {
  const inside = products.filter((product) => `${product.category}/`.startsWith(`${path}/`));
  const others = inside.filter((product) => product.picture.emoji !== emoji);
  const known = inside.find((product) => product.picture.emoji === emoji);
  const spread = [others[Math.floor(others.length / 3)], others[Math.floor((others.length * 4) / 5)]];
  const behind = [...new Set(spread)].filter((product) => product !== undefined).map(look);
  return [...behind, known ? look(known) : { emoji, tilt: 0 }];
}

function look(product: WorldProduct): { emoji: string; dye?: string; tilt: number } {
  const colours = product.options.find((option) => option.group === "Colour")?.values ?? [];
  const dye = colours[0] ?? product.picture.dye;
  return { emoji: product.picture.emoji, tilt: product.picture.tilt ?? 0, ...(dye === undefined ? {} : { dye }) };
}
