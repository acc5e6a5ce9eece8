import { useState } from "react";
import { useWatch } from "react-hook-form";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { Order } from "#contract/orders/orders.ts";
import { randomId } from "#web/api/random-id.ts";
import { closeIfOrderChanged, usePaymentAction } from "#web/orders/orders.queries.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

type Fields = { amount: string; value_date: string; reference: string };

/** Records a bank transfer, or `another` than the one that paid the order, with a preview of the effects. */
export function TransferForm({ order, another = false }: { order: Order; another?: boolean }) {
  const closeDialog = useCloseDialog();
  const action = usePaymentAction(order.id);
  const [key] = useState(randomId);
  const { due } = order.totals;
  const outstanding = order.outstanding.amount;
  const received = order.paid.amount - order.refunded.amount;
  const rest = { ...due, amount: outstanding > 0 ? outstanding : Math.max(0, due.amount - received) };
  const state = useCallForm<Fields>({
    start: { amount: another ? "" : decimalText(rest.amount, rest.currency), value_date: "", reference: "" },
    errorFields: ["amount", "value_date", "reference"],
    send: async ({ amount, value_date, reference }) => {
      const statement = { value_date: value_date || undefined, reference: reference.trim() || undefined };
      const body = { amount: amountFromText(amount, due.currency) ?? 0, ...statement, version: order.version, another };
      const reply = await action.mutateAsync({
        route: "POST /payments/:order_id/received",
        args: { params: { order_id: order.id }, body },
        key,
      });
      toastDone(reply, "Transfer recorded");
      closeDialog();
    },
    onProblem: closeIfOrderChanged(closeDialog),
  });
  const inWords = (amount: number) => formatMoney({ ...due, amount });
  const requested = `Requested: ${inWords(due.amount)}`;
  const { paid } = order;
  const first = paid.amount > 0 ? `${requested}. Received so far: ${inWords(paid.amount)}` : requested;
  const hint = outstanding > 0 ? `Amount due: ${inWords(outstanding)}` : first;
  const typedAmount = amountFromText(useWatch({ control: state.form.control, name: "amount" }), due.currency);
  return (
    <DialogForm state={state} action="Record transfer" record={another ? "another" : "first"}>
      <TextField
        label={`Amount received (${due.currency})`}
        inputMode="decimal"
        hint={hint}
        {...registerField(state.form, "amount", {
          validate: (text) => (amountFromText(text, due.currency) ?? 0) > 0 || "Enter an amount",
        })}
      />
      <DateField
        label="Value date"
        optional
        hint="When your bank credited it."
        {...registerField(state.form, "value_date")}
      />
      <TextField
        label="Reference"
        optional
        hint="What the payer wrote, by your bank statement."
        maxLength={140}
        {...registerField(state.form, "reference")}
      />
      <p className="text-sm text-muted" role="status">
        {another ? paidTwice(order) : consequence(order, typedAmount === rest.amount)}
      </p>
    </DialogForm>
  );
}

const paidTwice = ({ hold_reason }: Order) =>
  hold_reason === "amount_mismatch"
    ? "The order stays on hold until you refund what was paid too much."
    : "The order was paid in full before. The amount is listed as a refund, which you send and then mark as sent.";

function consequence({ status, actions }: Order, isAll: boolean) {
  if (actions.includes("capture") && isAll) return "The order is marked as paid and the authorization is voided.";
  if (status === "on_hold")
    return isAll
      ? "The order is marked as paid. The hold is released if there is no other reason for it."
      : "The order stays on hold.";
  if (status === "expired" || status === "cancelled")
    return isAll
      ? "The order is reopened if its items are in stock, otherwise it is put on hold."
      : "The amount differs from the amount requested, so the order is put on hold.";
  if (status !== "pending_payment")
    return isAll ? "The order is marked as paid." : "The payment status doesn't change to paid.";
  return isAll
    ? "The order is marked as paid and the customer is notified."
    : "The amount differs from the amount requested, so the order is put on hold.";
}
