import { type ComponentType, lazy } from "react";
import { reloadOnce } from "./reload-once.ts";

/**
 * A component loaded when it is first drawn: `lazyPart(() => import("./menu.tsx").then((part) => part.Menu))`.
 * Put it in a `<Suspense>`. When its file is gone (a new version went live) the page reloads, once; without a network the part
 * waits for one, and the rest of the page stands.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await onceOnline(load) };
    } catch (error) {
      if (typeof window === "undefined" || !reloadOnce(error)) throw error;
      return new Promise<never>(() => {});
    }
  });

async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === "undefined" || navigator.onLine) throw error;
    await new Promise((online) => addEventListener("online", online, { once: true }));
    return load();
  }
}
