import { useEffect } from "react";
import { useSession } from "#web/api/session.ts";

export interface ReviewText {
  rating: string;
  title: string;
  body: string;
}
export interface ReviewDraft {
  text: ReviewText;
  files: File[];
}

const drafts = new Map<number, ReviewDraft>();
// It belongs to whoever wrote it.
useSession.subscribe((now, before) => {
  if (before.status === "in" && now.status === "out") drafts.clear();
});

/** What was written about a product and not sent. */
export const draftOf = (productId: number) => drafts.get(productId);

/** Once it is sent. */
export const forgetDraft = (productId: number) => void drafts.delete(productId);

/**
 * Keeps what is being written for the next time the form is opened, however it was closed; nothing, while nothing is
 * written. What was kept stays as it is unless `isOpen` to changes.
 */
export function useKeptDraft(productId: number, draft: ReviewDraft | undefined, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    if (draft) drafts.set(productId, draft);
    else drafts.delete(productId);
  });
}
