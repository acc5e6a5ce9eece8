import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { useState } from "react";
import type { ProductDetails } from "#contract/catalogue/products.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { isPastEnd } from "#web/ui/lists/list-params.ts";
import { formatShopNumber, say, sayCount } from "#words/say.ts";
import { ReviewDistribution } from "./review-distribution.tsx";
import { ReviewEntry } from "./review-entry.tsx";
import { productReviews, type ReviewChoice, type ReviewSort } from "./reviews.queries.ts";
import { WriteReview } from "./write-review.tsx";

type Props = { product: Pick<ProductDetails, "id" | "name" | "rating"> };

/** The reviews of a product: distribution and a list with filter, sort and pages. */
export function ProductReviews({ product: { id: productId, name, rating } }: Props) {
  const [choice, setChoice] = useState<ReviewChoice>({});
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="grid scroll-mt-24 gap-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="reviews-title" className="text-section">
          {say("Reviews")}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {rating.count > 0 && (
            <p className="text-sm text-muted">{say("You can review products once they've been delivered.")}</p>
          )}
          <WriteReview product={{ id: productId, name }} />
        </div>
      </header>
      {rating.count === 0 ? (
        <EmptyState icon={<MessageSquare />} title={say("No reviews yet")} level={3} className="py-8">
          {say("Customers who bought this product can write the first review.")}
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
  if (!data) return <ErrorNotice onRetry={() => void reviews.refetch()}>{say("Couldn't load reviews.")}</ErrorNotice>;
  const { page, pages, total } = data.meta;
  return (
    <div className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted tabular-nums">
          {countText(total, choice.rating)}
        </p>
        <SelectField
          label={say("Sort reviews by")}
          labelHidden
          size="small"
          value={choice.sort ?? "newest"}
          onChange={({ target }) => setChoice({ ...choice, page: 1, sort: target.value as ReviewSort })}
          className="min-w-40 noscript:hidden"
          options={{
            newest: say("Newest first"),
            oldest: say("Oldest first"),
            best: say("Highest rated first"),
            worst: say("Lowest rated first"),
            helpful: say("Most helpful first"),
          }}
        />
      </div>
      {isPastEnd(data.meta) && <PastEnd toFirst={() => setChoice({ ...choice, page: 1 })} />}
      <ul className={classes("transition-opacity", isPlaceholderData && "opacity-50")} aria-busy={isPlaceholderData}>
        {data.data.map((review) => (
          <ReviewEntry key={review.id} review={review} productId={productId} />
        ))}
      </ul>
      {pages > 1 && page <= pages && <Pager {...{ page, pages }} go={(next) => setChoice({ ...choice, page: next })} />}
    </div>
  );
}

function countText(total: number, stars: number | undefined) {
  if (!stars) return sayCount("1 review", "{n} reviews", total);
  if (stars === 1) return sayCount("1 review with 1 star", "{n} reviews with 1 star", total);
  return sayCount("1 review with {stars} stars", "{n} reviews with {stars} stars", total, {
    stars: formatShopNumber(stars),
  });
}

/** The page's last review was removed meanwhile. */
const PastEnd = ({ toFirst }: { toFirst: () => void }) => (
  <EmptyState
    icon={<MessageSquare />}
    title={say("Page not found")}
    level={3}
    className="py-8"
    action={<Button onClick={toFirst}>{say("Go to the first page")}</Button>}
  >
    {say("This page no longer has any products.")}
  </EmptyState>
);

/** Buttons, as pages of reviews have no URL. */
const Pager = ({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) => (
  <nav aria-label={say("Pages of reviews")} className="flex items-center gap-3 noscript:hidden">
    <Button size="small" disabled={page <= 1} onClick={() => go(page - 1)}>
      {say("Previous")}
    </Button>
    <p className="text-sm text-muted tabular-nums">
      {say("Page {page} of {pages}", { page: formatShopNumber(page), pages: formatShopNumber(pages) })}
    </p>
    <Button size="small" disabled={page >= pages} onClick={() => go(page + 1)}>
      {say("Next")}
    </Button>
  </nav>
);
