import type { CartItem, CartProblem } from "#contract/cart.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMoney } from "#web/ui/money-format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useLocale } from "#web/ui/words.ts";
import type { useLine } from "./line-changes.ts";

type Props = { line: CartItem; actions: ReturnType<typeof useLine> };

/** What changed since the line was added, in words, each with the one press that mends it. */
export const LineProblems = ({ line, actions }: Props) =>
  line.problems.map((problem) => <Problem key={problem.code} {...{ problem, actions }} />);

function Problem({ problem, actions }: { problem: CartProblem; actions: Props["actions"] }) {
  const locale = useLocale();
  const { code, available = 0, from, to } = problem;
  const prices = from && to ? ` from ${formatMoney(from, locale)} to ${formatMoney(to, locale)}` : "";
  const mend = (label: string, onClick: () => void) => (
    <Button size="small" onClick={onClick}>
      {label}
    </Button>
  );
  const shown = {
    price_up: { tone: "warning", says: `The price has gone up${prices}.`, mend: mend("OK", actions.acceptPrice) },
    price_down: { tone: "success", says: `The price has gone down${prices}.`, mend: mend("OK", actions.acceptPrice) },
    insufficient_stock: {
      tone: "danger",
      says: `Only ${available} left.`,
      mend: mend(`Set to ${available}`, () => actions.setQuantity(available)),
    },
    over_limit: {
      tone: "danger",
      says: `At most ${available} can be ordered at once.`,
      mend: mend(`Set to ${available}`, () => actions.setQuantity(available)),
    },
    out_of_stock: {
      tone: "danger",
      says: "Sold out at the moment.",
      mend: mend("Save for later", () => actions.saveForLater(true)),
    },
    unavailable: {
      tone: "danger",
      says: "Not sold any more. It does not count towards the total.",
      mend: mend("Remove", () => actions.remove()),
    },
  } as const satisfies Record<CartProblem["code"], object>;
  const { tone, says, mend: action } = shown[code];
  return (
    <Notice tone={tone} action={action} className="items-center px-3 py-2">
      {says}
    </Notice>
  );
}
