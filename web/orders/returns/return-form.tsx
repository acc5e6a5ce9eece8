import { useState } from "react";
import type { Money } from "#contract/money.ts";
import type { Order, OrderItem } from "#contract/orders/orders.ts";
import type { ReturnReason } from "#contract/orders/returns.ts";
import { randomId } from "#web/api/random-id.ts";
import { useReturnAction } from "#web/orders/orders.queries.ts";
import { RefundIbanField } from "#web/orders/refund-iban-field.tsx";
import { expectedRefund, isRefundedByHand } from "#web/orders/refund-preview.ts";
import { returnable, toItems, UnitsPicker, unitsValue } from "#web/orders/units-picker.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { SelectField, TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say, sayCount } from "#words/say.ts";
import { returnReasonLabels } from "./return-labels.ts";

type Fields = { note: string; refund_iban: string };

/** Requests a return with reasons; nothing is preselected among several items. */
export function ReturnForm({ order }: { order: Order }) {
  const closeDialog = useCloseDialog();
  const units = returnable(order);
  const only = units.length === 1 ? units[0] : undefined;
  const [quantities, setQuantities] = useState(() => new Map(only ? [[only.item.id, only.quantity]] : []));
  const [reasons, setReasons] = useState(new Map<number, ReturnReason>());
  const [key] = useState(randomId);
  const action = useReturnAction(order.id);
  const back = expectedRefund(order, unitsValue(order, quantities));
  const reasonOf = (id: number) => reasons.get(id) ?? "changed_mind";
  const items = toItems(quantities).map((item) => ({ ...item, reason_code: reasonOf(item.order_item_id) }));
  const state = useCallForm<Fields>({
    start: { note: "", refund_iban: order.refund_iban ?? "" },
    errorFields: ["note", "refund_iban"],
    send: async ({ note, refund_iban: iban }) => {
      const body = { order_id: order.id, items, note, ...(iban.trim() ? { refund_iban: iban } : {}) };
      await action.mutateAsync({ route: "POST /returns", args: { body }, key });
      toast({ tone: "success", title: say("Return requested. We'll reply soon.") });
      closeDialog();
    },
  });
  const isChanged = reasons.size > 0 || (only ? quantities.get(only.item.id) !== only.quantity : items.length > 0);
  const restore = (chosen: [typeof quantities, typeof reasons]) => {
    setQuantities(chosen[0]);
    setReasons(chosen[1]);
  };
  return (
    <DialogForm
      state={state}
      action={say("Request return")}
      record={`${order.id} ${order.version}`}
      disabled={items.length === 0}
      choices={{ isChanged, chosen: [quantities, reasons], restore }}
    >
      <UnitsPicker
        label={say("Items to return")}
        units={units}
        describe={describeUnits}
        quantities={quantities}
        onChange={setQuantities}
        more={({ item }) => (
          <ReasonSelect
            name={item.name}
            value={reasonOf(item.id)}
            onChange={(reason) => setReasons(new Map(reasons).set(item.id, reason))}
          />
        )}
      />
      <TextAreaField
        label={say("Additional details")}
        optional
        maxLength={1000}
        {...registerField(state.form, "note")}
      />
      {isRefundedByHand(order) && <RefundIbanField form={state.form} optional />}
      <p className="text-sm text-muted">{items.length > 0 ? nextStepText(back) : say("Select the items to return.")}</p>
    </DialogForm>
  );
}

const describeUnits = (quantity: number, { returnable_until: until }: OrderItem) =>
  // Returnable items have a deadline.
  sayCount("1 can be returned until {date}", "{n} can be returned until {date}", quantity, {
    date: formatDay(until as string),
  });

function nextStepText(back: Money | undefined) {
  if (!back)
    return say(
      "We'll review your request and email you. If we accept it, we'll refund what you paid beyond the amount still due when the items arrive.",
    );
  if (back.amount === 0) return say("We'll review your request and email you. Your payment has already been refunded.");
  return say("We'll review your request and email you. If we accept it, we'll refund {amount} when the items arrive.", {
    amount: formatMoney(back),
  });
}

type ReasonProps = { name: string; value: ReturnReason; onChange: (reason: ReturnReason) => void };

const ReasonSelect = ({ name, value, onChange }: ReasonProps) => (
  <SelectField
    label={say("Reason for {name}", { name })}
    size="small"
    value={value}
    onChange={({ target }) => onChange(target.value as ReturnReason)}
    options={Object.entries(returnReasonLabels).map(([code, label]) => [code, say(label)])}
  />
);
