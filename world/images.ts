import type { WorldCategory, WorldProduct } from "./shapes.ts";

/** An image of a product: its file in world/images, and the colour it shows, if only one. */
export interface WorldImage {
  file: string;
  alt: string;
  colour?: string;
}

/** The 3 to 6 images of a product in order: cover, a composed scene, further colors, a group or a close-up. */
export function imagesOf(product: WorldProduct): WorldImage[] {
  const { slug, name } = product;
  const colours = product.options.find((option) => option.group === "Color")?.values ?? [];
  const image = (scene: string, alt: string, colour?: string): WorldImage => ({
    file: `products/${slug}/${scene}.webp`,
    alt,
    ...(colour === undefined ? {} : { colour }),
  });
  const front = (colour: string) =>
    image(`front-${colour.toLowerCase()}`, `${name} in ${colour.toLowerCase()}`, colour);
  const [cover = image("front", name), ...others] = colours.map(front);
  const isGroup = colours.length > 1 || product.category.startsWith("pantry/") || isSoldInPacks(product);
  const last = isGroup ? image("pair", `${name}, side by side`) : image("detail", `${name}, close up`, colours[0]);
  return [cover, image("angle", `${name} in the studio`, colours[0]), ...others, last];
}

/** The file of a category's image in world/images. */
export const categoryImage = ({ path }: WorldCategory): string => `categories/${path}.webp`;

const isSoldInPacks = (product: WorldProduct) => product.options.some(({ group }) => group === "Pack");
