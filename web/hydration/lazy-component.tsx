import { type ComponentType, lazy } from "react";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { listUnsaved } from "#web/ui/forms/unsaved-changes.ts";
import { say } from "#words/say.ts";

const retryMs = 10_000;

/**
 * A component whose script loads when it is first rendered: `lazyComponent(() => import("./menu.tsx").then(({ Menu }) => Menu))`.
 * Render it in a `<Suspense>`. When the file is gone after a deployment the page reloads, once; otherwise loading is retried
 * when the network is back, or every ten seconds, while the rest of the page stays usable.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetry(load) }));

/** Calls `load` until it succeeds; on the server a failure is thrown. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === "undefined") throw error;
    // A page with unsaved changes reloads once they are saved.
    if (navigator.onLine && listUnsaved().length > 0)
      toast({ title: say("The shop was updated. Save your changes, then this page reloads.") });
    else if (navigator.onLine && reloadOnce(error)) return new Promise<never>(() => {});
  }
  await new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, retryMs);
  });
  return loadWithRetry(load);
}

/** Reloads the page, once for each failure: false when it was reloaded for this one already, so that it never loops. */
export function reloadOnce(error: unknown) {
  const key = `reloaded: ${error instanceof Error ? error.message : String(error)}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, new Date().toISOString());
  } catch {
    // Without storage it could reload forever.
    return false;
  }
  location.reload();
  return true;
}
