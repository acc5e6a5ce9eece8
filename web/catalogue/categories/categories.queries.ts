import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminCategory, CategoryDetails } from "#contract/catalogue/categories.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";
import { type Landing, movedTree, shelvesOf, withVersion } from "./category-index.ts";

const treeQuery = query("GET /categories/admin", { query: {} });
export const categoryQuery = (id: number) => query("GET /categories/:id", { params: { id } });

/** The whole tree, hidden ones too; asked for anew each time a page with it is opened, as others move it too. */
export const useShelves = () => useQuery({ ...treeQuery, staleTime: 0, select: toShelves });

const toShelves = ({ data }: { data: AdminCategory[] }) => shelvesOf(data);

/** One category as its form needs it. */
export const useCategory = (id: number | undefined) =>
  useQuery({
    ...categoryQuery(id ?? 0),
    staleTime: 0,
    enabled: id !== undefined,
    select: ({ data }) => data,
  });

/** Asks anew for what shows categories or counts what is in them. */
export const refreshCategories = (client: QueryClient) =>
  Promise.all(
    (
      ["GET /categories/admin", "GET /categories", "GET /categories/:id", "GET /product", "GET /product/admin"] as const
    ).map((route) => client.invalidateQueries({ queryKey: [route] })),
  );

const moves = ["move a category"];

/** Tells how the categories stand this moment: the next press may come before the last move is drawn. */
export function useLatestShelves() {
  const client = useQueryClient();
  return () => shelvesOf(client.getQueryData(treeQuery.queryKey)?.data ?? []);
}

/** Moves categories, one after the other. The tree shows each at once, and how things stand when the last has been answered. */
export function useMove() {
  const client = useQueryClient();
  const change = (how: (tops: AdminCategory[]) => AdminCategory[]) =>
    client.setQueryData(treeQuery.queryKey, (answer) => answer && { data: how(answer.data) });
  return useMutation<CategoryDetails, CallProblem, { id: number; to: Landing }>({
    mutationKey: moves,
    scope: { id: "categories" },
    mutationFn: async ({ id, to }) => {
      const tops = client.getQueryData(treeQuery.queryKey)?.data ?? [];
      const version = shelvesOf(tops).byId.get(id)?.category.version;
      const { data } = await call("POST /categories/:id/move", { params: { id }, body: { ...to, version } });
      change((now) => withVersion(now, id, data.version));
      return data;
    },
    onMutate: ({ id, to }) => {
      void client.cancelQueries({ queryKey: treeQuery.queryKey });
      change((now) => movedTree(now, id, to));
    },
    onSettled: async () => {
      if (client.isMutating({ mutationKey: moves }) === 1) await refreshCategories(client);
    },
  });
}
