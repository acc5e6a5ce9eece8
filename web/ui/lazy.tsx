import { type ComponentType, lazy } from "react";
import { reloadOnce } from "./reload-once.ts";

/**
 * A component loaded when it is first drawn: `lazyPart(() => import("./menu.tsx").then((part) => part.Menu))`.
 * Put it in a `<Suspense>`. When its file is gone (a new version went live) the page reloads, once.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (typeof window === "undefined" || !reloadOnce(error)) throw error;
      return new Promise<never>(() => {});
    }
  });
