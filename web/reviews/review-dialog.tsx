import { useQuery } from "@tanstack/react-query";
import { useProfile } from "#web/api/session/profile.ts";
import { paths } from "#web/paths.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { FocusFirstField } from "#web/ui/overlay/dialog.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { ReviewForm } from "./review-form.tsx";
import { myReviewOf } from "./reviews.queries.ts";

/** The review form for customers who received the product; others see why not. */
export function ReviewDialog({ productId }: { productId: number }) {
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
        <ShopLink to={paths.orders()} onClick={() => closeDialog()} className={buttonLook()}>
          {say("View your orders")}
        </ShopLink>
        <Button look="primary" onClick={() => closeDialog("close-button")}>
          {say("OK")}
        </Button>
      </div>
    </div>
  );
}
