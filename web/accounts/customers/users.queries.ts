import { useMutation, useQuery } from "@tanstack/react-query";
import { CustomerFilters, CustomerSort } from "#contract/accounts/customers.ts";
import type { Args } from "#contract/api.ts";
import { browserClient, call, freshQuery, invalidate, query } from "#web/api/call.ts";
import { useLiveChange } from "#web/api/live-updates.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { listAddress } from "#web/ui/lists/list-address.ts";
import { pageParams } from "#web/ui/lists/list-params.ts";

export const defaultSort = "-created_at";
export const usersList = listAddress(
  dashboardPaths.users(),
  { ...CustomerFilters.shape, sort: CustomerSort },
  defaultSort,
);

/** URL of a user with a page of their orders. */
export const userPath = (id: number, at: { page: number; per_page: number }) =>
  dashboardPaths.user(id) + queryText(pageParams(at));

export const userQuery = (id: number | string) => query("GET /customers/:id", { params: { id: String(id) } });

/** The account of a page, refetched when the page is opened. */
export const useUser = (id: string) => useQuery({ ...userQuery(id), staleTime: 0, select: ({ data }) => data });

export const useCustomerTags = () => useQuery({ ...freshQuery("GET /customers/tags", {}), select: ({ data }) => data });

const userRoutes = [
  "GET /customers",
  "GET /customers/:id",
  "GET /customers/tags",
  "GET /customers/:id/notes",
  "GET /customers/:id/sessions",
] as const;

/** Invalidates the user list and all accounts. */
export function refreshUsers() {
  void invalidate(...userRoutes);
}

export type UserChange = Args<"PATCH /customers/:id">["body"];

/** Blocks, unblocks or changes the role of an account; refetches it after a problem. */
export const useChangeUser = (id: number) =>
  useMutation({
    mutationFn: (body: UserChange) => call("PATCH /customers/:id", { params: { id }, body }),
    onSuccess: ({ data }) => {
      browserClient().setQueryData(userQuery(id).queryKey, (known) => known && { data: { ...known.data, ...data } });
      void invalidate("GET /customers");
    },
    onError: () => refreshUsers(),
  });

/** Blocks or unblocks several accounts, each independently. */
export const useChangeUsers = () =>
  useMutation({
    mutationFn: (body: Args<"POST /customers/status">["body"]) => call("POST /customers/status", { body }),
    onSettled: () => refreshUsers(),
  });

/** Refetches accounts when the socket reports a change. For administrators. */
export function useLiveUsers() {
  useLiveChange(
    ({ user_summary }) => user_summary?.seq,
    () => refreshUsers(),
  );
}
