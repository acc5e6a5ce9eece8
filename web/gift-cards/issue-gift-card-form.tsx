import { useSuspenseQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { IssuedGiftCard } from "#contract/gift-cards.ts";
import { call, invalidate, query } from "#web/api/call.ts";
import { randomId } from "#web/api/random-id.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { copyText } from "#web/ui/forms/copy-text.ts";
import { CloseQuestion, DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { instantOfInput } from "#web/ui/text/shop-time.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

type Fields = { amount: string; recipient: string; note: string; expires_at: string };

/** Issues a gift card, then shows its code once. */
export function IssueGiftCardForm() {
  const { currency } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const [issued, setIssued] = useState<IssuedGiftCard>();
  // A repeated request after a lost answer issues no second card.
  const [idempotencyKey] = useState(randomId);
  const state = useCallForm<Fields>({
    start: { amount: "", recipient: "", note: "", expires_at: "" },
    errorFields: ["amount", "recipient", "note", "expires_at"],
    send: async ({ amount, recipient, note, expires_at }) => {
      const body = {
        amount: amountFromText(amount, currency) ?? 0,
        recipient: recipient.trim() || null,
        note: note.trim() || null,
        expires_at: instantOfInput(expires_at),
      };
      setIssued((await call("POST /gift-cards", { body }, { idempotencyKey })).data);
      void invalidate("GET /gift-cards");
    },
  });
  if (issued) return <IssuedCode card={issued} />;
  return (
    <DialogForm state={state} action="Issue gift card">
      <TextField
        label="Amount"
        inputMode="decimal"
        unit={currency}
        {...registerField(state.form, "amount", {
          validate: (text) => (amountFromText(text, currency) ?? 0) > 0 || "Enter an amount greater than 0.",
        })}
      />
      <Details form={state.form} />
    </DialogForm>
  );
}

const Details = ({ form }: { form: UseFormReturn<Fields> }) => (
  <>
    <TextField
      label="Recipient"
      optional
      maxLength={200}
      hint="A name or an email address, so that you find the card again. Nothing is sent."
      {...registerField(form, "recipient")}
    />
    <DateField
      label="Expires"
      optional
      withTime
      hint="In the shop's time zone."
      {...registerField(form, "expires_at")}
    />
    <TextField label="Note" optional maxLength={200} hint="Only staff see this." {...registerField(form, "note")} />
  </>
);

function IssuedCode({ card: { code, initial } }: { card: IssuedGiftCard }) {
  const closeDialog = useCloseDialog();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void copyText(code).then(setCopied);
  return (
    <div className="grid gap-5">
      {!isCopied && (
        <CloseQuestion
          title="Close without copying the code? It can't be shown again."
          stay="Back to the code"
          leave="Close without copying"
        />
      )}
      <Banner tone="warning" title="Copy the code now">
        For security it isn't stored, so it can't be shown again.
      </Banner>
      <p className="grid gap-1 text-center">
        <span className="text-muted">Gift card for {formatMoney(initial)}</span>
        <strong className="font-mono text-xl tracking-wide wrap-anywhere select-all">{code}</strong>
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={copy}>
          {isCopied ? <Check /> : <Copy />}
          {isCopied ? "Copied" : "Copy code"}
        </Button>
        <Button look="primary" onClick={() => closeDialog()}>
          Done
        </Button>
      </div>
    </div>
  );
}
