import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Args, ReplyOf } from "#contract/api.ts";
import type { Customer, CustomerQuery } from "#contract/customers.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";

export type UsersAsked = Partial<z.output<typeof CustomerQuery>>;

/** An account as administrators see it. */
export const userQuery = (id: number | string) => query("GET /customers/:id", { params: { id: String(id) } });

/** The account of a page; asked for anew each time the page is opened, as others change it too. */
export const useUser = (id: string) => useQuery({ ...userQuery(id), staleTime: 0, select: ({ data }) => data });

/** A page of accounts; the one before stays in sight until the next is there. */
export const useUsers = (asked: UsersAsked) =>
  useQuery({ ...query("GET /customers", { query: asked }), staleTime: 0, placeholderData: keepPreviousData });

/** Asks anew for every list of accounts, and for each account that is shown. */
export function refreshUsers(client: QueryClient) {
  for (const route of ["GET /customers", "GET /customers/:id"]) void client.invalidateQueries({ queryKey: [route] });
}

export type Standing = Args<"PATCH /customers/:id">["body"];

/** Blocks, unblocks or changes the role of an account. What is shown is as it stands afterwards, also when it was refused. */
export function useStanding(id: number) {
  const client = useQueryClient();
  return useMutation<{ data: Customer }, CallProblem, Standing>({
    mutationFn: (body) => call("PATCH /customers/:id", { params: { id }, body }),
    onSuccess: ({ data }) => {
      client.setQueryData(userQuery(id).queryKey, (known) => known && { data: { ...known.data, ...data } });
      void client.invalidateQueries({ queryKey: ["GET /customers"] });
    },
    onError: () => refreshUsers(client),
  });
}

/** Blocks or unblocks several accounts, each by itself. */
export function useStandings() {
  const client = useQueryClient();
  return useMutation<ReplyOf<"POST /customers/standing">, CallProblem, Args<"POST /customers/standing">["body"]>({
    mutationFn: (body) => call("POST /customers/standing", { body }),
    onSettled: () => refreshUsers(client),
  });
}
