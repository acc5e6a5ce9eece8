import type { Cart, CartItem } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { paths } from "#web/paths.ts";
import { buttonLook } from "#web/ui/button-look.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { useLocale } from "#web/ui/words.ts";

/** Why the order was not placed, in words, with the new figures. Nothing typed is lost, and nothing was charged. */
export function Refused({ problem, before }: { problem: CallProblem; before: Money | undefined }) {
  const locale = useLocale();
  const { code, beside, message, status } = problem;
  if (beside.quote) {
    const { due } = (beside.quote as Quote).totals;
    const moved = before && before.amount !== due.amount;
    return (
      <Notice tone="warning" title={code === "quote_changed" ? "The figures have changed" : message}>
        {moved
          ? `The total was ${formatMoney(before, locale)} and is now ${formatMoney(due, locale)}. `
          : `The total is ${formatMoney(due, locale)}. `}
        Nothing was ordered or charged. Look through the order, then place it with the new figures.
      </Notice>
    );
  }
  if (code === "out_of_stock" || code === "cart_has_problems")
    return <LineTroubles lines={(beside.cart as Cart | undefined)?.items ?? []} title={message} />;
  if (status === 0)
    return (
      <Notice tone="danger" title="The shop can't be reached">
        We don't know whether the order arrived. Press again when you are back online: it can't be placed twice.
      </Notice>
    );
  return (
    <Notice tone="danger" title="The order was not placed">
      {message} Nothing was charged.
    </Notice>
  );
}

/** The lines that can't be ordered as they are, each with its reason, and the way to mend them. */
export function LineTroubles({ lines, title }: { lines: CartItem[]; title: string }) {
  const troubled = lines.filter((line) => troubleOf(line));
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        <ShopLink to={paths.cart()} className={buttonLook({ size: "small" })}>
          Go to the cart
        </ShopLink>
      }
    >
      {troubled.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {troubled.map((line) => (
            <li key={line.id}>
              {line.product.name}: {troubleOf(line)}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1">Nothing was ordered or charged. What you typed here is kept.</p>
    </Notice>
  );
}

/** Why a line can't be ordered; undefined where it can. */
export function troubleOf({ problems, quantity }: CartItem) {
  for (const { code, available = 0 } of problems) {
    if (code === "out_of_stock") return "sold out at the moment.";
    if (code === "unavailable") return "not sold any more.";
    if (code === "insufficient_stock") return `only ${available} left, you have ${quantity}.`;
    if (code === "over_limit") return `at most ${available} can be ordered at once.`;
  }
  return undefined;
}

/** A price that moved since the line was added, before anything is ordered for it. */
export function PriceNews({ lines }: { lines: CartItem[] }) {
  const locale = useLocale();
  const moved = lines.flatMap(({ id, product, problems }) =>
    problems.flatMap(({ code, from, to }) =>
      code.startsWith("price_") && from && to ? [{ id, name: product.name, from, to }] : [],
    ),
  );
  if (moved.length === 0) return null;
  return (
    <Notice tone="warning" title="A price has changed since you added it">
      <ul className="mt-1 grid gap-0.5">
        {moved.map(({ id, name, from, to }) => (
          <li key={id}>
            {name}: was {formatMoney(from, locale)}, is now {formatMoney(to, locale)}.
          </li>
        ))}
      </ul>
      <p className="mt-1">The figures above are the new ones.</p>
    </Notice>
  );
}
