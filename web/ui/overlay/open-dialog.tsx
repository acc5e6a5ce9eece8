import { type ComponentType, createElement, type ReactNode, useMemo } from "react";
import { Dialog } from "./dialog.tsx";
import { clearDialog, closerOf, DialogContext, useDialogHost } from "./dialog-store.ts";

/** The dialog that `openDialog` has opened. */
export function OpenDialog() {
  const { open, shown } = useDialogHost();
  const close = useMemo(() => shown && closerOf(shown), [shown]);
  if (!shown || !close) return null;
  return (
    <Dialog
      open={open}
      onClose={close}
      onClosed={clearDialog}
      finalFocus={shown.finalFocus}
      title={shown.title}
      label={shown.label}
      fullScreen={shown.fullScreen}
    >
      <DialogContext value={close}>
        {isComponent(shown.content) ? createElement(shown.content) : shown.content}
      </DialogContext>
    </Dialog>
  );
}

/** Elements have `props`; components are functions or results of `lazy` and `memo`. */
const isComponent = (content: ReactNode | ComponentType): content is ComponentType =>
  typeof content === "function" ||
  (typeof content === "object" && content !== null && "$$typeof" in content && !("props" in content));
