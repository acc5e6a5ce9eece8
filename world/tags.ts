/** Tags by the word products use, with the name shown. */
export const tags: Record<string, string> = {
  bestseller: "Bestseller",
  new: "New",
  gift: "Gift idea",
  "gift-under-50": "Gift under 50",
  "made-to-last": "Made to last",
  handmade: "Handmade",
  organic: "Organic",
  recycled: "Recycled",
  vegan: "Vegan",
  waterproof: "Waterproof",
  wool: "Wool",
  leather: "Leather",
};
