import { create } from "zustand";

interface TreeState {
  /** The open branches; they stay open while a category is edited. */
  open: ReadonlySet<number>;
  /** The category last to be focused: it is rendered however long its level is. */
  revealedId: number | null;
}

export const useTreeState = create<TreeState>(() => ({ open: new Set(), revealedId: null }));

export function setBranchesOpen(ids: Iterable<number>, open: boolean) {
  const now = new Set(useTreeState.getState().open);
  for (const id of ids)
    if (open) now.add(id);
    else now.delete(id);
  useTreeState.setState({ open: now });
}

export const closeAllBranches = () => useTreeState.setState({ open: new Set() });

/** The rendered link of a category. */
export const findLink = (id: number | null) => document.querySelector<HTMLElement>(`[data-row="${id}"] [data-link]`);

let requestedId: number | null = null;

/** Focuses the link of a category as soon as the tree renders it. */
export const requestFocus = (id: number | null) => {
  requestedId = id;
  if (id !== null) useTreeState.setState({ revealedId: id });
};

/** Focuses the link of a category now, or as soon as the tree renders it. */
export function focusCategory(id: number | null) {
  const link = findLink(id);
  if (link) link.focus();
  else requestFocus(id);
}

/** `ref` of a category's link in the tree. */
export const focusIfRequested = (id: number) => (link: HTMLElement | null) => {
  if (!link || requestedId !== id) return;
  requestedId = null;
  link.focus();
};
