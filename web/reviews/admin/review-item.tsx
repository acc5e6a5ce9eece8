import { BadgeCheck, Flag } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { AdminReview, ReportReason } from "#contract/reviews/moderation.ts";
import type { MyReview } from "#contract/reviews/reviews.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";
import { ReviewImages } from "#web/reviews/review-images.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox, TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { restoreForm } from "#web/ui/forms/unsaved/rebase-form.ts";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import type { RowSelection } from "#web/ui/lists/row-selection.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { Badge, type StatusLabel } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { Rating } from "#web/ui/text/rating.tsx";
import { useModerateReview } from "./reviews.admin.queries.ts";
import type { useModeration } from "./use-moderation.tsx";
import type { ReplyDrafts } from "./use-reply-drafts.ts";

type Props = {
  review: AdminReview;
  /** Undefined where nothing may be changed. */
  selection: RowSelection<AdminReview> | undefined;
  moderation: ReturnType<typeof useModeration>;
  drafts: ReplyDrafts;
};

/** A review with its product, author, reports and actions. */
export function ReviewItem({ review, selection, moderation, drafts }: Props) {
  const { product, author, title, body, images, reports } = review;
  return (
    <li className={classes("flex gap-3 p-4", selection?.isSelected(review.id) && "bg-accent-soft")}>
      {selection && (
        <Checkbox
          label={`Select the review of ${product.name} by ${author}`}
          labelHidden
          checked={selection.isSelected(review.id)}
          onChange={() => selection.toggle(review.id)}
        />
      )}
      <Thumbnail
        url={product.thumbnail}
        sizes="48px"
        className="size-12 rounded-sm border border-hairline max-sm:hidden"
      />
      <article aria-label={`Review of ${product.name} by ${author}`} className="grid min-w-0 flex-1 gap-2">
        <Head review={review} />
        {title && (
          <h2 dir="auto" className="font-semibold">
            {title}
          </h2>
        )}
        {body && (
          <p dir="auto" className="max-w-prose text-sm whitespace-pre-line wrap-anywhere">
            {body}
          </p>
        )}
        {!title && !body && <p className="text-sm text-muted">Stars only</p>}
        {images.length > 0 && <ReviewImages images={images} author={author} />}
        {reports.length > 0 && <Reports reports={reports} />}
        {review.status === "rejected" && review.reason && (
          <p className="max-w-prose text-sm text-muted">Rejected because: {review.reason}</p>
        )}
        <Actions review={review} moderation={moderation} drafts={drafts} />
      </article>
    </li>
  );
}

function Head({ review: { product, author, customer, rating, status, verified, created_at } }: Pick<Props, "review">) {
  const label = reviewStatusLabels[status];
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Rating average={rating} />
      <ShopLink
        to={dashboardPaths.product(product.id)}
        className="touch-target min-w-0 truncate font-semibold underline-offset-4 hover:underline"
      >
        {product.name}
      </ShopLink>
      <span className="inline-flex min-w-0 items-center gap-1 text-muted">
        by{" "}
        <ShopLink
          to={dashboardPaths.user(customer.id)}
          className="touch-target truncate text-ink underline-offset-4 hover:underline"
        >
          {customer.name ?? author}
        </ShopLink>
        {verified && <BadgeCheck role="img" aria-label="Verified buyer" className="size-4 shrink-0 text-success" />}
      </span>
      <time dateTime={created_at} className="text-muted">
        {formatMoment(created_at)}
      </time>
      <Badge tone={label.tone} className="sm:ms-auto">
        {label.label}
      </Badge>
    </header>
  );
}

/** "Reported 3 times: Spam, Offensive". */
function Reports({ reports }: Pick<AdminReview, "reports">) {
  const reasons = [...new Set(reports.map(({ reason }) => reportReasonLabels[reason]))].join(", ");
  return (
    <p className="flex w-fit items-center gap-1.5 rounded bg-warning-soft px-2 py-1 text-sm text-warning">
      <Flag className="size-4 shrink-0" />
      Reported {reports.length === 1 ? "once" : `${reports.length} times`}: {reasons}
    </p>
  );
}

function Actions({ review, moderation, drafts }: Omit<Props, "selection">) {
  const [isOpen, setOpen] = useState<boolean>();
  const isReplying = isOpen ?? drafts.of(review.id) !== undefined;
  const close = () => {
    drafts.drop(review.id);
    setOpen(false);
  };
  const { status, reports, reply, product } = review;
  const { isBusy, publish, reject, dismissReports } = moderation;
  const isReported = status === "published" && reports.length > 0;
  return (
    <>
      {reply && !isReplying && (
        <div className="max-w-prose rounded bg-sunken px-3 py-2 text-sm">
          <p className="font-medium">Reply from the shop</p>
          <p className="whitespace-pre-line wrap-anywhere">{reply}</p>
        </div>
      )}
      {isReplying && <ReviewReply review={review} drafts={drafts} onClose={close} />}
      <div role="group" aria-label={`Actions for the review by ${review.author}`} className="flex flex-wrap gap-2">
        {status !== "published" && (
          <Button
            writes
            size="small"
            look={status === "pending" ? "primary" : "secondary"}
            disabled={isBusy}
            onClick={() => publish([review])}
          >
            Publish
          </Button>
        )}
        {isReported && (
          <Button writes size="small" disabled={isBusy} onClick={() => dismissReports(review)}>
            Dismiss reports
          </Button>
        )}
        {status !== "rejected" && (
          <Button writes size="small" disabled={isBusy} onClick={() => reject([review])}>
            Reject…
          </Button>
        )}
        {!isReplying && (
          <Button writes size="small" look="ghost" onClick={() => setOpen(true)}>
            {reply ? "Edit reply" : "Reply"}
          </Button>
        )}
        {status === "published" && product.slug && (
          <ShopLink
            to={`${paths.details(product.slug)}#reviews`}
            className="button min-h-8 px-3 py-1 text-sm text-ink hover:bg-sunken"
          >
            View in shop
          </ShopLink>
        )}
      </div>
    </>
  );
}

const reviewStatusLabels: Record<MyReview["status"], StatusLabel> = {
  pending: { label: "Pending", tone: "warning" },
  published: { label: "Published", tone: "neutral" },
  rejected: { label: "Rejected", tone: "neutral" },
};

const reportReasonLabels: Record<ReportReason, string> = {
  spam: "Spam",
  offensive: "Offensive",
  personal_data: "Personal data",
  wrong_product: "Wrong product",
  other: "Other",
};

type ReviewReplyProps = { review: AdminReview; drafts: ReplyDrafts; onClose: () => void };

/** The form for the shop's reply, which is shown below the review in the shop. An empty text removes it. */
function ReviewReply({ review: { id, version, reply, author }, drafts, onClose }: ReviewReplyProps) {
  const moderate = useModerateReview();
  const { form, save, problem, edits } = useVersionedForm<{ reply: string }, AdminReview>({
    start: { reply: reply ?? "" },
    version,
    toFields: (saved) => ({ reply: saved.reply ?? "" }),
    errorFields: ["reply"],
    send: async (fields, edited, base) => {
      const text = fields.reply.trim() || null;
      const send = (from: number) => moderate.mutateAsync({ id, body: { version: from, reply: text } });
      const reply = await send(edited).catch(async (problem: CallProblem) => {
        if (problem.code !== "stale") throw problem;
        const { data: current } = await call("GET /reviews/:id", { params: { id } });
        // Published or reported meanwhile, which says nothing about the reply.
        if ((current.reply ?? "") === base.reply) return send(current.version);
        problem.details.current = current;
        throw problem;
      });
      toastDone(reply, text ? "Reply saved" : "Reply removed");
      onClose();
    },
  });
  const { isSubmitting, defaultValues } = form.formState;
  const restoreDraft = useEffectEvent(() => {
    const draft = drafts.of(id);
    const conflicts = draft && restoreForm(form, { reply: draft.base }, { reply: draft.text });
    if (conflicts) edits.show(conflicts);
  });
  useEffect(() => restoreDraft(), []);
  const keepDraft = (text: string) => {
    const base = defaultValues?.reply ?? "";
    if (text === base) drafts.drop(id);
    else drafts.keep(id, { text, base });
  };
  return (
    <form noValidate onSubmit={save} className="grid max-w-2xl gap-3">
      <FormProblem problem={problem} />
      <ConcurrentEdits what="this review" edits={edits} labels={{ reply: "Reply" }} />
      <TextAreaField
        label={`Reply to ${author}`}
        hint="Everyone who sees the review sees the reply. Leave empty to remove it."
        maxLength={2000}
        autoFocus
        // The form closes once it is saved.
        readOnly={isSubmitting}
        {...registerField(form, "reply", { onChange: ({ target }) => keepDraft(target.value) })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" look="primary" busy={isSubmitting}>
          Save reply
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
