import { useSuspenseQuery } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { query } from "#web/api/call.ts";
import { shopTime } from "#web/api/shop-clock.ts";
import { formatTime } from "#web/ui/text/date-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { say } from "#words/say.ts";
import { useCheckoutHold } from "./checkout.queries.ts";
import { secondsLeft } from "./time-left.ts";

const refreshMs = 5000;

/** Reserves the cart's items and shows until when; nothing where holds are off. */
export function HoldNotice({ cart, enabled }: { cart: Cart; enabled: boolean }) {
  const minutes = useSuspenseQuery(query("GET /shop", {})).data.data.checkout_hold_minutes;
  const until = useCheckoutHold(cart, enabled && minutes > 0).data ?? null;
  const left = secondsLeft(until, shopTime(useNow(until === null ? null : refreshMs)));
  if (minutes === 0) return null;
  return (
    // Fixed height, so that nothing moves when the text appears.
    <p role="status" className="min-h-5 text-sm text-muted">
      {until === null
        ? null
        : left === 0
          ? say("These items are no longer reserved for you. You can order them while they're in stock.")
          : say("These items are reserved for you until {time}.", { time: formatTime(until) })}
    </p>
  );
}
