import { type ComponentType, createContext, type ReactNode, use } from "react";
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

export type CloseDialog = (closing?: DialogClosing) => void;

/** Closes the dialog around it, and no other that was opened since. */
export const DialogContext = createContext<CloseDialog>(() => undefined);
export const useCloseDialog = () => use(DialogContext);

/** Asked before the user closes the open dialog; resolves to whether it closes. */
let askBeforeClosing: (() => Promise<boolean>) | undefined;

/** Has the user's closing of the dialog ask first; returns what ends this. */
export function guardDialog(ask: () => Promise<boolean>) {
  askBeforeClosing = ask;
  return () => {
    if (askBeforeClosing === ask) askBeforeClosing = undefined;
  };
}

/** Opens a dialog; replaces an open one. Returns what closes it. */
export function openDialog(shown: DialogContent): CloseDialog {
  const before = useDialogHost.getState();
  useDialogHost.setState({ open: true, shown });
  if (before.open) before.shown?.onClose?.("other");
  return closerOf(shown);
}

/** What closes this dialog, and does nothing once it is closed or another is shown. */
export const closerOf =
  (one: DialogContent): CloseDialog =>
  (closing = "other") => {
    const { open, shown } = useDialogHost.getState();
    if (!open || shown !== one) return;
    // A form closes its dialog once it is saved; after Back, the page has been left.
    if (!askBeforeClosing || closing === "other" || closing === "back") return close(one, closing);
    void askBeforeClosing().then((closes) => closes && close(one, closing));
  };

function close(one: DialogContent, closing: DialogClosing) {
  const { open, shown } = useDialogHost.getState();
  if (!open || shown !== one) return;
  useDialogHost.setState({ open: false });
  one.onClose?.(closing);
}

/** Removes the dialog at once and unasked, as when its user has signed out. */
export function removeDialog() {
  const { open, shown } = useDialogHost.getState();
  useDialogHost.setState({ open: false, shown: null });
  if (open) shown?.onClose?.("other");
}

/** Drops the content of a closed dialog. */
export const clearDialog = () => useDialogHost.setState(({ open, shown }) => ({ shown: open ? shown : null }));

/** State of a navigation that isn't asked about unsaved changes: `navigate(path, { state: noUnsavedChanges })`. */
export const noUnsavedChanges = { noUnsavedChanges: true };
