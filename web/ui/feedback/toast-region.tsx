import { Suspense, useState, useSyncExternalStore } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { hasPendingToasts, subscribePendingToasts } from "./toast-store.ts";

const Toasts = lazyComponent(() => import("./toasts.tsx").then((part) => part.Toasts));

/** Renders the toasts; once per page. Its script is loaded with the first toast. */
export function ToastRegion() {
  const hasPending = useSyncExternalStore(subscribePendingToasts, hasPendingToasts, () => false);
  const [needed, setNeeded] = useState(false);
  if (hasPending && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
