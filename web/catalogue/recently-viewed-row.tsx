import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { Button } from "#web/ui/button.tsx";
import { say } from "#words/say.ts";
import { details } from "./catalogue.queries.ts";
import { ProductRow } from "./product-row.tsx";
import { forgetOne, forgetViewed, useRecentlyViewed } from "./recent-products.ts";

const most = 4;
/** How near the row must come to the screen before it asks what its products are now. */
const near = "50% 0px";

/** What was looked at before, with a way to forget it. */
export function RecentlyViewedRow({ except }: { except?: number }) {
  const kept = useRecentlyViewed().filter(({ id }) => id !== except);
  return kept.length > 0 && <Row kept={kept.slice(0, most)} />;
}

/** Prices and stock are those of today: what was kept only holds the places until they are known. */
function Row({ kept }: { kept: ProductCard[] }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver((seen) => setNear(seen.some((entry) => entry.isIntersecting)), {
      rootMargin: near,
    });
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  const answers = useQueries({ queries: kept.map(({ slug }) => ({ ...details(slug), enabled: isNear })) });
  const gone = kept.find((_, at) => answers[at]?.error?.status === 404)?.id;
  useEffect(() => {
    if (gone !== undefined) forgetOne(gone);
  }, [gone]);
  const forget = (
    <Button look="ghost" size="small" onClick={forgetViewed}>
      {say("Clear")}
    </Button>
  );
  return (
    <div ref={place}>
      <ProductRow
        title={say("Recently viewed")}
        products={kept.flatMap((product, at) => (answers[at]?.isError ? [] : [answers[at]?.data?.data ?? product]))}
        action={forget}
        isOld={(product) => kept.includes(product)}
      />
    </div>
  );
}
