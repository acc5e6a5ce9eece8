import { useSuspenseQuery } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { query } from "#web/api/query.ts";
import { timeAtShop } from "#web/api/shop-clock.ts";
import { useNow } from "#web/ui/clock.ts";
import { formatTime } from "#web/ui/date-format.ts";
import { say, shopLocale } from "#words/say.ts";
import { useHold } from "./checkout.queries.ts";
import { secondsLeft } from "./time-left.ts";

const lookMs = 5000;

/** Has the shop hold the goods of the cart, and says until when; nothing where the shop holds none before they are ordered. */
export function HeldUntil({ cart, enabled }: { cart: Cart; enabled: boolean }) {
  const minutes = useSuspenseQuery(query("GET /shop", {})).data.data.checkout_hold_minutes;
  const until = useHold(cart, enabled && minutes > 0).data ?? null;
  const left = secondsLeft(until, timeAtShop(useNow(until === null ? null : lookMs)));
  if (minutes === 0) return null;
  return (
    // As high as its words from the beginning, so that nothing moves when they come.
    <p role="status" className="min-h-5 text-sm text-muted">
      {until === null
        ? null
        : left === 0
          ? say("These items are no longer held for you. You can order them as long as they last.")
          : say("We hold these items for you until {time}.", { time: formatTime(until, shopLocale()) })}
    </p>
  );
}
