import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { ColumnMapping, FileEncoding, ImportJob } from "#contract/imports.ts";
import { browserClient, call, freshQuery, invalidate, query } from "#web/api/call.ts";
import { upload } from "#web/api/upload.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved/unsaved-changes.ts";
import { useIsShown } from "#web/ui/forms/use-is-shown.ts";
import { saveFile } from "#web/ui/media/save-file.ts";
import { type ImportKind, importKinds } from "./import-kinds.ts";

const pollMs = 700;
const imagesPollMs = 3000;

const importQuery = (id: string) => query("GET /imports/:id", { params: { id } });
const isInProgress = (job: ImportJob | undefined) =>
  job !== undefined && ["pending", "running", "undoing"].includes(job.status);

const pollInterval = (job: ImportJob | undefined) => {
  if (isInProgress(job)) return pollMs;
  return job?.images && job.images.ready + job.images.failed < job.images.total ? imagesPollMs : false;
};

/** An import, polled while it runs and while its images are fetched. */
export const useImport = (id: string) =>
  useQuery({
    ...importQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => pollInterval(state.data?.data),
    select: ({ data }) => data,
  });

export const useLatestImports = (kind: ImportKind) =>
  useQuery({
    ...freshQuery("GET /imports", {}),
    select: ({ data }) => data.filter((job) => job.kind === kind).slice(0, 10),
  });

/**
 * Uploads a file for preview; `sent` is the progress from 0 to 1. `onDone` opens its import: at once, or from a toast if another
 * page is shown by then.
 */
export function useUpload(kind: ImportKind, onDone: (id: string) => void) {
  const [sent, setSent] = useState(0);
  const isShown = useIsShown();
  const sending = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return upload(importKinds[kind].route, form, { onProgress: setSent });
    },
    onMutate: () => setSent(0),
    onSuccess: ({ job_id, data }) => {
      browserClient().setQueryData(importQuery(job_id).queryKey, { data });
      if (isShown()) return onDone(job_id);
      toast({ title: `${data.file} is uploaded`, action: { label: "View import", onClick: () => onDone(job_id) } });
    },
    onError: (problem) => isShown() || toastProblem("Couldn't upload the file")(problem),
  });
  const { isPending } = sending;
  // It goes on while another page is shown, but not after the document is left.
  useUnsavedChangesGuard(
    useCallback(() => isPending, [isPending]),
    isNeverLeft,
  );
  return { sending, sent };
}

const isNeverLeft = () => false;

/** The first rows of an upload, read with an encoding. */
export const useSample = (id: string, encoding: FileEncoding | null) =>
  useQuery({
    ...query("GET /imports/:id/sample", { params: { id }, query: encoding ? { encoding } : {} }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });

/** Previews an upload again, with another encoding, first row or column mapping. */
export const usePreviewAgain = (id: string) =>
  useMutation({
    mutationFn: (body: { encoding?: FileEncoding | null; has_headings?: boolean; mapping?: ColumnMapping }) =>
      call("POST /imports/:id/preview", { params: { id }, body }),
    onSuccess: (answer) => {
      browserClient().setQueryData(importQuery(id).queryKey, answer);
      void browserClient().invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === "GET /imports/:id/sample",
      });
    },
    onError: () => invalidate(importQuery(id)),
  });

/** Starts an import; `acceptsCurrency` if its prices in another currency are numbers of the shop's. */
export const useConfirmImport = (id: string) =>
  useMutation({
    mutationFn: (acceptsCurrency: boolean) =>
      call("POST /imports/:id/confirm", { params: { id }, query: acceptsCurrency ? { accept_currency: true } : {} }),
    onSuccess: (answer) => browserClient().setQueryData(importQuery(id).queryKey, answer),
    // It may have been started meanwhile in another tab.
    onError: () => invalidate(importQuery(id)),
  });

/** Cancels an import (an upload is discarded), undoes it, or fetches its failed images again. */
export const useImportAction = (id: string, action: "cancel" | "undo" | "retry-images") =>
  useMutation({
    mutationFn: () => call(`POST /imports/:id/${action}`, { params: { id } }),
    onSuccess: (answer) => browserClient().setQueryData(importQuery(id).queryKey, answer),
    // It may have ended meanwhile, or be under way in another tab.
    onError: () => invalidate(importQuery(id)),
  });

/** Downloads the invalid rows or all notes; a plain link can't carry the session. */
export const useRemarksFile = (job: ImportJob, kind: "errors" | "notes") =>
  useMutation({
    mutationFn: async () => {
      const file = await call(`GET /imports/:id/${kind}`, { params: { id: job.id } });
      saveFile(file, `${job.file.replace(/\.[^.]*$/, "")}-${kind}.csv`);
    },
  });

/** The first image of a product in a preview; null if it can't be had. */
export const usePreviewImage = (id: string, row: number) =>
  useQuery({
    queryKey: ["GET /imports/:id/products/:row/image", id, row],
    queryFn: () =>
      call("GET /imports/:id/products/:row/image", { params: { id, row } }).then(
        (file) => file as unknown as Blob,
        () => null,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
