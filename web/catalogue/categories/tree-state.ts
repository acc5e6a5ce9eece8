import { create } from "zustand";

/** Open branches, kept while a category is edited, and the category to focus next. */
interface TreeState {
  open: ReadonlySet<number>;
  /** Focused once it is rendered and nothing else has the focus. */
  focusId: number | null;
}

export const useTreeState = create<TreeState>(() => ({ open: new Set(), focusId: null }));

export function setBranchesOpen(ids: Iterable<number>, open: boolean) {
  const now = new Set(useTreeState.getState().open);
  for (const id of ids)
    if (open) now.add(id);
    else now.delete(id);
  useTreeState.setState({ open: now });
}

export const closeAllBranches = () => useTreeState.setState({ open: new Set() });

/** Focuses a category once the tree renders it; null cancels. */
export const requestFocus = (focusId: number | null) => useTreeState.setState({ focusId });
