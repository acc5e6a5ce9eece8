import { say } from "#words/say.ts";
import { useDeliveryEstimate } from "./delivery-estimate.ts";

type Props = { variationId: number; homeCountry: string | undefined; isTaxedAtHome: boolean };

/** Whether the price of a variation contains tax: that of the shopper's destination or, until it is known, of the shop's country. */
export function IncludedTax({ variationId, homeCountry, isTaxedAtHome }: Props) {
  const { destination, isHome, estimate } = useDeliveryEstimate(variationId, homeCountry);
  if (destination && !isHome && estimate)
    return estimate.is_taxed ? say("Tax included.") : say("Tax isn't charged at this destination.");
  // As high as the text that follows.
  return isTaxedAtHome ? say("Tax included.") : "\u00a0";
}
