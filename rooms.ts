/** The shop's words, from the ground up: a server room may use the rooms before it, never those after. */
export const rooms = [
  "shop",
  "images",
  "accounts",
  "taxes",
  "shipping",
  "stock",
  "catalogue",
  "imports",
  "wishlist",
  "cart",
  "payments",
  "orders",
  "reviews",
  "checkout",
  "notifications",
  "dashboard",
] as const;
