import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ReportReason } from "#contract/reviews/moderation.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { FormFooter, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

/** Reports a review to the shop. */
export function ReportForm({ id }: { id: number }) {
  const [reason, setReason] = useState<ReportReason>("spam");
  const report = useMutation({
    mutationFn: (chosen: ReportReason) =>
      call("POST /reviews/:id/report", { params: { id }, body: { reason: chosen } }),
    onSuccess: () => {
      toast({ tone: "success", title: say("Thank you. The shop will check this review.") });
      closeDialog();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.mutate(reason);
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <FormProblem problem={report.error?.message} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">{say("What's wrong with this review?")}</legend>
        {reasons().map(({ value, label }) => (
          <RadioCard
            key={value}
            name="reason"
            value={value}
            label={label}
            checked={reason === value}
            onChange={() => setReason(value)}
          />
        ))}
      </fieldset>
      <FormFooter action={say("Report review")} busy={report.isPending} />
    </form>
  );
}

const reasons = (): { value: ReportReason; label: string }[] => [
  { value: "spam", label: say("It's spam or advertising") },
  { value: "offensive", label: say("It's offensive") },
  { value: "personal_data", label: say("It contains personal data") },
  { value: "wrong_product", label: say("It's about another product") },
  { value: "other", label: say("Something else") },
];
