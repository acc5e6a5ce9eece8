import type { Variation } from "#contract/catalogue/products.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import { useDeliveryEstimate } from "./delivery-estimate.ts";

type Props = { variation: Pick<Variation, "id" | "price">; homeCountry: string | undefined; isTaxedAtHome: boolean };

/**
 * Whether the price of a variation contains tax: that of the shopper's destination or, until it is known, of the shop's
 * country. Where the shop takes the tax off, what it costs there.
 */
export function IncludedTax({ variation: { id, price }, homeCountry, isTaxedAtHome }: Props) {
  const { destination, isHome, estimate } = useDeliveryEstimate(id, homeCountry);
  if (destination && !isHome && estimate) {
    if (estimate.price.amount !== price.amount)
      return say("{price} at this destination, where tax isn't charged.", { price: formatMoney(estimate.price) });
    return estimate.is_taxed ? say("Tax included.") : say("Tax isn't charged at this destination.");
  }
  // As high as the text that follows.
  return isTaxedAtHome ? say("Tax included.") : "\u00a0";
}
