import type { ComponentType, ReactNode } from "react";
import { create } from "zustand";
import type { DialogClosing } from "./dialog.tsx";

export type DialogContent = {
  title?: string;
  /** Its name for screen readers where no title is shown. */
  label?: string;
  fullScreen?: boolean;
  /** What to show: an element, or a component (`lazyPart` ones are loaded on opening). */
  content: ReactNode | ComponentType;
  onClose?: (closing: DialogClosing) => void;
};

/** The one dialog any screen may open. `shown` stays until it has faded out. */
export const useDialogHost = create<{ open: boolean; shown: DialogContent | null }>(() => ({
  open: false,
  shown: null,
}));

/** Opens a dialog, in place of one that is open. */
export const openDialog = (shown: DialogContent) => useDialogHost.setState({ open: true, shown });

/** Closes it from within; the dialog's `onClose` hears why. */
export function closeDialog(closing: DialogClosing = "other") {
  const { open, shown } = useDialogHost.getState();
  if (!open) return;
  useDialogHost.setState({ open: false });
  shown?.onClose?.(closing);
}

/** Forgets what was shown, once nothing of it can be seen. */
export const clearDialog = () => useDialogHost.setState(({ open, shown }) => ({ shown: open ? shown : null }));
