import type { ProductQuery } from "#contract/catalogue/products.ts";

/** Filters of the product list. */
type ProductFilters = { [Name in keyof ProductQuery]?: ProductQuery[Name] | undefined };

/** The paths of the storefront; all links use them. */
export const paths = {
  home: () => "/",
  products: (filters: ProductFilters = {}) => `/products${queryText(filters)}`,
  details: (slug: string, variation?: number, option?: readonly number[]) =>
    `/details/${encodeURIComponent(slug)}${queryText({ variation, option })}`,
  cart: () => "/cart",
  sharedCart: (lines: readonly { variation_id: number; quantity: number }[]) =>
    `/cart?items=${lines.map(({ variation_id, quantity }) => `${variation_id}:${quantity}`).join(",")}`,
  checkout: () => "/checkout",
  payment: (orderId: string) => `/payment/${orderId}`,
  loginSuccess: () => "/login-success",
  signUp: () => "/sign-up",
  forgotPassword: () => "/forgot-password",
  privacy: () => "/privacy",
  terms: () => "/terms",
  delivery: () => "/delivery",
  returns: () => "/returns",
  contact: () => "/contact",
  imprint: () => "/imprint",
  /** `key` is that of an order; in the fragment, which no server gets. */
  withdraw: (key?: string) => (key ? `/withdraw#token=${key}` : "/withdraw"),
  textPage: (slug: string) => `/pages/${encodeURIComponent(slug)}`,
  account: () => "/account",
  orders: () => "/account/orders",
  order: (orderId: string) => `/account/orders/${orderId}`,
  wishlist: () => "/account/wishlist",
  notifications: () => "/account/notifications",
  reviews: () => "/account/reviews",
  profile: () => "/account/profile",
  addresses: () => "/account/addresses",
  unauthorized: () => "/unauthorized",
  googleSignIn: () => "/v1/auth/login/google",
  dashboard: () => "/dashboard",
};

/** `?a=1&b=2&b=3`, or an empty text; absent and empty values are left out. */
export function queryText(values: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const item of [value].flat())
      if (item !== undefined && item !== null && item !== "" && item !== false) parameters.append(name, String(item));
  const text = String(parameters);
  return text && `?${text}`;
}
