import { useState } from "react";
import { useWatch } from "react-hook-form";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { StockItem } from "#contract/stock.ts";
import { nextAttempt } from "#web/api/idempotency-key.ts";
import { randomId } from "#web/api/random-id.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { useAdjustStock, useStockItem } from "./stock.queries.ts";

type Action = "receive" | "count" | "correct";
type Fields = { action: Action; quantity: string; note: string };

const actions: { value: Action; label: string; quantity: string; hint: string }[] = [
  { value: "receive", label: "Receive", quantity: "Units received", hint: "Adds a delivery to the quantity on hand." },
  { value: "count", label: "Count", quantity: "Units counted", hint: "Replaces the quantity on hand with your count." },
  {
    value: "correct",
    label: "Correct",
    quantity: "Units to add or remove",
    hint: "For damage, loss and corrections. A negative number removes units.",
  },
];

/** Receives, counts or corrects the stock of a variation, in a dialog. */
export function AdjustStockForm({ item: chosenItem }: { item: StockItem }) {
  // Units may be received or sold while the dialog is open.
  const item = useStockItem(chosenItem.variation_id).data ?? chosenItem;
  const closeDialog = useCloseDialog();
  const { adjust } = useAdjustStock(item);
  const [attempt, setAttempt] = useState(randomId);
  const state = useCallForm<Fields>({
    start: { action: "receive", quantity: "", note: "" },
    errorFields: ["note"],
    send: async (fields) => {
      await adjust(toChange(fields), attempt);
      closeDialog();
    },
    onProblem: (problem) => setAttempt((key) => nextAttempt(key, problem)),
  });
  const { form } = state;
  const { action, quantity } = useWatch({ control: form.control });
  const chosen = actions.find(({ value }) => value === action);
  const after = resultOf(item.on_hand, action, readQuantity(quantity ?? ""));
  return (
    <DialogForm state={state} action="Save" record={item.variation_id}>
      <p className="text-sm text-muted">
        {[item.product, item.variation, item.sku].filter(Boolean).join(" · ")}: {item.on_hand} on hand, {item.reserved}{" "}
        reserved
      </p>
      <SegmentedControl
        label="Change"
        value={action ?? "receive"}
        options={actions}
        onValueChange={(value) => form.setValue("action", value)}
      />
      <TextField
        label={chosen?.quantity}
        hint={chosen?.hint}
        inputMode={action === "correct" ? "text" : "numeric"}
        {...registerField(form, "quantity", {
          validate: (text, fields) => quantityProblem(text, fields.action, item) ?? true,
        })}
      />
      <TextField
        label={action === "correct" ? "Reason" : "Note"}
        optional={action !== "correct"}
        maxLength={500}
        {...registerField(form, "note", {
          validate: (text, fields) => fields.action !== "correct" || text.trim() !== "" || "Enter a reason.",
        })}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {after !== undefined && after >= 0 && `On hand afterwards: ${after}`}
      </p>
    </DialogForm>
  );
}

/** A whole number in the digits of any keyboard; undefined if it is none. */
export function readQuantity(typed: string) {
  const text = toAsciiDigits(typed.trim()).replace("−", "-");
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function resultOf(onHand: number, action: Action | undefined, quantity: number | undefined) {
  if (quantity === undefined) return undefined;
  return action === "count" ? quantity : onHand + quantity;
}

function quantityProblem(text: string, action: Action, { on_hand: onHand }: StockItem): string | undefined {
  const quantity = readQuantity(text);
  if (quantity === undefined) return "Enter a whole number.";
  if (action === "receive" && quantity < 1) return "Enter a number from 1.";
  if (action === "count" && quantity < 0) return "Enter a number from 0.";
  if (action === "correct" && quantity === 0) return "Enter a number other than 0.";
  return (resultOf(onHand, action, quantity) ?? 0) < 0 ? `There are only ${onHand} on hand.` : undefined;
}

function toChange({ action, quantity, note }: Fields) {
  const units = readQuantity(quantity) ?? 0;
  const text = note.trim() ? { note: note.trim() } : {};
  if (action === "count") return { on_hand: units, reason: "adjust" as const, ...text };
  return { delta: units, reason: action === "receive" ? ("receipt" as const) : ("correction" as const), ...text };
}
