import { useEffect } from "react";
import { personalKeyPrefix, storedText } from "#web/api/browser-storage.ts";

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
/** The customer the drafts belong to; cleared on sign-out, in every tab. */
const ownerStorage = storedText(() => localStorage, `${personalKeyPrefix}review_drafts`);

/** The unsent draft of this customer; another customer's drafts are dropped. */
export function draftOf(owner: number, productId: number) {
  if (ownerStorage.read() !== String(owner)) drafts.clear();
  return drafts.get(productId);
}

export const deleteDraft = (productId: number) => void drafts.delete(productId);

/** Saves the draft while the form is open; an empty form deletes it. */
export function useSavedDraft(owner: number, productId: number, draft: ReviewDraft | undefined, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    if (draft) saveDraft(owner, productId, draft);
    else drafts.delete(productId);
  });
}

function saveDraft(owner: number, productId: number, draft: ReviewDraft) {
  if (ownerStorage.read() !== String(owner)) drafts.clear();
  ownerStorage.write(String(owner));
  drafts.set(productId, draft);
}
