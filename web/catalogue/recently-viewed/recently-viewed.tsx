import { Suspense, useState } from "react";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { hasRecentProducts } from "./has-viewed.ts";

const Row = lazyComponent(() => import("./recently-viewed-row.tsx").then((part) => part.RecentlyViewedRow));

const none: number[] = [];

/** The recently viewed products but those in `except`, last on a page: shown after hydration, without layout shift. */
export function RecentlyViewed({ except = none }: { except?: readonly number[] }) {
  const [wasViewed] = useState(hasRecentProducts);
  const isHydrated = useHydrated();
  if (!isHydrated || !wasViewed) return null;
  return (
    <Suspense fallback={null}>
      <Row except={except} />
    </Suspense>
  );
}
