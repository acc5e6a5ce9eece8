import { Suspense, useState, useSyncExternalStore } from "react";
import { lazyPart } from "./lazy.tsx";
import { toastsWaiting, watchWaiting } from "./toast-store.ts";

const Toasts = lazyPart(() => import("./toasts.tsx").then((part) => part.Toasts));

/** Put it once at the end of the page. What draws the toasts is loaded with the first of them. */
export function ToastRegion() {
  const waiting = useSyncExternalStore(watchWaiting, toastsWaiting, () => false);
  const [needed, setNeeded] = useState(false);
  if (waiting && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
