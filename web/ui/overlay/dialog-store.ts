import type { ComponentType, ReactNode } from "react";
import { create } from "zustand";
import type { DialogClosing } from "./dialog.tsx";

export type DialogContent = {
  title?: string;
  /** Accessible name without a title. */
  label?: string;
  fullScreen?: boolean;
  /** An element or a component; lazy ones are loaded on opening. */
  content: ReactNode | ComponentType;
  onClose?: (closing: DialogClosing) => void;
  /** The element to focus after closing; by default the one focused before. */
  finalFocus?: () => HTMLElement | null;
};

/** The dialog of the page; `shown` stays during the closing animation. */
export const useDialogHost = create<{ open: boolean; shown: DialogContent | null }>(() => ({
  open: false,
  shown: null,
}));

/** Called instead of closing while the open dialog's form has unsaved changes. */
let askBeforeClosing: (() => void) | undefined;

/** Lets the user's closing of the dialog call `ask` instead; returns what ends this. */
export function guardDialog(ask: () => void) {
  askBeforeClosing = ask;
  return () => {
    if (askBeforeClosing === ask) askBeforeClosing = undefined;
  };
}

/** Opens a dialog; replaces an open one. */
export const openDialog = (shown: DialogContent) => useDialogHost.setState({ open: true, shown });

export function closeDialog(closing: DialogClosing = "other") {
  const { open, shown } = useDialogHost.getState();
  if (!open) return;
  // A form closes its dialog once it is saved; after Back, the page has been left.
  if (askBeforeClosing && closing !== "other" && closing !== "back") return askBeforeClosing();
  useDialogHost.setState({ open: false });
  shown?.onClose?.(closing);
}

/** Drops the content of a closed dialog. */
export const clearDialog = () => useDialogHost.setState(({ open, shown }) => ({ shown: open ? shown : null }));
