import { useQuery } from "@tanstack/react-query";
import { query } from "#web/api/call.ts";
import { useCart } from "#web/cart/cart.queries.ts";
import { useHydrated } from "#web/hydration/deferred-component.tsx";

/**
 * The shopper's destination and the delivery of one unit of a variation to it. `isHome`: it is the shop's country, which the
 * product page knows without an estimate. Undefined on the server and until they are known, as a document is everybody's.
 */
export function useDeliveryEstimate(variationId: number, homeCountry: string | undefined) {
  const { data: cart, hasNone, isError } = useCart();
  // The server renders a cached page that knows no shopper.
  const isHydrated = useHydrated();
  const destination = isHydrated ? (cart?.destination ?? undefined) : undefined;
  const { country = "", postal_code, region_code } = destination ?? {};
  const isHome = destination !== undefined && country === homeCountry && !postal_code && !region_code;
  const { data } = useQuery({
    ...query("GET /checkout/delivery", {
      query: {
        variation_id: variationId,
        country,
        ...(postal_code ? { postal_code } : {}),
        ...(region_code ? { region_code } : {}),
      },
    }),
    enabled: destination !== undefined && !isHome,
    select: (answer) => answer.data,
  });
  /** Staff have no cart; without an answer nobody's destination is known. */
  const isUnknown = isHydrated && !destination && (hasNone || isError);
  return { destination, isHome, estimate: data, isUnknown };
}
