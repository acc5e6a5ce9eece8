import { useQuery } from "@tanstack/react-query";
import { Truck } from "lucide-react";
import { useId } from "react";
import type { Cart } from "#contract/cart.ts";
import { query } from "#web/api/query.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { say, shopLocale } from "#words/say.ts";

/** How near the cart is to free delivery, where the shop offers that. */
export function FreeDelivery({ cart: { free_shipping_left: left } }: { cart: Cart }) {
  const locale = shopLocale();
  const id = useId();
  const from = useQuery(query("GET /shop", {})).data?.data.free_delivery_from;
  if (!left || !from || from.amount === 0) return null;
  const share = Math.min(1, 1 - left.amount / from.amount);
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex items-center gap-2" id={id}>
        <Truck className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        {left.amount === 0
          ? say("Your order is delivered free.")
          : say("{amount} more and it is delivered free.", { amount: formatMoney(left, locale) })}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-(--slow)"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
