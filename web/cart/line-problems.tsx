import type { CartItem, CartProblem } from "#contract/cart.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMoney } from "#web/ui/money-format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { say, sayCount, shopLocale } from "#words/say.ts";
import type { useLine } from "./line-changes.ts";

type Props = { line: CartItem; actions: ReturnType<typeof useLine> };

/** What changed since the line was added, in words, each with the one press that mends it. */
export const LineProblems = ({ line, actions }: Props) =>
  line.problems.map((problem) => <Problem key={problem.code} {...{ problem, actions }} />);

function Problem({ problem, actions }: { problem: CartProblem; actions: Props["actions"] }) {
  const locale = shopLocale();
  const { code, available = 0, from, to } = problem;
  const prices = from && to && { from: formatMoney(from, locale), to: formatMoney(to, locale) };
  const mend = (label: string, onClick: () => void) => (
    <Button size="small" onClick={onClick}>
      {label}
    </Button>
  );
  const shown = {
    price_up: {
      tone: "warning",
      says: prices ? say("The price has gone up from {from} to {to}.", prices) : say("The price has gone up."),
      mend: mend(say("OK"), actions.acceptPrice),
    },
    price_down: {
      tone: "success",
      says: prices ? say("The price has gone down from {from} to {to}.", prices) : say("The price has gone down."),
      mend: mend(say("OK"), actions.acceptPrice),
    },
    insufficient_stock: {
      tone: "danger",
      says: sayCount("Only 1 left.", "Only {n} left.", available),
      mend: mend(say("Set to {n}", { n: available }), () => actions.setQuantity(available)),
    },
    over_limit: {
      tone: "danger",
      says: sayCount("At most 1 can be ordered at once.", "At most {n} can be ordered at once.", available),
      mend: mend(say("Set to {n}", { n: available }), () => actions.setQuantity(available)),
    },
    out_of_stock: {
      tone: "danger",
      says: say("Sold out at the moment."),
      mend: mend(say("Save for later"), () => actions.saveForLater(true)),
    },
    unavailable: {
      tone: "danger",
      says: say("Not sold any more. It does not count towards the total."),
      mend: mend(say("Remove"), () => actions.remove()),
    },
  } as const satisfies Record<CartProblem["code"], object>;
  const { tone, says, mend: action } = shown[code];
  return (
    <Notice tone={tone} action={action} className="px-3 py-2.5">
      {says}
    </Notice>
  );
}
