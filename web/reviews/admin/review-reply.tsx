import { useCallback } from "react";
import { useForm } from "react-hook-form";
import type { AdminReview } from "#contract/reviews/moderation.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved-changes.ts";
import { useModerateReview } from "./reviews.admin.queries.ts";

type Props = { review: AdminReview; onClose: () => void };

/** The form for the shop's reply, which is shown below the review in the shop. An empty text removes it. */
export function ReviewReply({ review: { id, version, reply, author }, onClose }: Props) {
  const moderate = useModerateReview();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reply: reply ?? "" } });
  const { isDirty } = formState;
  useUnsavedChangesGuard(useCallback(() => isDirty, [isDirty]));
  const save = handleSubmit((form) => {
    const text = form.reply.trim() || null;
    moderate.mutate(
      { id, body: { version, reply: text } },
      {
        onSuccess: ({ data }) => {
          const body = { version: data.version, reply };
          const undo = { label: "Undo", onClick: () => moderate.mutate({ id, body }) };
          toast({ tone: "success", title: text ? "Reply saved" : "Reply removed", action: undo });
          onClose();
        },
      },
    );
  });
  return (
    <form noValidate onSubmit={save} className="grid max-w-2xl gap-3">
      <FormProblem problem={moderate.error?.message} />
      <TextAreaField
        label={`Reply to ${author}`}
        hint="Everyone who sees the review sees the reply. Leave empty to remove it."
        maxLength={2000}
        autoFocus
        {...register("reply")}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" look="primary" busy={moderate.isPending}>
          Save reply
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
