import { queryText } from "#web/paths.ts";

/** The pages of the settings, in the order of their menu. */
export const settingsPages = {
  general: "General",
  localization: "Currency and language",
  checkout: "Checkout",
  payments: "Payments",
  shipping: "Shipping",
  taxes: "Taxes",
  emails: "Email",
  "email-templates": "Email templates",
  content: "Content",
  policies: "Pages and policies",
  legal: "Legal",
  synonyms: "Search",
  redirects: "Redirects",
  staff: "Staff",
} as const;
export type SettingsPage = keyof typeof settingsPages;

/** Filters of the order list that other pages link to. */
type OrderFilter = {
  status?: string | undefined;
  view?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sold?: boolean | undefined;
  moved_from?: string | undefined;
  moved_to?: string | undefined;
  refunded_from?: string | undefined;
  refunded_to?: string | undefined;
  product_id?: number | undefined;
  sort?: string | undefined;
};

/** The paths of the dashboard, in a file of their own to keep them out of the storefront's scripts. */
export const dashboardPaths = {
  home: () => "/dashboard/home",
  orders: (filter: OrderFilter = {}) => `/dashboard/orders${queryText(filter)}`,
  returns: (filter: { status?: string } = {}) => `/dashboard/returns${queryText(filter)}`,
  users: (filter: { role?: string; from?: string; to?: string } = {}) => `/dashboard/users${queryText(filter)}`,
  user: (id: number) => `/dashboard/users/${id}`,
  categories: () => "/dashboard/category",
  newCategory: (parent?: number) => `/dashboard/category/create${queryText({ parent })}`,
  category: (id: number) => `/dashboard/category/create/${id}`,
  categoryImport: () => "/dashboard/category/import",
  products: (filter: { stock?: "low"; status?: "active"; type?: number; tag?: number; option_group?: number } = {}) =>
    `/dashboard/products${queryText(filter)}`,
  newProduct: (copyOf?: number) => `/dashboard/products/create${queryText({ copy: copyOf })}`,
  product: (id: number) => `/dashboard/products/create/${id}`,
  productImport: () => "/dashboard/products/import",
  productGrid: (filters: object) => `/dashboard/products/grid${queryText(filters)}`,
  bulkEdits: () => "/dashboard/products/bulk-edits",
  newBulkEdit: (filters: object) => `/dashboard/products/bulk-edits/create${queryText(filters)}`,
  bulkEdit: (id: string) => `/dashboard/products/bulk-edits/${id}`,
  stock: (filter: { status?: "low" | "out"; product_id?: number } = {}) => `/dashboard/stock${queryText(filter)}`,
  stockItem: (variationId: number) => `/dashboard/stock/${variationId}`,
  brands: () => "/dashboard/brands",
  coupons: () => "/dashboard/coupons",
  newCoupon: (copyOf?: number) => `/dashboard/coupons/create${queryText({ copy: copyOf })}`,
  coupon: (id: number) => `/dashboard/coupons/${id}`,
  giftCards: () => "/dashboard/gift-cards",
  giftCard: (id: number) => `/dashboard/gift-cards/${id}`,
  shipping: () => "/dashboard/settings/shipping",
  taxes: () => "/dashboard/settings/taxes",
  redirects: (filter: object = {}) => `/dashboard/settings/redirects${queryText(filter)}`,
  audit: (filter: { entity?: string; entity_id?: string; set_id?: string } = {}) =>
    `/dashboard/audit${queryText(filter)}`,
  alerts: () => "/dashboard/alerts",
  productTypes: () => "/dashboard/product-types",
  newProductType: () => "/dashboard/product-types/create",
  productType: (id: number) => `/dashboard/product-types/create/${id}`,
  tags: () => "/dashboard/tags",
  media: (filter: { view?: string; name?: string } = {}) => `/dashboard/media${queryText(filter)}`,
  optionGroups: () => "/dashboard/option-groups",
  reviews: (filter: { view?: string; product_id?: number } = {}) => `/dashboard/reviews${queryText(filter)}`,
  live: () => "/dashboard/live",
  demand: (filter: { signal?: string } = {}) => `/dashboard/demand${queryText(filter)}`,
  reconciliation: () => "/dashboard/reconciliation",
  settings: (group: SettingsPage = "general") => `/dashboard/settings/${group}`,
  newOrder: (customer?: number) => `/dashboard/orders/create${queryText({ customer })}`,
  order: (orderId: string) => `/dashboard/orders/${orderId}`,
};
