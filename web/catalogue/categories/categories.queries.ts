import { useMutation, useQuery } from "@tanstack/react-query";
import type { AdminCategory, CategoryDetails } from "#contract/catalogue/categories.ts";
import { browserClient, call, invalidate, query } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { indexCategories, moveInTree, setVersion, type TreePosition } from "./category-index.ts";

const treeQuery = query("GET /categories/admin", { query: {} });
export const categoryQuery = (id: number) => query("GET /categories/:id", { params: { id } });

/** The whole tree with hidden categories; refetched whenever a page with it is opened. */
export const useCategoryIndex = () => useQuery({ ...treeQuery, staleTime: 0, select: toIndex });

const toIndex = ({ data }: { data: AdminCategory[] }) => indexCategories(data);

export const useCategory = (id: number | undefined) =>
  useQuery({ ...categoryQuery(id ?? 0), staleTime: 0, enabled: id !== undefined, select: ({ data }) => data });

/** Invalidates every query that shows categories or their product counts. */
export const refreshCategories = () =>
  invalidate("GET /categories/admin", "GET /categories", "GET /categories/:id", "GET /product", "GET /product/admin");

const moveKey = ["move a category"];

/** Reads the cached tree of this moment: a press may come before the last move is rendered. */
export const latestCategoryIndex = () => indexCategories(browserClient().getQueryData(treeQuery.queryKey)?.data ?? []);

/** Moves categories one after another: the cached tree changes at once and is refetched after the last move. */
export function useMoveCategory() {
  const change = (how: (roots: AdminCategory[]) => AdminCategory[]) =>
    browserClient().setQueryData(treeQuery.queryKey, (answer) => answer && { data: how(answer.data) });
  return useMutation<CategoryDetails, CallProblem, { id: number; to: TreePosition }>({
    mutationKey: moveKey,
    scope: { id: "categories" },
    mutationFn: async ({ id, to }) => {
      const roots = browserClient().getQueryData(treeQuery.queryKey)?.data ?? [];
      const version = indexCategories(roots).byId.get(id)?.category.version;
      const { data } = await call("POST /categories/:id/move", { params: { id }, body: { ...to, version } });
      change((now) => setVersion(now, id, data.version));
      return data;
    },
    onMutate: ({ id, to }) => {
      void browserClient().cancelQueries({ queryKey: treeQuery.queryKey });
      change((now) => moveInTree(now, id, to));
    },
    onSettled: async () => {
      if (browserClient().isMutating({ mutationKey: moveKey }) === 1) await refreshCategories();
    },
  });
}
