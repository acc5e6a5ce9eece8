import { type ReactNode, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { say } from "#words/say.ts";
import type { CheckoutDetails } from "./draft.ts";
import { QuoteSummary, type QuoteSummaryProps } from "./order-summary.tsx";
import { fieldId } from "./validate-details.ts";

type Props = QuoteSummaryProps & { form: UseFormReturn<CheckoutDetails>; codes: ReactNode };

/** Discount codes and a note before ordering; on phones also what the summary shows elsewhere. */
export const ReviewSection = ({ form, codes, ...summary }: Props) => (
  <CheckoutSection title={say("Review")}>
    <div className="grid gap-6">
      <div className="grid gap-5 rounded-lg border border-hairline p-4 lg:hidden">
        <QuoteSummary {...summary} />
      </div>
      {codes}
      <TextAreaField
        label={say("Order note")}
        optional
        rows={2}
        maxLength={500}
        hint={say("Instructions for us or the carrier.")}
        {...registerField(form, "note")}
        id={fieldId("note")}
      />
    </div>
  </CheckoutSection>
);

export function CheckoutSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
