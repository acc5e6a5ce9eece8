import type { CartItem, CartProblem } from "#contract/cart.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, say, sayCount } from "#words/say.ts";
import type { useCartLine } from "./use-cart-line.ts";

type Props = {
  line: CartItem;
  /** It waits under 'Saved for later'. */
  saved: boolean;
  actions: ReturnType<typeof useCartLine>;
};

/** The problems of a line, each with the action that resolves it. */
export const LineProblems = ({ line, saved, actions }: Props) =>
  line.problems.map((problem) => (
    <Problem key={problem.code} {...{ problem, saved, actions }} most={line.max_quantity} />
  ));

type ProblemProps = Omit<Props, "line"> & { problem: CartProblem; most: number };

function Problem({ problem, most, saved, actions }: ProblemProps) {
  const { code, available = 0, from, to } = problem;
  const prices = from && to && { from: formatMoney(from), to: formatMoney(to) };
  const resolve = (label: string, onClick: () => void) => (
    <Button size="small" onClick={onClick}>
      {label}
    </Button>
  );
  // The maximum by stock and limit together.
  const setToMaximum =
    most > 0 && resolve(say("Set to {n}", { n: formatShopNumber(most) }), () => actions.setQuantity(most));
  const notices = {
    price_up: {
      tone: "warning",
      says: prices ? say("The price increased from {from} to {to}.", prices) : say("The price increased."),
      resolve: resolve(say("OK"), actions.acceptPrice),
    },
    price_down: {
      tone: "success",
      says: prices ? say("The price dropped from {from} to {to}.", prices) : say("The price dropped."),
      resolve: resolve(say("OK"), actions.acceptPrice),
    },
    insufficient_stock: {
      tone: "danger",
      says: sayCount("Only 1 left.", "Only {n} left.", available),
      resolve: setToMaximum,
    },
    over_limit: {
      tone: "danger",
      says: sayCount("Limit of 1 per order.", "Limit of {n} per order.", available),
      resolve: setToMaximum,
    },
    out_of_stock: {
      tone: "danger",
      says: say("Sold out."),
      resolve: !saved && resolve(say("Save for later"), () => actions.saveForLater(true)),
    },
    unavailable: {
      tone: "danger",
      says: say("No longer available. It isn't included in the total."),
      resolve: resolve(say("Remove"), () => actions.remove()),
    },
  } as const satisfies Record<CartProblem["code"], object>;
  const { tone, says, resolve: action } = notices[code];
  return (
    <Banner tone={tone} action={action} className="px-3 py-2.5">
      {says}
    </Banner>
  );
}
