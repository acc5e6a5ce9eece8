import { Suspense, useState, useSyncExternalStore } from "react";
import { lazyPart } from "#web/ui/lazy.tsx";
import { hasViewed } from "./has-viewed.ts";

const Row = lazyPart(() => import("./recently-viewed-row.tsx").then((part) => part.RecentlyViewedRow));

/** What was looked at before, last on a page: it appears once the page has come alive and moves nothing. */
export function RecentlyViewed({ except }: { except?: number }) {
  const [wasViewed] = useState(hasViewed);
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (!isAlive || !wasViewed) return null;
  return (
    <Suspense fallback={null}>
      <Row {...(except === undefined ? {} : { except })} />
    </Suspense>
  );
}
