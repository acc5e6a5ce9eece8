import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "#web/api/session/session.ts";
import { useCart } from "#web/cart/cart.queries.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";

// Loaded for visitors with such a link only.
const SharedItems = lazyComponent(() => import("./shared-items.tsx").then((part) => part.SharedItems));

/** The items of a shared cart link, where the address has them. */
export function SharedCart() {
  const items = useSearchParams()[0].get("items");
  const { hasNone } = useCart();
  // Rendered after hydration, as the document is the same for all query strings.
  const isKnown = useSession(({ status }) => status !== "unknown");
  if (!items || !isKnown || hasNone) return null;
  return (
    <Suspense fallback={<TextSkeleton lines={3} />}>
      <SharedItems key={items} items={items} />
    </Suspense>
  );
}
