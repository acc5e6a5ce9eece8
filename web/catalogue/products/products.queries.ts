import { useMutation } from "@tanstack/react-query";
import type { Args } from "#contract/api.ts";
import type { AdminProduct, ProductFilters } from "#contract/catalogue/product-form.ts";
import { browserClient, call, invalidate, query } from "#web/api/call.ts";

export type ProductListFilters = Omit<ProductFilters, "id">;
export interface ProductListQuery extends ProductListFilters {
  sort?: NonNullable<Args<"GET /product/admin">["query"]>["sort"];
  page?: number;
  per_page?: number;
}

export const adminProductQuery = (id: number) => query("GET /product/:id", { params: { id } });
export const productTypes = () => query("GET /product-types", {});
export const optionGroups = () => query("GET /product/option-group", {});
export const allTags = () => query("GET /tags", {});
export const catalogueUsage = () => query("GET /product/admin/usage", {});
export const shopInfo = () => query("GET /shop", {});
export const taxClasses = () => query("GET /tax/classes", {});

/** Invalidates every query that shows products, in the dashboard and the shop. */
export function refreshProducts() {
  void invalidate(
    "GET /product/admin",
    "GET /product",
    "GET /product/details/:slug",
    "GET /categories/admin",
    "GET /product/admin/usage",
  );
}

/** Caches a saved product and invalidates the lists. */
export function cacheSavedProduct(answer: { data: AdminProduct }) {
  browserClient().setQueryData(adminProductQuery(answer.data.id).queryKey, answer);
  refreshProducts();
}

/** Deletes several products. */
export const useDeleteProducts = () =>
  useMutation({
    mutationFn: (ids: number[]) => call("POST /product/admin/delete", { body: { ids } }),
    onSettled: () => refreshProducts(),
  });
