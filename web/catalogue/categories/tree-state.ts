import { create } from "zustand";

/** What of the tree is open, kept while one goes to a category and comes back, and what is to have the focus next. */
interface Desk {
  open: ReadonlySet<number>;
  /** Given the focus when it is drawn and nothing else has it; taken away by the tree. */
  wish: number | null;
}

export const useDesk = create<Desk>(() => ({ open: new Set(), wish: null }));

export function setOpen(ids: Iterable<number>, open: boolean) {
  const now = new Set(useDesk.getState().open);
  for (const id of ids)
    if (open) now.add(id);
    else now.delete(id);
  useDesk.setState({ open: now });
}

export const closeAll = () => useDesk.setState({ open: new Set() });

/** Has the focus go to a category once the tree draws it. */
export const wishFocus = (wish: number | null) => useDesk.setState({ wish });
