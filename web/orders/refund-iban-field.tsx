import type { UseFormReturn } from "react-hook-form";
import { isIban } from "#contract/formats/iban.ts";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { say } from "#words/say.ts";

type Props = { form: UseFormReturn<{ refund_iban: string; note: string }>; optional?: boolean };

/** The account that staff transfer a refund to. */
export const RefundIbanField = ({ form, optional = false }: Props) => (
  <TextField
    label={say("IBAN for the refund")}
    hint={say("You paid by bank transfer or in cash, so we transfer your refund to this account.")}
    optional={optional}
    maxLength={42}
    autoComplete="off"
    spellCheck={false}
    dir="ltr"
    {...registerField(form, "refund_iban", { validate: (iban) => checkIban(iban.trim(), optional) })}
  />
);

function checkIban(iban: string, optional: boolean) {
  if (!iban) return optional || say("Enter an IBAN.");
  return isIban(iban) || say("Check the IBAN: a digit or letter is wrong.");
}
