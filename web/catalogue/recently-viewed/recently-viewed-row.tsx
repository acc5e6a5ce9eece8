import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { details } from "#web/catalogue/catalogue.queries.ts";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { say } from "#words/say.ts";
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
  const client = useQueryClient();
  // One question about all of them: a hook for many would come with the first scripts of every page.
  const { data: known } = useQuery({
    queryKey: ["recently viewed", kept.map(({ slug }) => slug)],
    queryFn: () => Promise.all(kept.map((product) => today(client, product))),
    enabled: isNear,
    staleTime: 0,
  });
  const forget = (
    <Button look="ghost" size="small" onClick={forgetViewed}>
      {say("Clear")}
    </Button>
  );
  return (
    <div ref={place}>
      <ProductRow
        title={say("Recently viewed")}
        products={known?.filter((product) => product !== undefined) ?? kept}
        action={forget}
        isOld={() => !known}
      />
    </div>
  );
}

/** A product as it is now; nothing where that can't be told. What is gone is forgotten. */
async function today(client: QueryClient, { id, slug }: ProductCard): Promise<ProductCard | undefined> {
  try {
    return (await client.query(details(slug))).data;
  } catch (problem) {
    if ((problem as CallProblem).status === 404) forgetOne(id);
    return undefined;
  }
}
