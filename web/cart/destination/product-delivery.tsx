import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { ProductDetails } from "#contract/catalogue/products.ts";
import type { Money } from "#contract/money.ts";
import { query } from "#web/api/call.ts";
import { useCart } from "#web/cart/cart.queries.ts";
import { paths } from "#web/paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, say, sayCount } from "#words/say.ts";
import { ArrivalDates, DestinationLine, dutiesText } from "./destination.tsx";

type Props = {
  variationId: number;
  /** The delivery to the shop's country, which the page shows until the destination is known. */
  delivery: NonNullable<ProductDetails["delivery"]>;
};

/** When and for how much a variation is delivered to the shopper's destination. */
export function ProductDelivery({ variationId, delivery }: Props) {
  const cart = useCart().data;
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  // The server renders a cached page that knows no shopper.
  const destination = isHydrated ? cart?.destination : undefined;
  const { country = delivery.country, postal_code } = destination ?? {};
  const isHome = country === delivery.country && !postal_code;
  const { data } = useQuery({
    ...query("GET /checkout/delivery", {
      query: { variation_id: variationId, country, ...(postal_code ? { postal_code } : {}) },
    }),
    enabled: !isHome,
    select: (answer) => answer.data,
  });
  if (!destination)
    return (
      <>
        <span className="block">{say("Delivery to {country}", { country: countryName(delivery.country) })}</span>
        <span className="block text-muted">
          {businessDays(delivery)} <PriceText price={delivery.price} freeFrom={delivery.free_from} /> <More />
        </span>
      </>
    );
  const estimate = isHome ? { method: delivery, free_from: delivery.free_from, has_duties: false } : data;
  return (
    <>
      <DestinationLine destination={destination} />
      {!estimate ? (
        <Skeleton className="h-5 w-full" />
      ) : estimate.method ? (
        <span className="block text-muted">
          <ArrivalDates method={estimate.method} />{" "}
          <PriceText price={estimate.method.price} freeFrom={estimate.free_from} />{" "}
          {estimate.has_duties && `${dutiesText()} `}
          <More />
        </span>
      ) : (
        <span className="block text-danger">{say("We don't deliver this item there.")}</span>
      )}
    </>
  );
}

const More = () => (
  <ShopLink to={paths.delivery()} className="underline underline-offset-4">
    {say("Delivery details")}
  </ShopLink>
);

const neverChanges = () => () => {};

/** "Arrives in 2 to 4 business days.": the page is cached, so it can't name dates. */
function businessDays({ min_days: from, max_days: to }: { min_days: number; max_days: number }) {
  const days =
    from === to
      ? formatShopNumber(to)
      : say("{from} to {to}", { from: formatShopNumber(from), to: formatShopNumber(to) });
  return sayCount("Arrives in {days} business day.", "Arrives in {days} business days.", to, { days });
}

function PriceText({ price, freeFrom }: { price: Money; freeFrom: Money | null }) {
  if (price.amount === 0) return say("Free delivery.");
  return [
    say("Delivery from {price}.", { price: formatMoney(price) }),
    ...(freeFrom ? [say("Free on orders of {price} or more.", { price: formatMoney(freeFrom) })] : []),
  ].join(" ");
}
