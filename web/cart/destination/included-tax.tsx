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
    // The price may also differ as it was changed since the page was made.
    if (estimate.is_taxed) return say("Tax included.");
    return estimate.price.amount === price.amount
      ? say("Tax isn't charged at this destination.")
      : say("{price} at this destination, where tax isn't charged.", { price: formatMoney(estimate.price) });
  }
  // As high as the text that follows.
  return isTaxedAtHome ? say("Tax included.") : "\u00a0";
}
