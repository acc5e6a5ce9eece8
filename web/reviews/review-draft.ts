import { useEffect } from "react";
import { mine } from "#web/api/mine.ts";

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
/** Whose they are. Signing out forgets it, in every tab; a session that ended by itself does not. */
const ownerName = `${mine}review_drafts`;

/** What this customer wrote about a product and did not send; what another wrote in the same browser is dropped. */
export function draftOf(owner: number, productId: number) {
  if (keptOwner() !== String(owner)) drafts.clear();
  return drafts.get(productId);
}

/** Once it is sent. */
export const forgetDraft = (productId: number) => void drafts.delete(productId);

/**
 * Keeps what this customer is writing for the next time the form is opened, however it was closed; nothing, while nothing
 * is written. What was kept stays as it is unless `isOpen` to changes.
 */
export function useKeptDraft(owner: number, productId: number, draft: ReviewDraft | undefined, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    if (draft) keepDraft(owner, productId, draft);
    else drafts.delete(productId);
  });
}

function keepDraft(owner: number, productId: number, draft: ReviewDraft) {
  if (keptOwner() !== String(owner)) {
    drafts.clear();
    try {
      localStorage.setItem(ownerName, String(owner));
    } catch {
      // Nobody's then, and so dropped as soon as the form is opened again.
    }
  }
  drafts.set(productId, draft);
}

function keptOwner() {
  try {
    return localStorage.getItem(ownerName);
  } catch {
    return null;
  }
}
