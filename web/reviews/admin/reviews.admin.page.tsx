import { Star } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { AdminReview, AdminReviewQuery } from "#contract/reviews/moderation.ts";
import { useLive } from "#web/api/live-store.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/select-field.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { NewRowsNotice, useNewRows } from "#web/ui/lists/new-rows.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { type RowSelection, SelectAll, useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { ReviewItem } from "./review-item.tsx";
import { useAdminReviews, useLiveReviews } from "./reviews.admin.queries.ts";
import { ReviewsBulkBar } from "./reviews-bulk-bar.tsx";
import {
  hasFilters,
  isNewestFirst,
  parseReviewsList,
  type ReviewsListQuery,
  reviewsListPath,
} from "./reviews-list-address.ts";
import { useModeration } from "./use-moderation.tsx";

type Query = ReturnType<typeof parseReviewsList>;
const none: AdminReview[] = [];

export default function ReviewsAdminPage() {
  const [search] = useSearchParams();
  const query = parseReviewsList(search);
  const { page: _page, per_page: _perPage, sort: _sort, ...filters } = query;
  useLiveReviews();
  return (
    <main className="mx-auto grid max-w-[70rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Reviews" hidden />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Reviews</h1>
        <ExportButton route="GET /reviews/export" query={filters} name="reviews" />
      </div>
      <ReviewsToolbar query={query} />
      <ReviewsList query={query} />
    </main>
  );
}

function ReviewsList({ query }: { query: Query }) {
  const { data, error, refetch, isPlaceholderData } = useAdminReviews(query);
  const followed = isNewestFirst(query) && !isPlaceholderData ? reviewsListPath(query) : undefined;
  const { rows, count, show } = useNewRows(followed, data?.data ?? none);
  const selection = useRowSelection(reviewsListPath(query), rows);
  const isReadOnly = useReadOnly();
  const [problems, setProblems] = useState<string[]>([]);
  // Not in the list, which may be empty before an action has been answered.
  const moderation = useModeration((failed) => {
    setProblems(failed);
    selection.clear();
  });
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading reviews" />;
  return (
    <>
      <BulkProblems problems={problems} onDismiss={() => setProblems([])} />
      {isPastEnd(data.meta) ? (
        <PageOutOfRange first={reviewsListPath({ ...query, page: 1 })} />
      ) : data.data.length === 0 ? (
        <NoReviews query={query} />
      ) : (
        <>
          <div className="relative">
            <NewRowsNotice count={count} nouns={["review", "reviews"]} onShow={show} />
            <Reviews reviews={rows} selection={isReadOnly ? undefined : selection} moderation={moderation} />
          </div>
          <ListFooter noun="reviews" meta={data.meta} read={parseReviewsList} write={reviewsListPath} />
        </>
      )}
      <ReviewsBulkBar selected={selection.rows} moderation={moderation} onClear={selection.clear} />
      {/* Room for the bulk bar, which covers the end of the page. */}
      {selection.rows.length > 0 && <div className="h-14" />}
    </>
  );
}

const BulkProblems = ({ problems, onDismiss }: { problems: string[]; onDismiss: () => void }) => (
  <div role="alert" className="grid empty:hidden">
    {problems.length > 0 && (
      <Banner
        tone="danger"
        title="Some reviews weren't changed"
        action={
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        <ul>
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Banner>
    )}
  </div>
);

type ReviewsProps = {
  reviews: AdminReview[];
  selection: RowSelection<AdminReview> | undefined;
  moderation: ReturnType<typeof useModeration>;
};

const Reviews = ({ reviews, selection, moderation }: ReviewsProps) => (
  <section aria-label="Reviews" className="overflow-hidden rounded-lg border border-hairline bg-surface">
    {selection && (
      <div className="border-b border-hairline px-4 py-2 text-sm">
        <SelectAll label="Select all on this page" selection={selection} />
      </div>
    )}
    <ul className="divide-y divide-hairline">
      {reviews.map((review) => (
        <ReviewItem key={review.id} review={review} selection={selection} moderation={moderation} />
      ))}
    </ul>
  </section>
);

function NoReviews({ query }: { query: Query }) {
  const { view } = query;
  if (hasFilters(query))
    return (
      <EmptyState
        icon={<Star />}
        title="No reviews found"
        action={
          <ShopLink to={dashboardPaths.reviews()} className={buttonLook()}>
            Show all reviews
          </ShopLink>
        }
      >
        Try another word, product or number of stars.
      </EmptyState>
    );
  const { title, says } = emptyTexts[view ?? "all"];
  return (
    <EmptyState icon={<Star />} title={title}>
      {says}
    </EmptyState>
  );
}

type View = NonNullable<AdminReviewQuery["view"]>;
const emptyTexts: Record<View | "all", { title: string; says: string }> = {
  all: {
    title: "No reviews yet",
    says: "Customers can review a product once it has been delivered. They are invited by email.",
  },
  pending: {
    title: "No reviews to check",
    says: "Reviews that contain a link, have been edited or have new photos wait here before they are published.",
  },
  published: { title: "No published reviews", says: "Publish pending reviews to show them on the product page." },
  rejected: { title: "No rejected reviews", says: "Rejected reviews are seen by their author only." },
  reported: { title: "No reported reviews", says: "Reviews that customers report as spam or offensive appear here." },
};

/** Filters of the review list: status, stars, search and sort. */
function ReviewsToolbar({ query }: { query: ReviewsListQuery }) {
  const change = useListParams<ReviewsListQuery>(parseReviewsList, reviewsListPath);
  const waiting = useLive(({ review_summary }) => review_summary);
  const counts: Partial<Record<View, number | undefined>> = { pending: waiting?.pending, reported: waiting?.reported };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Review status" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        {tabs.map(({ view, label }) => (
          <TabLink key={label} to={reviewsListPath({ ...query, view, page: 1 })} chosen={query.view === view}>
            {label}
            {view && (counts[view] ?? 0) > 0 && <CountBadge count={counts[view]} className="ms-1.5" />}
          </TabLink>
        ))}
      </nav>
      <div className="flex w-full flex-wrap gap-3 sm:w-auto">
        <SelectField
          label="Stars"
          labelHidden
          value={query.rating ?? ""}
          onChange={({ target }) => change(() => ({ rating: target.value ? Number(target.value) : undefined }))}
          className="w-32"
        >
          <option value="">All stars</option>
          {[5, 4, 3, 2, 1].map((stars) => (
            <option key={stars} value={stars}>
              {stars === 1 ? "1 star" : `${stars} stars`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Sort by"
          labelHidden
          value={query.sort ?? ""}
          onChange={({ target }) => change(() => ({ sort: (target.value || undefined) as ReviewsListQuery["sort"] }))}
          className="w-40"
        >
          <option value="">{query.view === "pending" ? "Oldest first" : "Newest first"}</option>
          {query.view === "pending" ? (
            <option value="-created_at">Newest first</option>
          ) : (
            <option value="created_at">Oldest first</option>
          )}
          <option value="rating">Lowest rated first</option>
          <option value="-rating">Highest rated first</option>
        </SelectField>
        <ListSearch
          label="Search reviews"
          placeholder="Text, author or product"
          name={query.name}
          onSearch={(name) => change(() => ({ name }))}
        />
      </div>
    </div>
  );
}

const tabs: { view: View | undefined; label: string }[] = [
  { view: undefined, label: "All" },
  { view: "pending", label: "Pending" },
  { view: "reported", label: "Reported" },
  { view: "published", label: "Published" },
  { view: "rejected", label: "Rejected" },
];
