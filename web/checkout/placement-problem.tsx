import type { Cart, CartItem } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { isSettled } from "#web/api/idempotency-key.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, say, sayCount } from "#words/say.ts";

/** Why the order was not placed, with the new figures. */
export function PlacementProblem({ problem, before }: { problem: CallProblem; before: Money | undefined }) {
  const { code, details, message, status } = problem;
  if (details.quote) {
    const { due } = (details.quote as Quote).totals;
    const changed = before && before.amount !== due.amount;
    return (
      <Banner tone="warning" title={code === "quote_changed" ? say("Your total has changed") : message}>
        {changed
          ? say("The total changed from {before} to {now}.", { before: formatMoney(before), now: formatMoney(due) })
          : say("The total is {now}.", { now: formatMoney(due) })}{" "}
        {say(
          "Your order hasn't been placed and you haven't been charged. Review the new total, then place your order.",
        )}
      </Banner>
    );
  }
  if (code === "out_of_stock" || code === "cart_has_problems")
    return <UnavailableLines lines={(details.cart as Cart | undefined)?.items ?? []} title={message} />;
  if (status === 0)
    return (
      <Banner tone="danger" title={say("Couldn't reach the shop")}>
        {say("We couldn't confirm your order. When you're back online, try again. Your order won't be placed twice.")}
      </Banner>
    );
  if (!isSettled(problem))
    return (
      <Banner tone="danger" title={say("Your order isn't confirmed yet")}>
        {say("We couldn't confirm your order. Try again in a moment. Your order won't be placed twice.")}
      </Banner>
    );
  return (
    <Banner tone="danger" title={say("Your order wasn't placed")}>
      {message} {say("You haven't been charged.")}
    </Banner>
  );
}

/** The lines that can't be ordered, with reasons. */
export function UnavailableLines({ lines, title }: { lines: CartItem[]; title: string }) {
  const affected = lines.filter((line) => lineProblemText(line));
  return (
    <Banner
      tone="danger"
      title={title}
      action={<ButtonLink to={paths.cart()} size="small" label={say("Go to cart")} />}
    >
      {affected.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {affected.map((line) => (
            <li key={line.id}>
              {line.product.name}: {lineProblemText(line)}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1">
        {say("Your order hasn't been placed and you haven't been charged. Your details are saved.")}
      </p>
    </Banner>
  );
}

/** Why a line can't be ordered; undefined when it can. */
export function lineProblemText({ problems, quantity }: CartItem) {
  for (const { code, available = 0 } of problems) {
    if (code === "out_of_stock") return say("sold out.");
    if (code === "unavailable") return say("no longer available.");
    if (code === "insufficient_stock")
      return sayCount(
        "only 1 left, and you have {quantity} in your cart.",
        "only {n} left, and you have {quantity} in your cart.",
        available,
        { quantity: formatShopNumber(quantity) },
      );
    if (code === "over_limit") return sayCount("limit of 1 per order.", "limit of {n} per order.", available);
  }
  return undefined;
}

/** Prices that changed since the items were added. */
export function PriceChanges({ lines }: { lines: CartItem[] }) {
  const changed = lines.flatMap(({ id, product, problems }) =>
    problems.flatMap(({ code, from, to }) =>
      code.startsWith("price_") && from && to ? [{ id, name: product.name, from, to }] : [],
    ),
  );
  if (changed.length === 0) return null;
  return (
    <Banner tone="warning" title={say("Prices have changed since you added these items")}>
      <ul className="mt-1 grid gap-0.5">
        {changed.map(({ id, name, from, to }) => (
          <li key={id}>
            {say("{name}: was {before}, now {now}.", { name, before: formatMoney(from), now: formatMoney(to) })}
          </li>
        ))}
      </ul>
      <p className="mt-1">{say("Your total includes the new prices.")}</p>
    </Banner>
  );
}
