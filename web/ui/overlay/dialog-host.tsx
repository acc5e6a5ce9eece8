import { type ComponentType, createElement, type ReactNode, Suspense } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { clearDialog, closeDialog, useDialogHost } from "./dialog-store.ts";

const Dialog = lazyComponent(() => import("./dialog.tsx").then((part) => part.Dialog));

/** Renders what `openDialog` opens; once per page. */
export function DialogHost() {
  const { open, shown } = useDialogHost();
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <Dialog
        open={open}
        onClose={closeDialog}
        onClosed={clearDialog}
        finalFocus={shown.finalFocus}
        title={shown.title}
        label={shown.label}
        fullScreen={shown.fullScreen}
      >
        {isComponent(shown.content) ? createElement(shown.content) : shown.content}
      </Dialog>
    </Suspense>
  );
}

/** Elements have `props`; components are functions or results of `lazy` and `memo`. */
const isComponent = (content: ReactNode | ComponentType): content is ComponentType =>
  typeof content === "function" ||
  (typeof content === "object" && content !== null && "$$typeof" in content && !("props" in content));
