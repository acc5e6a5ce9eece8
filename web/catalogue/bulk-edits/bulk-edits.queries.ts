import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { BulkEdit } from "#contract/catalogue/bulk-edits.ts";
import { browserClient, call, freshQuery, invalidate, query } from "#web/api/call.ts";
import { refreshProducts } from "#web/catalogue/products/products.queries.ts";

const pollMs = 700;

export const isInProgress = (edit: BulkEdit | undefined) => edit?.status === "running" || edit?.status === "undoing";

const bulkEditQuery = (id: string) => query("GET /product/admin/bulk-edits/:id", { params: { id } });

/** A bulk edit, polled while it runs; then lists of products are loaded again. */
export function useBulkEdit(id: string) {
  const result = useQuery({
    ...bulkEditQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (isInProgress(state.data?.data) ? pollMs : false),
    select: ({ data }) => data,
  });
  const wasInProgress = useRef(false);
  const isRunning = isInProgress(result.data);
  useEffect(() => {
    if (wasInProgress.current && !isRunning) refreshProducts();
    wasInProgress.current = isRunning;
  }, [isRunning]);
  return result;
}

export const useBulkEdits = () =>
  useQuery({
    ...freshQuery("GET /product/admin/bulk-edits", {}),
    refetchInterval: ({ state }) => (state.data?.data.some(isInProgress) ? pollMs : false),
    select: ({ data }) => data,
  });

/** Cancels or undoes a bulk edit. */
export const useBulkEditAction = (id: string) =>
  useMutation({
    mutationFn: (action: "cancel" | "undo") => call(`POST /product/admin/bulk-edits/:id/${action}`, { params: { id } }),
    onSuccess: (answer) => void browserClient().setQueryData(bulkEditQuery(id).queryKey, answer),
    onError: () => void invalidate(bulkEditQuery(id)),
  });

const mostPolls = 180;

/** Runs a small bulk edit, or its undo, and waits until it is done; for about a minute, then it is as it is. */
export async function finishBulkEdit(edit: Promise<{ data: BulkEdit }>): Promise<BulkEdit> {
  let { data } = await edit;
  for (let polls = 0; isInProgress(data) && polls < mostPolls; polls++) {
    await new Promise((resolve) => setTimeout(resolve, pollMs / 2));
    ({ data } = await call("GET /product/admin/bulk-edits/:id", { params: { id: data.id } }));
  }
  return data;
}
