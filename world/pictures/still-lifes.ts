import { products } from "#world/catalogue.ts";
import { categories } from "#world/categories.ts";
import type { WorldProduct } from "#world/shapes.ts";
import type { BackdropName } from "./backdrops.ts";
import { paintBackdrop } from "./canvas.ts";
import { atEasel, develop, pictureSize, type Spot, setDown } from "./compose.ts";
import { getObject } from "./objects.ts";

export const heroWidth = 2000;
export const heroHeight = 1100;

/** Words for the hero picture. */
export const heroAlt =
  "A still life: a backpack, a plant, a teapot, a chair, headphones, a camera, a running shoe and a guitar";

interface Prop extends Spot {
  emoji: string;
  dye?: string;
}

const hero: Prop[] = [
  { emoji: "1f3b8", dye: "Teal", x: 0.905, y: 0.72, size: 0.5, blur: 3, degrees: -42 },
  { emoji: "1fab4", x: 0.535, y: 0.71, size: 0.48, blur: 2 },
  { emoji: "1fa91", dye: "Mustard", x: 0.725, y: 0.77, size: 0.5 },
  { emoji: "1f392", dye: "Navy", x: 0.43, y: 0.79, size: 0.32 },
  { emoji: "1fad6", dye: "Sage", x: 0.575, y: 0.87, size: 0.27 },
  { emoji: "1f4f7", dye: "Camel", x: 0.765, y: 0.9, size: 0.22 },
  { emoji: "1f45f", dye: "Chalk", x: 0.895, y: 0.91, size: 0.23, degrees: -38 },
  { emoji: "1f3a7", dye: "Blush", x: 0.665, y: 0.95, size: 0.2 },
];

const categorySets: BackdropName[] = ["linen", "mist", "sage", "clay", "lilac", "butter", "blush", "stone"];

const shelf: Spot[] = [
  { x: 0.25, y: 0.71, size: 0.44, blur: 3 },
  { x: 0.76, y: 0.74, size: 0.48, blur: 2 },
  { x: 0.47, y: 0.86, size: 0.62 },
];

/** The wide picture of the home page, 2000 x 1100, a JPEG; its left third is left empty for words. */
export function composeHero(): Promise<Buffer> {
  return atEasel(async () => {
    const canvas = paintBackdrop("sand", "stand", heroWidth, heroHeight);
    for (const prop of hero) await setDown(canvas, await getObject(prop.emoji, prop.dye), "stand", prop);
    return develop(canvas);
  });
}

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
