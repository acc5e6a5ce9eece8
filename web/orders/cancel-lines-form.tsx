import { type FormEvent, useState } from "react";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { closeDialog } from "#web/ui/dialog-store.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { toast } from "#web/ui/toast-store.ts";
import { shopLocale } from "#words/say.ts";
import { FormEnd, Refused } from "./form-end.tsx";
import { backFor, byHandWords } from "./money-back.ts";
import { useMove } from "./orders.queries.ts";
import { itemsOf, leftToShip, worthOf } from "./units.ts";
import { UnitsChoice } from "./units-choice.tsx";

/** Which units are not sent after all. It says what that does before it does it. */
export function CancelLinesForm({ order }: { order: Order }) {
  const move = useMove(order.id);
  const left = leftToShip(order);
  const [quantities, setQuantities] = useState(new Map<number, number>());
  const [key] = useState(() => crypto.randomUUID());
  const items = itemsOf(quantities);
  const isAll = left.every(({ item, quantity }) => quantities.get(item.id) === quantity);
  const endsIt = isAll && order.fulfilment_status === "unfulfilled";
  const worth = worthOf(order, quantities);
  const cancel = (event: FormEvent) => {
    event.preventDefault();
    move.mutate(
      { route: "POST /orders/:id/lines/cancel", args: { params: { id: order.id }, body: { items } }, key },
      {
        onSuccess: () => {
          toast({ tone: "success", title: endsIt ? "The order is cancelled" : "The items are cancelled" });
          closeDialog();
        },
      },
    );
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={cancel}>
      <Refused said={(move.error as CallProblem | null)?.message} />
      <UnitsChoice
        label="Items to cancel"
        units={left}
        says={(quantity) => `${quantity} not shipped`}
        quantities={quantities}
        onChange={setQuantities}
      />
      <p className="text-sm text-muted" role="status">
        {consequence(order, { isNone: items.length === 0, endsIt, worth })} {items.length > 0 && byHandWords(order)}
      </p>
      <FormEnd
        danger
        action={endsIt ? "Cancel the order" : "Cancel these items"}
        busy={move.isPending}
        disabled={items.length === 0}
      />
    </form>
  );
}

function consequence(order: Order, { isNone, endsIt, worth }: { isNone: boolean; endsIt: boolean; worth: Money }) {
  if (isNone) return "Choose what is not to be sent.";
  if (endsIt) return "Nothing would be left: the whole order is cancelled, and all that was paid goes back.";
  return `${moneySays(order, worth)}, and the stock is free again. A credit note is written.`;
}

/** What becomes of money: only what was paid beyond what is still owed can go back, and nothing that is disputed. */
function moneySays(order: Order, worth: Money) {
  const lessOwed = `The customer owes ${formatMoney(worth, shopLocale())} less`;
  if (order.payment_status === "disputed") return `${lessOwed}, and nothing of the disputed payment goes back`;
  const back = backFor(order, worth);
  if (back && back.amount > 0) return `${formatMoney(back, shopLocale())} goes back to the customer`;
  return order.refundable.amount > 0
    ? `${lessOwed}, and only what was paid beyond what is still owed goes back`
    : lessOwed;
}
