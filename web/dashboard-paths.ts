import { queryText } from "#web/paths.ts";

/** Every address of the dashboard. Kept apart from the shop's, which every visitor loads. */
export const dashboardPaths = {
  home: () => "/dashboard/home",
  orders: () => "/dashboard/orders",
  users: () => "/dashboard/users",
  user: (id: number) => `/dashboard/users/${id}`,
  categories: () => "/dashboard/category",
  newCategory: (parent?: number) => `/dashboard/category/create${queryText({ parent })}`,
  category: (id: number) => `/dashboard/category/create/${id}`,
  categoryImport: () => "/dashboard/category/import",
  products: () => "/dashboard/products",
  newProduct: (copyOf?: number) => `/dashboard/products/create${queryText({ copy: copyOf })}`,
  product: (id: number) => `/dashboard/products/create/${id}`,
  productImport: () => "/dashboard/products/import",
  reconciliation: () => "/dashboard/reconciliation",
  order: (orderId: string) => `/dashboard/orders/${orderId}`,
};
