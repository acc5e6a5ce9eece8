import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { CartItem } from "#contract/cart.ts";
import { call, query } from "#web/api/call.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { withGuestCart } from "#web/cart/guest.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { useIsShown } from "#web/ui/forms/use-is-shown.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, say, sayCount } from "#words/say.ts";

/** The items of a shared cart link, added only on request. `items` is the parameter of the link. */
export function SharedItems({ items }: { items: string }) {
  const head = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { data, error, isPending } = useQuery(query("GET /cart/shared", { query: { items } }));
  const leave = () => void navigate(paths.cart(), { replace: true, preventScrollReset: true });
  const add = useMutation({
    mutationFn: () => withGuestCart(() => call("POST /cart/shared", { body: { items } })),
    onSuccess: (cart) => {
      cacheCart(client, cart);
      toast({ tone: "success", title: say("Added to your cart") });
      if (isShown()) leave();
    },
  });
  useEffect(() => head.current?.focus(), []);
  const lines = data?.data ?? [];
  const problem = add.error ?? error;
  return (
    <Card role="region" aria-labelledby="shared" className="grid max-w-3xl gap-5">
      <div>
        <h2 id="shared" ref={head} tabIndex={-1} className="text-lg font-semibold outline-none">
          {say("Someone shared a cart with you")}
        </h2>
        <p className="text-sm text-muted">
          {say("Add its items to your cart. Items already in your cart don't change.")}
        </p>
      </div>
      {isPending ? <TextSkeleton lines={3} /> : <Lines lines={lines} />}
      {problem && (
        <Banner tone="danger" role="alert">
          {problem.message}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={add.isPending} disabled={!lines.some(isSold)} onClick={() => add.mutate()}>
          {say("Add to my cart")}
        </Button>
        <Button onClick={leave}>{say("No thanks")}</Button>
      </div>
    </Card>
  );
}

function Lines({ lines }: { lines: CartItem[] }) {
  if (lines.length === 0) return <p className="text-sm">{say("These items are no longer available.")}</p>;
  return (
    <ul aria-label={say("Items in the shared cart")} className="grid gap-4">
      {lines.map((line) => (
        <li key={line.id} className="flex items-center gap-4 text-sm">
          <Thumbnail url={line.product.thumbnail} sizes="64px" className="size-16 rounded" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{line.product.name}</span>
            <span className="block text-muted">
              <InlineList
                of={[
                  ...line.options.map(({ value }) => value),
                  say("Quantity: {quantity}", { quantity: formatShopNumber(line.quantity) }),
                ]}
              />
            </span>
            <LineProblem line={line} />
          </span>
          {isSold(line) && <span className="shrink-0 tabular-nums">{formatMoney(line.line_total)}</span>}
        </li>
      ))}
    </ul>
  );
}

function LineProblem({ line: { problems, max_quantity } }: { line: CartItem }) {
  if (problems.length === 0) return null;
  const words =
    max_quantity === 0
      ? problems.some(({ code }) => code === "unavailable")
        ? say("No longer available.")
        : say("Sold out. It will be saved for later.")
      : sayCount(
          "Only 1 left. The rest will be saved for later.",
          "Only {n} left. The rest will be saved for later.",
          max_quantity,
        );
  return <span className="block text-warning">{words}</span>;
}

const isSold = ({ problems }: CartItem) => !problems.some(({ code }) => code === "unavailable");
