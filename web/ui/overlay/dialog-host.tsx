import { type ComponentType, createElement, type ReactNode, Suspense } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { clearDialog, closeDialog, useDialogHost } from "./dialog-store.ts";

const Dialog = lazyComponent(() => import("./dialog.tsx").then((part) => part.Dialog));

/** Put it once at the end of the page; `openDialog` fills it from any screen. */
export function DialogHost() {
  const { open, shown } = useDialogHost();
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <Dialog
        open={open}
        onClose={closeDialog}
        onClosed={clearDialog}
        title={shown.title}
        label={shown.label}
        fullScreen={shown.fullScreen}
      >
        <Suspense fallback={<TextSkeleton lines={4} />}>
          {isComponent(shown.content) ? createElement(shown.content) : shown.content}
        </Suspense>
      </Dialog>
    </Suspense>
  );
}

/** An element carries `props`; a component is a function, or what `lazy` and `memo` make of one. */
const isComponent = (content: ReactNode | ComponentType): content is ComponentType =>
  typeof content === "function" ||
  (typeof content === "object" && content !== null && "$$typeof" in content && !("props" in content));
