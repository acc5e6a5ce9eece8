import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { useState } from "react";
import type { ProductDetails } from "#contract/catalogue/products.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextSkeleton } from "#web/ui/skeleton.tsx";
import { ReviewDistribution } from "./review-distribution.tsx";
import { ReviewEntry } from "./review-entry.tsx";
import { productReviews, type ReviewChoice, type ReviewSort } from "./reviews.queries.ts";
import { WriteReview } from "./write-review.tsx";

type Props = { product: Pick<ProductDetails, "id" | "name" | "rating"> };

/** What people say about a product: how the stars fall, and their words, to be narrowed, sorted and paged. */
export function ProductReviews({ product: { id: productId, name, rating } }: Props) {
  const [choice, setChoice] = useState<ReviewChoice>({});
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="grid scroll-mt-24 gap-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="reviews-title" className="text-2xl">
          Reviews
        </h2>
        <WriteReview product={{ id: productId, name }} />
      </header>
      {rating.count === 0 ? (
        <EmptyState icon={<MessageSquare />} title="No reviews yet" level={3} className="py-8">
          Customers who received it can write the first.
        </EmptyState>
      ) : (
        <div className="grid gap-10 md:grid-cols-[18rem_minmax(0,1fr)] md:gap-16">
          <ReviewDistribution
            rating={rating}
            chosen={choice.rating}
            onChoose={(stars) => setChoice(({ sort }) => ({ rating: stars, ...(sort ? { sort } : {}) }))}
          />
          <ReviewList {...{ productId, choice, setChoice }} />
        </div>
      )}
    </section>
  );
}

type ListProps = { productId: number; choice: ReviewChoice; setChoice: (choice: ReviewChoice) => void };

function ReviewList({ productId, choice, setChoice }: ListProps) {
  const reviews = useQuery({ ...productReviews(productId, choice), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = reviews;
  if (reviews.isPending) return <TextSkeleton lines={8} />;
  if (!data)
    return (
      <Notice
        tone="danger"
        action={
          <Button size="small" onClick={() => void reviews.refetch()}>
            Retry
          </Button>
        }
      >
        The reviews could not be loaded.
      </Notice>
    );
  const { page, pages, total } = data.meta;
  return (
    <div className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted tabular-nums">
          {total === 1 ? "1 review" : `${total} reviews`}
          {choice.rating && ` with ${choice.rating} ${choice.rating === 1 ? "star" : "stars"}`}
        </p>
        <SelectField
          label="Sort reviews by"
          labelHidden
          size="small"
          value={choice.sort ?? "newest"}
          onChange={({ target }) => setChoice({ ...choice, page: 1, sort: target.value as ReviewSort })}
          className="min-w-40 noscript:hidden"
        >
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
          <option value="best">Best first</option>
          <option value="worst">Worst first</option>
          <option value="helpful">Most helpful first</option>
        </SelectField>
      </div>
      <ul className={classes("transition-opacity", isPlaceholderData && "opacity-50")} aria-busy={isPlaceholderData}>
        {data.data.map((review) => (
          <ReviewEntry key={review.id} review={review} productId={productId} />
        ))}
      </ul>
      {pages > 1 && <Pager {...{ page, pages }} go={(next) => setChoice({ ...choice, page: next })} />}
    </div>
  );
}

/** Reviews are part of a product's page and have no address of their own, so these are buttons. */
const Pager = ({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) => (
  <nav aria-label="Pages of reviews" className="flex items-center gap-3 noscript:hidden">
    <Button size="small" disabled={page <= 1} onClick={() => go(page - 1)}>
      Previous
    </Button>
    <p className="text-sm text-muted tabular-nums">
      Page {page} of {pages}
    </p>
    <Button size="small" disabled={page >= pages} onClick={() => go(page + 1)}>
      Next
    </Button>
  </nav>
);
