import type { WorldCategory, WorldProduct } from "./shapes.ts";

/** A picture of a product: its file in world/pictures, and the colour it shows, if only one. */
export interface WorldPicture {
  file: string;
  alt: string;
  colour?: string;
}

/** The 3 to 6 pictures of a product in order: cover, a composed scene, further colors, a group or a close-up. */
export function picturesOf(product: WorldProduct): WorldPicture[] {
  const { slug, name } = product;
  const colours = product.options.find((option) => option.group === "Color")?.values ?? [];
  const picture = (scene: string, alt: string, colour?: string): WorldPicture => ({
    file: `products/${slug}/${scene}.webp`,
    alt,
    ...(colour === undefined ? {} : { colour }),
  });
  const front = (colour: string) =>
    picture(`front-${colour.toLowerCase()}`, `${name} in ${colour.toLowerCase()}`, colour);
  const [cover = picture("front", name), ...others] = colours.map(front);
  const isGroup = colours.length > 1 || product.category.startsWith("pantry/") || isSoldInPacks(product);
  const last = isGroup ? picture("pair", `${name}, side by side`) : picture("detail", `${name}, close up`, colours[0]);
  return [cover, picture("angle", `${name} in the studio`, colours[0]), ...others, last];
}

/** The file of a category's picture in world/pictures. */
export const categoryPicture = ({ path }: WorldCategory): string => `categories/${path}.webp`;

const isSoldInPacks = (product: WorldProduct) => product.options.some(({ group }) => group === "Pack");
