import { type ComponentType, lazy } from "react";

const retryMs = 10_000;

/**
 * A component whose script loads when it is first rendered: `lazyComponent(() => import("./menu.tsx").then(({ Menu }) => Menu))`.
 * Render it in a `<Suspense>`. When the file is gone after a deployment the page reloads, once; otherwise loading is retried
 * when the network is back, or every ten seconds, while the rest of the page stays usable.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetry(load) }));

/** Whether the page may reload; `unsaved-changes.ts`, which few pages load, has a say. */
export const reloading = { isAllowed: () => true };

/** Calls `load` until it succeeds; on the server a failure is thrown. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === "undefined") throw error;
    if (navigator.onLine && reloading.isAllowed() && reloadOnce(error)) return new Promise<never>(() => {});
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
