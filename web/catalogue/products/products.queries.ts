import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Args } from "#contract/api.ts";
import type { AdminProduct, BulkOutcome, ProductStatus } from "#contract/catalogue/product-form.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";

export interface AdminProductsAsked {
  status?: ProductStatus | undefined;
  name?: string | undefined;
  category?: number | undefined;
  low_stock?: boolean | undefined;
  sort?: NonNullable<Args<"GET /product/admin">["query"]>["sort"];
  page?: number;
  per_page?: number;
}

/** A page of products; the one before stays in sight until the next is there. */
export const useAdminProducts = (asked: AdminProductsAsked) =>
  useQuery({
    ...query("GET /product/admin", { query: asked }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const adminProductQuery = (id: number) => query("GET /product/:id", { params: { id } });
/** Every category, hidden ones too. */
export const adminCategories = () => query("GET /categories/admin", { query: {} });
export const productTypes = () => query("GET /product-types", {});
export const optionGroups = () => query("GET /product/option-group", {});
export const allTags = () => query("GET /tags", {});
export const taxClasses = () => query("GET /tax/classes", {});

/** Asks anew for whatever shows products, in the dashboard and in the shop. */
export function refreshProducts(client: QueryClient) {
  for (const route of ["GET /product/admin", "GET /product", "GET /product/details/:slug", "GET /categories/admin"])
    void client.invalidateQueries({ queryKey: [route] });
}

/** A product has been saved: its page shows the answer, lists are asked for anew. */
export function keepSaved(client: QueryClient, answer: { data: AdminProduct }) {
  client.setQueryData(adminProductQuery(answer.data.id).queryKey, answer);
  refreshProducts(client);
}

type BulkWish = { changes: { id: number; status: ProductStatus }[] } | { ids: number[] };

/** Changes the state of several products, or deletes them. */
export function useBulk() {
  const client = useQueryClient();
  return useMutation<{ data: BulkOutcome[] }, CallProblem, BulkWish>({
    mutationFn: (wish) =>
      "ids" in wish
        ? call("POST /product/admin/delete", { body: wish })
        : call("POST /product/admin/status", { body: wish }),
    onSettled: () => refreshProducts(client),
  });
}
