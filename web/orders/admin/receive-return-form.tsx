import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { Condition, Return } from "#contract/orders/returns.ts";
import { randomId } from "#web/api/random-id.ts";
import { closeIfOrderChanged, orderQuery, useReturnAction } from "#web/orders/orders.queries.ts";
import { deliveryToRefund, expectedRefund, manualRefundText } from "#web/orders/refund-preview.ts";
import { toItems, UnitsPicker, unitsValue } from "#web/orders/units-picker.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

interface ItemCondition {
  condition: Condition;
  restock: boolean;
}
const unopened: ItemCondition = { condition: "sellable", restock: true };

type Fields = { delivery: string };

function useConditions() {
  const [states, setStates] = useState(new Map<number, ItemCondition>());
  return {
    states,
    setStates,
    stateOf: (id: number) => states.get(id) ?? unopened,
    change: (id: number, state: ItemCondition) => setStates(new Map(states).set(id, state)),
  };
}

/** Records the received units and their condition. */
export function ReceiveReturnForm({ request }: { request: Return }) {
  const closeDialog = useCloseDialog();
  const order = useSuspenseQuery(orderQuery(request.order_id)).data.data;
  const { mutateAsync } = useReturnAction(order.id);
  const units = requestedUnits(request, order);
  const [quantities, setQuantities] = useState(() => new Map(units.map(({ item, quantity }) => [item.id, quantity])));
  const { states, setStates, stateOf, change } = useConditions();
  const [key] = useState(randomId);
  const value = unitsValue(order, quantities);
  const delivery = deliveryToRefund(order, request, quantities, value);
  const items = toItems(quantities).map((item) => ({ ...item, ...stateOf(item.order_item_id) }));
  const byHand = manualRefundText(order);
  const state = useCallForm<Fields>({
    start: { delivery: delivery ? decimalText(delivery.amount, delivery.currency) : "" },
    errorFields: { refund_delivery: "delivery" },
    send: async ({ delivery: typed }) => {
      const refund_delivery = (delivery && amountFromText(typed, delivery.currency)) || undefined;
      const reply = await mutateAsync({
        route: "POST /returns/:id/receive",
        args: { params: { id: request.id }, body: { version: order.version, items, refund_delivery } },
        key,
      });
      toastDone(reply, refund && !byHand ? "Return received and refunded" : "Return received");
      closeDialog();
    },
    onProblem: closeIfOrderChanged(closeDialog),
  });
  const typed = useWatch({ control: state.form.control, name: "delivery" });
  const whole = withDelivery(value, typed, delivery);
  const back = expectedRefund(order, whole);
  const refund = back && back.amount > 0 ? formatMoney(back) : undefined;
  const isChanged = states.size > 0 || units.some(({ item, quantity }) => quantities.get(item.id) !== quantity);
  const restore = ([units, conditions]: [typeof quantities, typeof states]) =>
    void (setQuantities(units), setStates(conditions));
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
      {delivery && items.length > 0 && <DeliveryField form={state.form} delivery={delivery} />}
      <p className="text-sm text-muted" role="status">
        {items.length === 0 ? "Select the items you received." : `${consequence(order, whole)} ${byHand ?? ""}`}
      </p>
    </DialogForm>
  );
}

function DeliveryField({ form, delivery }: { form: UseFormReturn<Fields>; delivery: Money }) {
  return (
    <TextField
      label={`Delivery cost to refund (${delivery.currency})`}
      hint="After a withdrawal from the whole order the standard delivery cost is refunded too."
      inputMode="decimal"
      {...registerField(form, "delivery", {
        validate: (text) => {
          const read = text.trim() === "" ? 0 : amountFromText(text, delivery.currency);
          return (read !== null && read >= 0 && read <= delivery.amount) || `Enter ${formatMoney(delivery)} or less`;
        },
      })}
    />
  );
}

/** What is refunded for units and delivery. */
function withDelivery(value: Money, typed: string, delivery: Money | undefined): Money {
  const more = delivery ? (amountFromText(typed, delivery.currency) ?? 0) : 0;
  return { ...value, amount: value.amount + more };
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
