import { useEffect } from "react";
import { personalKeyPrefix } from "#web/api/personal-storage.ts";

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
/** Storage key of their owner; cleared by signing out, in every tab. */
const ownerName = `${personalKeyPrefix}review_drafts`;

/** The unsent draft of this customer; another customer's drafts are dropped. */
export function draftOf(owner: number, productId: number) {
  if (keptOwner() !== String(owner)) drafts.clear();
  return drafts.get(productId);
}

export const forgetDraft = (productId: number) => void drafts.delete(productId);

/** Saves the draft while the form is open; an empty form deletes it. */
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
      // Without an owner the drafts are dropped when the form opens again.
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
