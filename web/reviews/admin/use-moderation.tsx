import type { AdminReview, ModerationOutcome } from "#contract/reviews/moderation.ts";
import type { MyReview } from "#contract/reviews/reviews.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { useModerateReview, useModerateReviews } from "./reviews.admin.queries.ts";

const ReasonForm = lazyComponent(() => import("#web/ui/forms/reason-form.tsx").then((part) => part.ReasonForm));

type Status = MyReview["status"];
const doneLabels: Record<Status, string> = { published: "published", rejected: "rejected", pending: "pending again" };

/** Publishes and rejects reviews and dismisses reports, each with undo. `onDone` is called with the failures. */
export function useModeration(onDone: (problems: string[]) => void = () => undefined) {
  const bulk = useModerateReviews();
  const one = useModerateReview();
  const fail = toastProblem();
  const setStatus = (reviews: AdminReview[], status: Status, reason?: string) =>
    bulk.mutateAsync(
      { changes: reviews.map(({ id, version }) => ({ id, version, status, ...(reason ? { reason } : {}) })) },
      {
        onSuccess: ({ data }) => {
          const undoable = data.flatMap(undoneBy);
          if (undoable.length > 0)
            toast({
              tone: "success",
              title: `${countReviews(undoable.length)} ${doneLabels[status]}`,
              action: { label: "Undo", onClick: () => bulk.mutate({ changes: undoable }, { onError: fail }) },
            });
          onDone(data.flatMap(({ id, problem }) => (problem ? [problemText(reviews, id, problem.message)] : [])));
        },
      },
    );
  const dismissReports = ({ id, version }: AdminReview) =>
    one.mutate(
      { id, body: { version, dismiss_reports: true } },
      { onSuccess: (reply) => toastDone(reply, "Reports dismissed"), onError: fail },
    );
  return {
    isBusy: bulk.isPending || one.isPending,
    publish: (reviews: AdminReview[]) => void setStatus(reviews, "published").catch(fail),
    reject: (reviews: AdminReview[]) =>
      openDialog({
        title: reviews.length === 1 ? `Reject the review by ${reviews[0]?.author}` : `Reject ${reviews.length} reviews`,
        content: (
          <ReasonForm
            label="Reason"
            hint="The author sees this with the review in their account. The review isn't shown in the shop."
            action={reviews.length === 1 ? "Reject review" : "Reject reviews"}
            record={reviews.map(({ id }) => id).join()}
            maxLength={500}
            onDone={(reason) => setStatus(reviews, "rejected", reason)}
          />
        ),
      }),
    dismissReports,
  };
}

/** The change that undoes an outcome. */
const undoneBy = ({ id, before, review }: ModerationOutcome) =>
  before && review ? [{ id, version: review.version, status: before.status, reason: before.reason }] : [];

const countReviews = (count: number) => (count === 1 ? "Review" : `${count} reviews`);

const problemText = (reviews: AdminReview[], id: number, message: string) =>
  `${reviews.find((review) => review.id === id)?.author ?? "Review"}: ${message}`;
