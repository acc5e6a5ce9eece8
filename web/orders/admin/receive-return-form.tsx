import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { Condition, Return } from "#contract/orders/returns.ts";
import { randomId } from "#web/api/random-id.ts";
import { closeIfOrderChanged, orderQuery, useReturnAction } from "#web/orders/orders.queries.ts";
import { expectedRefund, manualRefundText } from "#web/orders/refund-preview.ts";
import { toItems, UnitsPicker, unitsValue } from "#web/orders/units-picker.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox, SelectField } from "#web/ui/forms/fields/field.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";

interface ItemCondition {
  condition: Condition;
  restock: boolean;
}
const unopened: ItemCondition = { condition: "sellable", restock: true };

/** Records the received units and their condition. */
export function ReceiveReturnForm({ request }: { request: Return }) {
  const closeDialog = useCloseDialog();
  const order = useSuspenseQuery(orderQuery(request.order_id)).data.data;
  const { mutateAsync } = useReturnAction(order.id);
  const units = requestedUnits(request, order);
  const [quantities, setQuantities] = useState(() => new Map(units.map(({ item, quantity }) => [item.id, quantity])));
  const [states, setStates] = useState(new Map<number, ItemCondition>());
  const stateOf = (id: number) => states.get(id) ?? unopened;
  const change = (id: number, state: ItemCondition) => setStates(new Map(states).set(id, state));
  const [key] = useState(randomId);
  const value = unitsValue(order, quantities);
  const back = expectedRefund(order, value);
  const items = toItems(quantities).map((item) => ({ ...item, ...stateOf(item.order_item_id) }));
  const refund = back && back.amount > 0 ? formatMoney(back) : undefined;
  const byHand = manualRefundText(order);
  const state = useCallForm({
    start: {},
    errorFields: [],
    send: async () => {
      const reply = await mutateAsync({
        route: "POST /returns/:id/receive",
        args: { params: { id: request.id }, body: { version: order.version, items } },
        key,
      });
      toastDone(reply, refund && !byHand ? "Return received and refunded" : "Return received");
      closeDialog();
    },
    onProblem: closeIfOrderChanged(closeDialog),
  });
  const isChanged = states.size > 0 || units.some(({ item, quantity }) => quantities.get(item.id) !== quantity);
  const restore = (chosen: [typeof quantities, typeof states]) => {
    setQuantities(chosen[0]);
    setStates(chosen[1]);
  };
  return (
    <DialogForm
      state={state}
      action={refund ? `Refund ${refund}` : "Receive return"}
      disabled={items.length === 0}
      record={`${request.id} ${order.version}`}
      choices={{ isChanged, chosen: [quantities, states], restore }}
    >
      <UnitsPicker
        label="Items received"
        units={units}
        describe={(quantity) => `${quantity} requested`}
        quantities={quantities}
        onChange={setQuantities}
        more={({ item }) => (
          <ConditionFields name={item.name} state={stateOf(item.id)} onChange={(state) => change(item.id, state)} />
        )}
      />
      <p className="text-sm text-muted" role="status">
        {items.length === 0 ? "Select the items you received." : consequence(order, value)} {items.length > 0 && byHand}
      </p>
    </DialogForm>
  );
}

const requestedUnits = (request: Return, order: Order) =>
  request.items.flatMap(({ order_item_id, quantity }) => {
    const item = order.items.find(({ id }) => id === order_item_id);
    return item ? [{ item, quantity }] : [];
  });

function consequence(order: Order, value: Money) {
  const [money, back] = [formatMoney(value), expectedRefund(order, value)];
  if (order.payment_status === "disputed")
    return `The payment is disputed. ${money} is recorded and can be refunded if you win the dispute.`;
  if (!back)
    return `The amount due is reduced by ${money}. Only the overpaid amount is refunded. A credit note is created.`;
  if (back.amount === 0) return "Everything that was paid has already been refunded.";
  return `${formatMoney(back)} is refunded to the customer and a credit note is created.`;
}

type StateProps = { name: string; state: ItemCondition; onChange: (state: ItemCondition) => void };

const ConditionFields = ({ name, state, onChange }: StateProps) => (
  <div className="flex flex-wrap items-end gap-4">
    <SelectField
      label={`Condition of ${name}`}
      size="small"
      value={state.condition}
      onChange={({ target }) => {
        const condition = target.value as Condition;
        onChange({ condition, restock: condition === "sellable" });
      }}
      options={{ sellable: "Sellable", damaged: "Damaged" }}
    />
    {state.condition === "sellable" && (
      <Checkbox
        label="Restock"
        checked={state.restock}
        onChange={({ target }) => onChange({ ...state, restock: target.checked })}
      />
    )}
  </div>
);
