import type { ProductDetails } from "#contract/catalogue/products.ts";
import type { Money } from "#contract/money.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import { useDeliveryEstimate } from "./delivery-estimate.ts";
import { ArrivalDates, DestinationLine, dutiesText } from "./destination.tsx";

type Props = {
  variationId: number;
  /** The delivery to the shop's country. */
  delivery: NonNullable<ProductDetails["delivery"]>;
};

/** When and for how much a variation is delivered to the shopper's destination; as high before that is known. */
export function ProductDelivery({ variationId, delivery }: Props) {
  const { destination, isHome, isUnknown, estimate: elsewhere } = useDeliveryEstimate(variationId, delivery.country);
  if (isUnknown) return <More />;
  if (!destination)
    return (
      <>
        <More>{say("Delivery countries, times and costs.")}</More>
        <span className={`block ${reserved}`} />
      </>
    );
  const estimate = isHome ? { method: delivery, free_from: delivery.free_from, has_duties: false } : elsewhere;
  return (
    <>
      <DestinationLine destination={destination} />
      <div className={reserved}>{estimate && <Estimate {...estimate} />}</div>
    </>
  );
}

/** The lines that an estimate takes at most, so that nothing moves when it arrives. */
const reserved = "min-h-15 sm:min-h-20 lg:min-h-10";

type EstimateProps = {
  method: { min_days: number; max_days: number; price: Money } | null;
  free_from: Money | null;
  has_duties: boolean;
};

function Estimate({ method, free_from, has_duties }: EstimateProps) {
  if (!method) return <span className="block text-danger">{say("We don't deliver this item there.")}</span>;
  return (
    <span className="block text-muted">
      <ArrivalDates method={method} /> <PriceText price={method.price} freeFrom={free_from} />{" "}
      {has_duties && `${dutiesText()} `}
      <More />
    </span>
  );
}

const More = ({ children = say("Delivery details") }: { children?: string }) => (
  <ShopLink to={paths.delivery()} className="underline underline-offset-4">
    {children}
  </ShopLink>
);

function PriceText({ price, freeFrom }: { price: Money; freeFrom: Money | null }) {
  if (price.amount === 0) return say("Free delivery.");
  return [
    say("Delivery from {price}.", { price: formatMoney(price) }),
    ...(freeFrom ? [say("Free on orders of {price} or more.", { price: formatMoney(freeFrom) })] : []),
  ].join(" ");
}
