import type { ReportReason } from "#contract/reviews/moderation.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

/** Reports a review to the shop. */
export function ReportForm({ id }: { id: number }) {
  const closeDialog = useCloseDialog();
  const state = useCallForm<{ reason: ReportReason }>({
    start: { reason: "spam" },
    errorFields: [],
    send: async (body) => {
      await call("POST /reviews/:id/report", { params: { id }, body });
      toast({ tone: "success", title: say("Thank you. The shop will check this review.") });
      closeDialog();
    },
  });
  return (
    <DialogForm state={state} action={say("Report review")} unsaved={false}>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">{say("What's wrong with this review?")}</legend>
        {reasons().map(({ value, label }) => (
          <RadioCard key={value} value={value} label={label} {...state.form.register("reason")} />
        ))}
      </fieldset>
    </DialogForm>
  );
}

const reasons = (): { value: ReportReason; label: string }[] => [
  { value: "spam", label: say("It's spam or advertising") },
  { value: "offensive", label: say("It's offensive") },
  { value: "personal_data", label: say("It contains personal data") },
  { value: "wrong_product", label: say("It's about another product") },
  { value: "other", label: say("Something else") },
];
