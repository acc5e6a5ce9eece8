import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Args } from "#contract/api.ts";
import type { AdminProduct, BulkOutcome, ProductStatus } from "#contract/catalogue/product-form.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";

export interface ProductListQuery {
  status?: ProductStatus | undefined;
  name?: string | undefined;
  category?: number | undefined;
  low_stock?: boolean | undefined;
  type?: number | undefined;
  tag?: number | undefined;
  option_group?: number | undefined;
  sort?: NonNullable<Args<"GET /product/admin">["query"]>["sort"];
  page?: number;
  per_page?: number;
}

/** A page of products; the previous one stays until it is loaded. */
export const useAdminProducts = (listQuery: ProductListQuery) =>
  useQuery({
    ...query("GET /product/admin", { query: listQuery }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const adminProductQuery = (id: number) => query("GET /product/:id", { params: { id } });
export const productTypes = () => query("GET /product-types", {});
export const optionGroups = () => query("GET /product/option-group", {});
export const allTags = () => query("GET /tags", {});
export const catalogueUsage = () => query("GET /product/admin/usage", {});
export const taxClasses = () => query("GET /tax/classes", {});

/** Invalidates every query that shows products, in the dashboard and the shop. */
export function refreshProducts(client: QueryClient) {
  for (const route of [
    "GET /product/admin",
    "GET /product",
    "GET /product/details/:slug",
    "GET /categories/admin",
    "GET /product/admin/usage",
  ])
    void client.invalidateQueries({ queryKey: [route] });
}

/** Caches a saved product and invalidates the lists. */
export function cacheSavedProduct(client: QueryClient, answer: { data: AdminProduct }) {
  client.setQueryData(adminProductQuery(answer.data.id).queryKey, answer);
  refreshProducts(client);
}

type BulkChange = { changes: { id: number; status: ProductStatus }[] } | { ids: number[] };

/** Changes the status of several products, or deletes them. */
export function useBulkChange() {
  const client = useQueryClient();
  return useMutation<{ data: BulkOutcome[] }, CallProblem, BulkChange>({
    mutationFn: (change) =>
      "ids" in change
        ? call("POST /product/admin/delete", { body: change })
        : call("POST /product/admin/status", { body: change }),
    onSettled: () => refreshProducts(client),
  });
}
