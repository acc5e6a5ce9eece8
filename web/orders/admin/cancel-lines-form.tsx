import { useState } from "react";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { randomId } from "#web/api/random-id.ts";
import { closeIfOrderChanged, useOrderAction } from "#web/orders/orders.queries.ts";
import { expectedRefund, manualRefundText } from "#web/orders/refund-preview.ts";
import { leftToShip, toItems, UnitsPicker, unitsValue } from "#web/orders/units-picker.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";

/** Cancels units that are not shipped, with a preview of the effects. */
export function CancelLinesForm({ order }: { order: Order }) {
  const closeDialog = useCloseDialog();
  const { mutateAsync } = useOrderAction(order.id);
  const left = leftToShip(order);
  const [quantities, setQuantities] = useState(new Map<number, number>());
  const [key] = useState(randomId);
  const items = toItems(quantities);
  const isAll = left.every(({ item, quantity }) => quantities.get(item.id) === quantity);
  const endsOrder = isAll && order.fulfilment_status === "unfulfilled";
  const value = unitsValue(order, quantities);
  const state = useCallForm({
    start: {},
    errorFields: [],
    send: async () => {
      const reply = await mutateAsync({
        route: "POST /orders/:id/lines/cancel",
        args: { params: { id: order.id }, body: { version: order.version, items } },
        key,
      });
      toastDone(reply, endsOrder ? "Order cancelled" : "Items cancelled");
      closeDialog();
    },
    onProblem: closeIfOrderChanged(closeDialog),
  });
  return (
    <DialogForm
      state={state}
      danger
      action={endsOrder ? "Cancel order" : "Cancel items"}
      dismiss={endsOrder ? "Keep order" : "Keep items"}
      disabled={items.length === 0}
      record={order.version}
      choices={{ isChanged: items.length > 0, chosen: quantities, restore: setQuantities }}
    >
      <UnitsPicker
        label="Items to cancel"
        units={left}
        describe={(quantity) => `${quantity} not shipped`}
        quantities={quantities}
        onChange={setQuantities}
      />
      <p className="text-sm text-muted" role="status">
        {consequence(order, { isNone: items.length === 0, endsOrder, value })}{" "}
        {items.length > 0 && manualRefundText(order)}
      </p>
    </DialogForm>
  );
}

function consequence(
  order: Order,
  { isNone, endsOrder, value }: { isNone: boolean; endsOrder: boolean; value: Money },
) {
  if (isNone) return "Select the items to cancel.";
  if (endsOrder) return "No items would be left. The whole order is cancelled and refunded in full.";
  return `${refundText(order, value)} The items are restocked and a credit note is created.`;
}

/** Only an overpaid amount can be refunded, and no disputed payment. */
function refundText(order: Order, value: Money) {
  const lessOwed = `The amount due is reduced by ${formatMoney(value)}.`;
  if (order.payment_status === "disputed") return `${lessOwed} Disputed payments are not refunded.`;
  const back = expectedRefund(order, value);
  if (back && back.amount > 0) return `${formatMoney(back)} is refunded to the customer.`;
  return order.refundable.amount > 0 ? `${lessOwed} Only the overpaid amount is refunded.` : lessOwed;
}
