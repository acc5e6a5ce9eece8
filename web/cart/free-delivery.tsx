import { Truck } from "lucide-react";
import { useId } from "react";
import type { Cart } from "#contract/cart.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";

/** Progress to free delivery, where the shop offers it. */
export function FreeDelivery({ cart: { free_shipping_left: left, totals, destination } }: { cart: Cart }) {
  const id = useId();
  if (!left || !destination) return null;
  const country = countryName(destination.country);
  const share = left.amount === 0 ? 1 : totals.subtotal.amount / (totals.subtotal.amount + left.amount);
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex items-center gap-2" id={id}>
        <Truck className="size-4.5 shrink-0 text-muted" />
        {left.amount === 0
          ? say("You've got free delivery to {country}.", { country })
          : say("You're {amount} away from free delivery to {country}.", { amount: formatMoney(left), country })}
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
