import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { details } from "#web/catalogue/catalogue.queries.ts";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { clearRecentProducts, removeRecentProduct, useRecentProducts } from "./recent-products.ts";

const maxShown = 4;
/** Distance from the viewport at which the current prices are fetched. */
const loadMargin = "50% 0px";

/** The recently viewed products with a button that clears them. */
export function RecentlyViewedRow({ except }: { except: readonly number[] }) {
  const cached = useRecentProducts().filter(({ id }) => !except.includes(id));
  return cached.length > 0 && <Row cached={cached.slice(0, maxShown)} />;
}

/** Cached products only reserve the space until the current ones are loaded. */
function Row({ cached }: { cached: ProductCard[] }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver((seen) => setNear(seen.some((entry) => entry.isIntersecting)), {
      rootMargin: loadMargin,
    });
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  const client = useQueryClient();
  // One query for all: `useQueries` would add to the first-load script.
  const { data: current } = useQuery({
    queryKey: ["recently viewed", cached.map(({ slug }) => slug)],
    queryFn: () => Promise.all(cached.map((product) => fetchCurrent(client, product))),
    enabled: isNear,
    staleTime: 0,
  });
  const forget = (
    <Button look="ghost" size="small" onClick={clearRecentProducts}>
      {say("Clear")}
    </Button>
  );
  return (
    <div ref={place}>
      <ProductRow
        title={say("Recently viewed")}
        products={current?.filter((product) => product !== undefined) ?? cached}
        action={forget}
        isStale={() => !current}
      />
    </div>
  );
}

/** The current product; undefined when it can't be loaded. Products that no longer exist are removed from the list. */
async function fetchCurrent(client: QueryClient, { id, slug }: ProductCard): Promise<ProductCard | undefined> {
  try {
    return (await client.query(details(slug))).data;
  } catch (problem) {
    if ((problem as CallProblem).status === 404) removeRecentProduct(id);
    return undefined;
  }
}
