import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useState } from "react";
import type { AdminReview, AdminReviewQuery } from "#contract/reviews/moderation.ts";
import { pageQuery } from "#web/api/call.ts";
import { useLive } from "#web/api/live-store.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { Button, useReadOnly } from "#web/ui/forms/button.tsx";
import { FailureNotice } from "#web/ui/lists/failed-items.tsx";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListFilter, ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { NewRowsNotice, useNewRows } from "#web/ui/lists/new-rows.tsx";
import { BulkBar, type RowSelection, SelectAll, useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { ReviewItem } from "./review-item.tsx";
import { type ReviewsListQuery as Query, reviewsList, useLiveReviews } from "./reviews.admin.queries.ts";
import { useModeration } from "./use-moderation.tsx";
import { type ReplyDrafts, useReplyDrafts } from "./use-reply-drafts.ts";

const none: AdminReview[] = [];

export default function ReviewsAdminPage() {
  const query = useListQuery(reviewsList);
  const drafts = useReplyDrafts();
  useLiveReviews();
  return (
    <AdminPage
      title="Reviews"
      width="medium"
      exported={{ route: "GET /reviews/export", query: reviewsList.filtersOf(query) }}
    >
      <ReviewsToolbar query={query} />
      <ReviewsList query={query} drafts={drafts} />
    </AdminPage>
  );
}

function ReviewsList({ query, drafts }: { query: Query; drafts: ReplyDrafts }) {
  const result = useQuery(pageQuery("GET /reviews/admin", { query }));
  const path = reviewsList.write(query);
  const followed = isNewestFirst(query) && !result.isPlaceholderData ? path : undefined;
  const { rows, count, show } = useNewRows(followed, result.data?.data ?? none);
  const selection = useRowSelection(path, rows);
  const isReadOnly = useReadOnly();
  const [problems, setProblems] = useState<string[]>([]);
  // Not in the list, which may be empty before an action has been answered.
  const moderation = useModeration((failed) => {
    setProblems(failed);
    selection.clear();
  });
  return (
    <>
      <FailureNotice title="Some reviews weren't changed" reasons={problems} onDismiss={() => setProblems([])} />
      <ListResult
        result={result}
        list={reviewsList}
        noun="reviews"
        empty={{
          icon: <Star />,
          title: "No reviews yet",
          says: "Customers can review a product once it has been delivered. They are invited by email.",
          hint: "Try another word, product or number of stars.",
        }}
        emptyViews={{ view: emptyTexts }}
      >
        {() => (
          <div className="relative">
            <NewRowsNotice count={count} nouns={["review", "reviews"]} onShow={show} />
            <Reviews
              reviews={rows}
              selection={isReadOnly ? undefined : selection}
              moderation={moderation}
              drafts={drafts}
            />
          </div>
        )}
      </ListResult>
      <ReviewsBulkBar selected={selection.rows} moderation={moderation} onClear={selection.clear} />
      {/* Room for the bulk bar, which covers the end of the page. */}
      {selection.rows.length > 0 && <div className="h-14" />}
    </>
  );
}

/** Whether new reviews are inserted above the others: on the first page, unless sorted another way. */
const isNewestFirst = ({ page, view, sort = view === "pending" ? "created_at" : "-created_at" }: Query) =>
  page === 1 && sort === "-created_at";

type ReviewsProps = {
  reviews: AdminReview[];
  selection: RowSelection<AdminReview> | undefined;
  moderation: ReturnType<typeof useModeration>;
  drafts: ReplyDrafts;
};

const Reviews = ({ reviews, selection, moderation, drafts }: ReviewsProps) => (
  <section aria-label="Reviews" className="overflow-hidden rounded-lg border border-hairline bg-surface">
    {selection && (
      <div className="border-b border-hairline px-4 py-2 text-sm">
        <SelectAll label="Select all on this page" selection={selection} />
      </div>
    )}
    <ul className="divide-y divide-hairline">
      {reviews.map((review) => (
        <ReviewItem key={review.id} {...{ review, selection, moderation, drafts }} />
      ))}
    </ul>
  </section>
);

type BarProps = { selected: AdminReview[]; moderation: ReturnType<typeof useModeration>; onClear: () => void };

const ReviewsBulkBar = ({ selected, moderation: { isBusy, publish, reject }, onClear }: BarProps) => (
  <BulkBar label="Selected reviews" count={selected.length} onClear={onClear}>
    {selected.some(({ status }) => status !== "published") && (
      <Button size="small" look="primary" disabled={isBusy} onClick={() => publish(selected)}>
        Publish
      </Button>
    )}
    <Button size="small" disabled={isBusy} onClick={() => reject(selected)}>
      Reject…
    </Button>
  </BulkBar>
);

type View = NonNullable<AdminReviewQuery["view"]>;
const emptyTexts: Record<View, { title: string; says: string }> = {
  pending: {
    title: "No reviews to check",
    says: "Reviews that contain a link, have been edited or have new photos wait here before they are published.",
  },
  published: { title: "No published reviews", says: "Publish pending reviews to show them on the product page." },
  rejected: { title: "No rejected reviews", says: "Rejected reviews are seen by their author only." },
  reported: { title: "No reported reviews", says: "Reviews that customers report as spam or offensive appear here." },
};

/** Filters of the review list: status, stars, search and sort. */
function ReviewsToolbar({ query }: { query: Query }) {
  const waiting = useLive(({ review_summary }) => review_summary);
  const counted = (label: string, count = 0) => ({
    label: (
      <>
        {label}
        {count > 0 && <CountBadge count={count} className="ms-1.5" />}
      </>
    ),
  });
  const isPending = query.view === "pending";
  const tabs = {
    pending: counted("Pending", waiting?.pending),
    reported: counted("Reported", waiting?.reported),
    published: "Published",
    rejected: "Rejected",
  };
  return (
    <ListToolbar
      list={reviewsList}
      search={{ label: "Search reviews", placeholder: "Text, author or product" }}
      filters={
        <>
          <ListFilter
            list={reviewsList}
            name="rating"
            label="Stars"
            all="All stars"
            options={[5, 4, 3, 2, 1].map((stars) => [String(stars), stars === 1 ? "1 star" : `${stars} stars`])}
          />
          <ListFilter
            list={reviewsList}
            name="sort"
            label="Sort by"
            all={isPending ? "Oldest first" : "Newest first"}
            options={{
              ...(isPending ? { "-created_at": "Newest first" } : { created_at: "Oldest first" }),
              rating: "Lowest rated first",
              "-rating": "Highest rated first",
            }}
          />
        </>
      }
    >
      <ListTabs list={reviewsList} name="view" label="Review status" options={tabs} />
    </ListToolbar>
  );
}
