import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { shop } from "#web/catalogue/catalogue.queries.ts";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { hasRecentProducts, recentStorage } from "./has-viewed.ts";

const Row = lazyComponent(() => import("./recently-viewed-row.tsx").then((part) => part.RecentlyViewedRow));

const none: number[] = [];

/**
 * The recently viewed products but those in `except`, last on a page: shown after hydration, without layout shift. A
 * shop that remembers none deletes those of before.
 */
export function RecentlyViewed({ except = none }: { except?: readonly number[] }) {
  const [wasViewed] = useState(hasRecentProducts);
  const isHydrated = useHydrated();
  const isKept = useSuspenseQuery(shop()).data.data.recently_viewed;
  useEffect(() => {
    if (!isKept) recentStorage.clear();
  }, [isKept]);
  if (!isHydrated || !wasViewed || !isKept) return null;
  return (
    <Suspense fallback={null}>
      <Row except={except} />
    </Suspense>
  );
}
