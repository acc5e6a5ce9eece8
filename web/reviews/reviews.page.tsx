import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useSearchParams } from "react-router";
import type { MyReview } from "#contract/reviews/reviews.ts";
import { paths, queryText } from "#web/paths.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink, ShopLink } from "#web/ui/layout/shop-link.tsx";
import { isPastEnd, pageNumber } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange, Pagination } from "#web/ui/lists/pagination.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { Rating } from "#web/ui/text/rating.tsx";
import { say } from "#words/say.ts";
import { ReviewImages } from "./review-images.tsx";
import { myReviews, pendingReviews } from "./reviews.queries.ts";
import { WriteReview } from "./write-review.tsx";

export default function ReviewsPage() {
  const [search] = useSearchParams();
  const [page, waiting] = [pageNumber(search), pageNumber(search, "waiting")];
  const href = (page: number, waiting: number) =>
    paths.reviews() + queryText({ page: page > 1 && page, waiting: waiting > 1 && waiting });
  return (
    <main>
      <PageHead title={say("My reviews")} hidden />
      <h1 className="mb-6 text-title">{say("My reviews")}</h1>
      <PendingReviews page={waiting} href={(to) => href(page, to)} />
      <MyReviews page={page} href={(to) => href(to, waiting)} />
    </main>
  );
}

/** Received products without a review by this customer. */
function PendingReviews({ page, href }: { page: number; href: (page: number) => string }) {
  const { data } = useQuery(pendingReviews(page));
  if (!data || data.meta.total === 0) return null;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={href(1)} />;
  return (
    <CardSection title={say("Waiting for your review")} className="mb-8">
      <ul className="divide-y divide-hairline">
        {data.data.map(({ id, name, thumbnail }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <Thumbnail url={thumbnail} sizes="48px" className="size-12 rounded" />
            <span className="min-w-28 flex-1 font-medium">{name}</span>
            <span className="max-sm:ms-16">
              <WriteReview product={{ id, name }} label={say("Write a review")} size="small" />
            </span>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={data.meta.pages} href={href} />
    </CardSection>
  );
}

/** The customer's reviews with their status, newest first. */
function MyReviews({ page, href }: { page: number; href: (page: number) => string }) {
  const { data, isError, refetch } = useQuery(myReviews(page));
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{say("Couldn't load your reviews.")}</ErrorNotice>;
  if (!data) return <Loading label={say("Loading your reviews")} looks={["h-40 rounded-lg"]} />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={href(1)} />;
  if (data.data.length === 0)
    return (
      <EmptyState
        icon={<Star />}
        title={say("No reviews yet")}
        action={<ButtonLink to={paths.orders()} label={say("View your orders")} />}
      >
        {say("You can review products once they've been delivered.")}
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-hairline overflow-hidden rounded-lg border border-hairline bg-surface">
        {data.data.map((review) => (
          <ReviewRow key={review.id} review={review} />
        ))}
      </ul>
      <Pagination className="mt-6" page={page} pages={data.meta.pages} href={href} />
    </>
  );
}

function ReviewRow({ review }: { review: MyReview }) {
  const { product, rating, title, body, status, created_at, reason, reply, images } = review;
  return (
    <li className="flex gap-4 p-4">
      <Thumbnail url={product.thumbnail} sizes="64px" className="size-16 rounded" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {product.slug ? (
            <ShopLink to={paths.details(product.slug)} className="font-medium">
              {product.name}
            </ShopLink>
          ) : (
            <span className="font-medium">{product.name}</span>
          )}
          {status !== "published" && (
            <Badge tone="warning">{status === "pending" ? say("In review") : say("Not published")}</Badge>
          )}
          <span className="ms-auto">
            <WriteReview product={product} label={say("Change")} size="small" />
          </span>
        </div>
        <Rating average={rating} />
        {title && (
          <p dir="auto" className="as-written font-medium">
            {title}
          </p>
        )}
        {body && (
          <p dir="auto" className="as-written text-muted">
            {body}
          </p>
        )}
        {images.length > 0 && <ReviewImages images={images} author={say("you")} />}
        {status === "rejected" && reason && <p className="text-sm">{reason}</p>}
        {reply && <p className="text-sm">{say("Reply from the shop: {reply}", { reply })}</p>}
        <p className="text-sm text-muted">{formatDay(created_at)}</p>
      </div>
    </li>
  );
}
