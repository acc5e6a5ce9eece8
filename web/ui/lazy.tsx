import { type ComponentType, lazy } from "react";
import { reloadOnce } from "./reload-once.ts";

/** How long a part waits for another try where nothing tells that the network is back. */
const againMs = 10_000;

/**
 * A component loaded when it is first drawn: `lazyPart(() => import("./menu.tsx").then((part) => part.Menu))`.
 * Put it in a `<Suspense>`. When its file is gone (a new version went live) the page reloads, once; where it still does not
 * come, or there is no network, the part waits and tries again, and the rest of the page stands.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await arrived(load) }));

/** What `load` brings, however often it has to be asked; on the server it throws what it threw. */
export async function arrived<T>(load: () => Promise<T>): Promise<T> {
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
  return arrived(load);
}
