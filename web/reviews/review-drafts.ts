import { personalKeyPrefix, storedValue } from "#web/api/browser-storage.ts";

export interface ReviewText {
  rating: string;
  title: string;
  body: string;
}
export interface ReviewDraft {
  text: ReviewText;
  /** Images can't be stored, so they last until the document is left. */
  files: File[];
}

/** Unsent reviews by product, and the customer they belong to; removed on sign-out, in every tab. */
const storage = storedValue(() => localStorage, `${personalKeyPrefix}review_drafts`);
interface Stored {
  owner: number;
  texts: Record<number, ReviewText>;
}
const filesOf = new Map<number, File[]>();

/** The unsent review of a product by this customer; another customer's drafts are dropped. */
export function reviewDraftOf(owner: number, productId: number): ReviewDraft | undefined {
  const text = textsOf(owner)[productId];
  if (!text) filesOf.delete(productId);
  return text && { text, files: filesOf.get(productId) ?? [] };
}

export function saveReviewDraft(owner: number, productId: number, { text, files }: ReviewDraft) {
  filesOf.set(productId, files);
  storage.write({ owner, texts: { ...textsOf(owner), [productId]: text } });
}

export function deleteReviewDraft(owner: number, productId: number) {
  filesOf.delete(productId);
  const { [productId]: deleted, ...texts } = textsOf(owner);
  if (deleted) storage.write({ owner, texts });
}

function textsOf(owner: number): Stored["texts"] {
  const stored = storage.read() as Partial<Stored> | null;
  return (stored?.owner === owner && stored.texts) || {};
}
