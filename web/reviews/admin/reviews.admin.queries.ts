import { useMutation } from "@tanstack/react-query";
import type { Args } from "#contract/api.ts";
import { AdminReviewQuery } from "#contract/reviews/moderation.ts";
import { call } from "#web/api/call.ts";
import { useLiveChange } from "#web/api/live-updates.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { invalidateReviews } from "#web/reviews/reviews.queries.ts";
import { listAddress, type QueryOf } from "#web/ui/lists/list-address.ts";

const { page: _page, per_page: _size, has_reply: _reply, ...filters } = AdminReviewQuery.shape;
export const reviewsList = listAddress(dashboardPaths.reviews(), filters);
export type ReviewsListQuery = QueryOf<typeof reviewsList>;

type Change = { id: number; body: Args<"PATCH /reviews/:id">["body"] };

/** Publishes, rejects or answers a review; refetches the list, also after a conflict. */
export const useModerateReview = () =>
  useMutation({
    mutationFn: ({ id, body }: Change) => call("PATCH /reviews/:id", { params: { id }, body }),
    onSettled: () => invalidateReviews(),
  });

/** Publishes or rejects several reviews, each independently. */
export const useModerateReviews = () =>
  useMutation({
    mutationFn: (body: Args<"POST /reviews/moderate">["body"]) => call("POST /reviews/moderate", { body }),
    onSettled: () => invalidateReviews(),
  });

/** Refetches reviews when the socket reports a change. For administrators. */
export function useLiveReviews() {
  useLiveChange(
    ({ review_summary }) => review_summary?.seq,
    () => invalidateReviews(),
  );
}
