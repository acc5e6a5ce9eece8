import { type ComponentType, lazy } from "react";

/** How long a part waits for another try where nothing tells that the network is back. */
const againMs = 10_000;

/**
 * A component loaded when it is first drawn: `lazyPart(() => import("./menu.tsx").then((part) => part.Menu))`.
 * Put it in a `<Suspense>`. When its file is gone (a new version went live) the page reloads, once; where it still does not
 * come, or there is no network, the part waits and tries again, and the rest of the page stands.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetry(load) }));

/** What `load` brings, however often it has to be asked; on the server it throws what it threw. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === "undefined") throw error;
    if (navigator.onLine && reloadOnce(error)) return new Promise<never>(() => {});
  }
  await new Promise((now) => {
    addEventListener("online", now, { once: true });
    setTimeout(now, againMs);
  });
  return loadWithRetry(load);
}

/**
 * After a new version is put live, a page still open asks for parts that are gone: reloading brings the new one.
 * Returns false where that was tried already for the same failure, so that it never becomes a loop.
 */
export function reloadOnce(error: unknown) {
  const key = `reloaded: ${error instanceof Error ? error.message : String(error)}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, new Date().toISOString());
  } catch {
    // Without storage there is no telling whether this is the second time.
    return false;
  }
  location.reload();
  return true;
}
