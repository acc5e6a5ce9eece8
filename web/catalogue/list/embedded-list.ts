import type { ProductList } from "#contract/catalogue/products.ts";

/**
 * Drops what no tile shows at first, to keep documents small: further images come with the product's details. The name next
 * to the image is its description, so the alt text is empty. An object that occurs twice is written once.
 */
export const withoutUnusedFields = <Reply>(reply: Reply): Reply => {
  const list = reply as Partial<ProductList>;
  if (!list.facets || !list.data) return reply;
  const data = list.data.map((card) => ({
    ...card,
    images: card.images.slice(0, 1).map((image) => ({ ...image, alt: "" })),
    max_price: card.max_price.amount === card.price.amount ? card.price : card.max_price,
    thumbnail: "",
    variation_count: 0,
    default_variation_id: null,
  }));
  return { ...reply, data };
};
