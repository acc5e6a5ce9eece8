import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { MyReview } from "#contract/reviews/reviews.ts";
import { call } from "#web/api/call.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { StayOpen } from "#web/ui/forms/dialog-form.tsx";
import { TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { LockedFields } from "#web/ui/forms/fields/locked-fields.tsx";
import { RatingField } from "#web/ui/forms/fields/rating-field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { useIsShown } from "#web/ui/forms/use-is-shown.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { FocusFirstField } from "#web/ui/overlay/dialog.tsx";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import {
  deleteReviewDraft,
  type ReviewDraft,
  type ReviewText,
  reviewDraftOf,
  saveReviewDraft,
} from "./review-drafts.ts";
import { ReviewImagesField } from "./review-images-field.tsx";
import { invalidateReviews, myReviewOf } from "./reviews.queries.ts";

/** The review form for customers who received the product; others see why not. */
export function ReviewDialog({ productId }: { productId: number }) {
  const closeDialog = useCloseDialog();
  const mine = useQuery({ ...myReviewOf(productId), staleTime: 0 });
  const profile = useProfile();
  const failed = [mine, profile].find(({ isError, data }) => isError && !data);
  if (failed) return <ErrorNotice onRetry={() => void failed.refetch()}>{failed.error?.message}</ErrorNotice>;
  const { data } = mine;
  if (!data || !profile.data) return <TextSkeleton lines={6} />;
  if (data.data.may_write)
    return (
      <>
        <ReviewForm owner={profile.data.id} productId={productId} before={data.data.review} />
        <FocusFirstField />
      </>
    );
  return (
    <div className="grid gap-5">
      <p>{say("You can review this product once it's been delivered to you.")}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to={paths.orders()} label={say("View your orders")} onClick={() => closeDialog()} />
        <Button look="primary" onClick={() => closeDialog("close-button")}>
          {say("OK")}
        </Button>
      </div>
    </div>
  );
}

type Props = { owner: number; productId: number; before: MyReview | null };

/** Writes a review, or replaces the existing one. */
function ReviewForm({ owner, productId, before }: Props) {
  const closeDialog = useCloseDialog();
  const [problem, setProblem] = useState<string>();
  const [draft] = useState(() => reviewDraftOf(owner, productId));
  const [start] = useState(() => toText(before));
  const [files, setFiles] = useState<File[]>(draft?.files ?? []);
  const form = useForm<ReviewText>({ defaultValues: draft?.text ?? start });
  const { handleSubmit, setError, control } = form;
  const text = useWatch({ control }) as ReviewText;
  const isShown = useIsShown();
  const sending = useMutation({
    mutationFn: ({ rating, title, body }: ReviewText) =>
      call("POST /review", { body: { product_id: productId, rating: Number(rating), title, body } }).then(({ data }) =>
        uploadImages(data, files),
      ),
    onMutate: () => setProblem(undefined),
    onError: (problem) =>
      isShown() ? setProblem(setFieldErrors(problem, ["rating", "title", "body"], setError)) : toastProblem()(problem),
    onSuccess: async (outcome) => {
      await invalidateReviews();
      deleteReviewDraft(owner, productId);
      closeDialog();
      toast(outcomeToast(outcome));
    },
  });
  const isBegun = files.length > 0 || !isSame(text, start);
  // No draft while sending: the closing form would save what was sent.
  useSavedDraft(owner, productId, isBegun ? { text, files } : undefined, !(sending.isPending || sending.isSuccess));
  return (
    <form className="grid gap-5" noValidate onSubmit={handleSubmit((text) => sending.mutate(text))}>
      {problem && (
        <Banner tone="danger" role="alert">
          {problem}
        </Banner>
      )}
      {draft && <p className="text-sm text-muted">{say("We've restored your unsent draft.")}</p>}
      {before && (
        <p className="text-sm text-muted">
          {say("This replaces your current review. We review it before it's published.")}
        </p>
      )}
      <LockedFields isLocked={sending.isPending || sending.isSuccess}>
        <RatingField
          legend={say("How would you rate it?")}
          chosen={Number(text.rating)}
          {...registerField(form, "rating", { required: say("Select a rating") })}
        />
        <TextField label={say("Title")} optional maxLength={120} {...registerField(form, "title")} />
        <TextAreaField
          label={say("Your review")}
          optional
          hint={say("What do you like or dislike? How do you use it?")}
          maxLength={5000}
          {...registerField(form, "body")}
        />
        <ReviewImagesField review={before} files={files} onFiles={setFiles} />
      </LockedFields>
      <FormFooter busy={sending.isPending} />
    </form>
  );
}

const toText = (before: MyReview | null): ReviewText => ({
  rating: String(before?.rating ?? ""),
  title: before?.title ?? "",
  body: before?.body ?? "",
});

/** The form has undefined while no star is selected. */
const isSame = (text: ReviewText, other: ReviewText) =>
  (text.rating ?? "") === other.rating && text.title === other.title && text.body === other.body;

function FormFooter({ busy }: { busy: boolean }) {
  const closeDialog = useCloseDialog();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {busy && <StayOpen />}
      <Button onClick={() => closeDialog("close-button")}>{say("Cancel")}</Button>
      <Button type="submit" look="primary" busy={busy}>
        {say("Submit review")}
      </Button>
    </div>
  );
}

interface Outcome {
  review: MyReview;
  uploadProblem?: string;
}

/** The review is stored; problems with its images are reported separately. */
async function uploadImages(review: MyReview, files: File[]): Promise<Outcome> {
  if (files.length === 0) return { review };
  const form = new FormData();
  for (const file of files) form.append("file", file);
  try {
    return { review: (await call("POST /reviews/:id/images", { params: { id: review.id } }, { form })).data };
  } catch (problem) {
    return { review, uploadProblem: (problem as Error).message };
  }
}

const outcomeToast = ({ review, uploadProblem }: Outcome) => ({
  title:
    review.status === "published"
      ? say("Thank you for your review")
      : say("Thank you. We'll review it before it's published."),
  ...(uploadProblem
    ? { description: say("Couldn't upload your photos: {reason}", { reason: uploadProblem }), tone: "danger" as const }
    : { tone: "success" as const }),
});

/** Saves the draft while the form is open; an empty form deletes it. */
function useSavedDraft(owner: number, productId: number, draft: ReviewDraft | undefined, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    if (draft) saveReviewDraft(owner, productId, draft);
    else deleteReviewDraft(owner, productId);
  });
}
