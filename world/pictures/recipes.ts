import type { WorldProduct } from "#world/shapes.ts";
import { type BackdropName, secondSet } from "./backdrops.ts";
import type { Pose } from "./canvas.ts";

export type Scene = "front" | "angle" | "detail" | "pair";

/** All that decides a picture: equal recipes give equal bytes. */
export interface PictureRecipe {
  name: string;
  alt: string;
  scene: Scene;
  emoji: string;
  pose: Pose;
  backdrop: BackdropName;
  mirrored: boolean;
  /** Degrees the object is turned, clockwise, to sit right. */
  tilt: number;
  /** The dye of the object in front. */
  dye?: string;
  /** The dyes of the objects behind it (scene `pair`); undefined is the object as it comes. */
  others: (string | undefined)[];
  /** The Colour value the picture belongs to, when it shows one colour only. */
  colour?: string;
}

const mostFronts = 4;

/** The gallery of a product in order: the cover, another angle, each further colour, a group or a close-up; 3 to 6. */
export function picturesOf(product: WorldProduct): PictureRecipe[] {
  const colours = product.options.find((option) => option.group === "Colour")?.values ?? [];
  const fronts =
    colours.length > 0 ? colours.slice(0, mostFronts).map((colour) => front(product, colour)) : [front(product)];
  const first = colours[0] ?? product.picture.dye;
  const angle = {
    ...recipe(product, "angle"),
    backdrop: secondSet[product.picture.backdrop],
    mirrored: !product.picture.oneWay,
    ...shown(first, colours[0]),
  };
  const detail = { ...recipe(product, "detail"), ...shown(first, colours[0]) };
  const pair = {
    ...recipe(product, "pair"),
    ...shown(first),
    others: colours.length > 1 ? colours.slice(1, 3) : [first],
  };
  const [cover, ...colourways] = fronts;
  return [cover!, angle, ...colourways, colours.length > 1 || isGroup(product) ? pair : detail];
}

function front(product: WorldProduct, colour?: string): PictureRecipe {
  const alt = colour === undefined ? product.name : `${product.name} in ${colour.toLowerCase()}`;
  const name = colour === undefined ? `${product.slug}-front` : `${product.slug}-front-${colour.toLowerCase()}`;
  return { ...recipe(product, "front"), name, alt, ...shown(colour ?? product.picture.dye, colour) };
}

function recipe(product: WorldProduct, scene: Scene): PictureRecipe {
  const { emoji, backdrop, pose = "stand", tilt = 0 } = product.picture;
  return {
    name: `${product.slug}-${scene}`,
    alt: altWords[scene](product.name),
    scene,
    emoji,
    pose,
    backdrop,
    mirrored: false,
    tilt,
    others: [],
  };
}

const altWords: Record<Scene, (name: string) => string> = {
  front: (name) => name,
  angle: (name) => `${name} from another angle`,
  detail: (name) => `${name}, close up`,
  pair: (name) => `${name}, side by side`,
};

function shown(dye?: string, colour?: string): Pick<PictureRecipe, "dye" | "colour"> {
  return { ...(dye === undefined ? {} : { dye }), ...(colour === undefined ? {} : { colour }) };
}

/** Small things sold by the pack are shown as several; the rest close up. */
function isGroup(product: WorldProduct): boolean {
  return product.options.some((option) => option.group === "Pack") || product.category.startsWith("pantry/");
}
