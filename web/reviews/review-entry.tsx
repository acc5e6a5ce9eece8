import { BadgeCheck } from "lucide-react";
import type { Review } from "#contract/reviews/reviews.ts";
import { formatFullDay } from "#web/ui/text/date-format.ts";
import { Rating } from "#web/ui/text/rating.tsx";
import { say } from "#words/say.ts";
import { HelpfulVote } from "./helpful-vote.tsx";
import { ReportReview } from "./report-review.tsx";
import { ReviewImages } from "./review-images.tsx";

type Props = { review: Review; productId: number };

/** A review with author, images, reply and helpful votes. */
export function ReviewEntry({ review, productId }: Props) {
  const { rating, title, body, author, verified, created_at, images, reply } = review;
  return (
    <li className="grid gap-2 border-t border-hairline py-6">
      <Rating average={rating} />
      {title && (
        <h3 dir="auto" className="as-written font-semibold">
          {title}
        </h3>
      )}
      {body && (
        <p dir="auto" className="as-written max-w-prose whitespace-pre-line">
          {body}
        </p>
      )}
      {images.length > 0 && <ReviewImages images={images} author={author} />}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <bdi className="font-medium text-ink">{author}</bdi>
        <time dateTime={created_at}>{formatFullDay(created_at)}</time>
        {verified && (
          <span className="inline-flex items-center gap-1 text-success">
            <BadgeCheck className="size-4" />
            {say("Verified buyer")}
          </span>
        )}
      </p>
      {reply && (
        <div className="max-w-prose rounded bg-sunken p-4 text-sm">
          <p className="font-semibold">{say("Reply from the shop")}</p>
          <p className="whitespace-pre-line">{reply}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <HelpfulVote review={review} productId={productId} />
        <ReportReview review={review} />
      </div>
    </li>
  );
}
