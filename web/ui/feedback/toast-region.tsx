import { Suspense, useState, useSyncExternalStore } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { hasPendingToasts, subscribePendingToasts } from "./toast-store.ts";

const Toasts = lazyComponent(() => import("./toasts.tsx").then((part) => part.Toasts));

/** Put it once at the end of the page. What draws the toasts is loaded with the first of them. */
export function ToastRegion() {
  const waiting = useSyncExternalStore(subscribePendingToasts, hasPendingToasts, () => false);
  const [needed, setNeeded] = useState(false);
  if (waiting && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
