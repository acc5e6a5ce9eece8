import type { WorldCategory, WorldProduct } from "./shapes.ts";

/** An image of a product: its file in world/images, and the color it shows, if only one. */
export interface WorldImage {
  file: string;
  alt: string;
  color?: string;
}

/** The 3 to 6 images of a product in order: cover, a composed scene, further colors, a group or a close-up. */
export function imagesOf(product: WorldProduct): WorldImage[] {
  const { slug, name } = product;
  const colors = product.options.find((option) => option.group === "Color")?.values ?? [];
  const image = (scene: string, alt: string, color?: string): WorldImage => ({
    file: `products/${slug}/${scene}.webp`,
    alt,
    ...(color === undefined ? {} : { color }),
  });
  const front = (color: string) => image(`front-${color.toLowerCase()}`, `${name} in ${color.toLowerCase()}`, color);
  const [cover = image("front", name), ...others] = colors.map(front);
  const isGroup = colors.length > 1 || product.category.startsWith("pantry/") || isSoldInPacks(product);
  const last = isGroup ? image("pair", `${name}, side by side`) : image("detail", `${name}, close up`, colors[0]);
  return [cover, image("angle", `${name} in the studio`, colors[0]), ...others, last];
}

/** The file of a category's image in world/images. */
export const categoryImage = ({ path }: WorldCategory): string => `categories/${path}.webp`;

const isSoldInPacks = (product: WorldProduct) => product.options.some(({ group }) => group === "Pack");
