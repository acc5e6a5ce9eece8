import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Cart } from "#contract/cart.ts";
import type { Destination } from "#contract/shipping.ts";
import { call } from "#web/api/call.ts";

/** Saves the address of the checkout as the cart's destination, so that the cart shows the same prices. */
export function useCartDestination(cart: Cart, to: Destination, enabled: boolean) {
  const client = useQueryClient();
  const saved = cart.destination;
  const { country, region_code, postal_code } = to;
  const isSaved = saved?.country === country && saved.region_code === region_code && saved.postal_code === postal_code;
  useEffect(() => {
    if (!enabled || isSaved || !country) return;
    call("PUT /cart/destination", { body: { country, region_code, postal_code } }).then(
      (answer) => client.setQueryData(["GET /cart", {}], answer),
      (problem: unknown) => console.error("The destination of the cart was not saved.", problem),
    );
  }, [enabled, isSaved, country, region_code, postal_code, client]);
}
