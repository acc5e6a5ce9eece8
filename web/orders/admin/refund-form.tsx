import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { Order } from "#contract/orders/orders.ts";
import { randomId } from "#web/api/random-id.ts";
import { closeIfOrderChanged, useOrderAction } from "#web/orders/orders.queries.ts";
import { isRefundedByHand, readRefundAmount } from "#web/orders/refund-preview.ts";
import { toItems, UnitsPicker, unitsValue, withCustomer } from "#web/orders/units-picker.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox, TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { hasCreditNote, moneyText } from "./refund-text.ts";

type Fields = { amount: string; reason: string; restock: boolean };

/** Refunds items or an amount, with a preview of the effects. */
export function RefundForm({ order }: { order: Order }) {
  const closeDialog = useCloseDialog();
  const action = useOrderAction(order.id);
  const [quantities, setQuantities] = useState(new Map<number, number>());
  const [key] = useState(randomId);
  const byHand = isRefundedByHand(order);
  const items = toItems(quantities);
  const state = useCallForm<Fields>({
    start: { amount: "", reason: "", restock: false },
    errorFields: ["amount", "reason"],
    send: async ({ amount: text, ...fields }) => {
      const amount = amountFromText(text, order.total.currency) ?? 0;
      const body = { version: order.version, amount, ...fields, ...(items.length > 0 ? { items } : {}) };
      const reply = await action.mutateAsync({
        route: "POST /orders/:id/refunds",
        args: { params: { id: order.id }, body },
        key,
      });
      toastDone(reply, byHand ? "Refund recorded" : "Refund sent");
      closeDialog();
    },
    onProblem: closeIfOrderChanged(closeDialog),
  });
  const { form } = state;
  const [typed, restock] = useWatch({ control: form.control, name: ["amount", "restock"] });
  const read = readRefundAmount(typed, order.refundable);
  const refund = "amount" in read ? formatMoney(read.amount) : undefined;
  const choose = (chosen: Map<number, number>) => {
    setQuantities(chosen);
    const value = unitsValue(order, chosen);
    form.setValue("amount", value.amount > 0 ? decimalText(value.amount, value.currency) : "");
  };
  const units = withCustomer(order);
  return (
    <DialogForm
      state={state}
      danger
      action={refund ? `Refund ${refund}` : "Refund"}
      record={order.version}
      choices={{ isChanged: items.length > 0, chosen: quantities, restore: setQuantities }}
    >
      {units.length > 0 && (
        <UnitsPicker
          label="Items to refund"
          units={units}
          describe={(quantity) => `${quantity} with the customer`}
          quantities={quantities}
          onChange={choose}
        />
      )}
      {items.length > 0 && <Checkbox label="Restock items" {...form.register("restock")} />}
      <MoneyFields order={order} form={form} read={read} />
      <p className="text-sm text-muted" role="status">
        {"amount" in read
          ? `${moneyText(order, read.amount.amount)} ${itemsText(count(quantities), restock)}`
          : "Select items or enter an amount."}
      </p>
    </DialogForm>
  );
}

type MoneyProps = { order: Order; form: UseFormReturn<Fields>; read: ReturnType<typeof readRefundAmount> };

function MoneyFields({ order, form, read: typed }: MoneyProps) {
  const most = order.refundable;
  const isOnCreditNote = hasCreditNote(order, "amount" in typed ? typed.amount.amount : 0);
  const limit = formatMoney(most);
  return (
    <>
      <TextField
        label={`Amount (${most.currency})`}
        inputMode="decimal"
        hint={`${limit} available for refund`}
        {...registerField(form, "amount", {
          validate: (text) => {
            const read = readRefundAmount(text, most);
            return "amount" in read || read.problem;
          },
        })}
      />
      <TextField
        label="Reason"
        hint={isOnCreditNote ? "Shown on the credit note." : undefined}
        maxLength={500}
        {...registerField(form, "reason", notBlank("Enter a reason"))}
      />
    </>
  );
}

const count = (quantities: Map<number, number>) => [...quantities.values()].reduce((sum, units) => sum + units, 0);

/** What happens to units that are refunded. */
function itemsText(units: number, restock: boolean) {
  if (units === 0) return "No items are returned.";
  const items = units === 1 ? "1 item is" : `${units} items are`;
  return `${items} marked as returned${restock ? " and restocked" : ""}.`;
}
