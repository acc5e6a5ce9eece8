import { queryText } from "#web/paths.ts";

/** The paths of the dashboard, in a file of their own to keep them out of the storefront's scripts. */
export const dashboardPaths = {
  home: () => "/dashboard/home",
  orders: (filter: { status?: string; view?: string } = {}) => `/dashboard/orders${queryText(filter)}`,
  users: () => "/dashboard/users",
  user: (id: number) => `/dashboard/users/${id}`,
  categories: () => "/dashboard/category",
  newCategory: (parent?: number) => `/dashboard/category/create${queryText({ parent })}`,
  category: (id: number) => `/dashboard/category/create/${id}`,
  categoryImport: () => "/dashboard/category/import",
  products: (filter: { low_stock?: true; type?: number; tag?: number; option_group?: number } = {}) =>
    `/dashboard/products${queryText(filter)}`,
  newProduct: (copyOf?: number) => `/dashboard/products/create${queryText({ copy: copyOf })}`,
  product: (id: number) => `/dashboard/products/create/${id}`,
  productImport: () => "/dashboard/products/import",
  alerts: () => "/dashboard/alerts",
  productTypes: () => "/dashboard/product-types",
  newProductType: () => "/dashboard/product-types/create",
  productType: (id: number) => `/dashboard/product-types/create/${id}`,
  tags: () => "/dashboard/tags",
  optionGroups: () => "/dashboard/option-groups",
  reviews: (filter: { view?: string; product_id?: number } = {}) => `/dashboard/reviews${queryText(filter)}`,
  reconciliation: () => "/dashboard/reconciliation",
  order: (orderId: string) => `/dashboard/orders/${orderId}`,
};
