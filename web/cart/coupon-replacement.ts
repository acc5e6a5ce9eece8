import type { Money } from "#contract/money.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";

/** The total with the coupon that was replaced, and the one with the coupon that replaced it. */
type Totals = { before: Money; after: Money };

/** What another coupon does to the total: a discount alone doesn't say it, as delivery may be free with one of them. */
export function replacementText(codes: { new: string; old: string }, { before, after }: Totals) {
  const more = after.amount - before.amount;
  if (more === 0) return say("{new} replaced {old}. An order can have one coupon.", codes);
  const amount = formatMoney({ ...after, amount: Math.abs(more) });
  const values = { ...codes, amount, total: formatMoney(after) };
  return more < 0
    ? say("{new} replaced {old}. Your total is now {total}, {amount} less. An order can have one coupon.", values)
    : say("{new} replaced {old}. Your total is now {total}, {amount} more. An order can have one coupon.", values);
}
