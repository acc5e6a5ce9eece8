import { useQuery } from "@tanstack/react-query";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { MyReviews } from "./my-reviews.tsx";
import { pendingReviews } from "./reviews.queries.ts";
import { WriteReview } from "./write-review.tsx";

export default function ReviewsPage() {
  return (
    <main>
      <PageHead title={say("My reviews")} hidden />
      <h1 className="mb-6 text-title">{say("My reviews")}</h1>
      <PendingReviews />
      <MyReviews />
    </main>
  );
}

/** Received products without a review by this customer. */
function PendingReviews() {
  const waiting = useQuery(pendingReviews()).data?.data ?? [];
  if (waiting.length === 0) return null;
  return (
    <CardSection title={say("Waiting for your review")} className="mb-8">
      <ul className="divide-y divide-hairline">
        {waiting.map(({ id, name, thumbnail }) => (
          <li key={id} className="flex flex-wrap items-center gap-4 py-3">
            <img
              src={thumbnail}
              alt=""
              width={48}
              height={48}
              loading="lazy"
              className="size-12 shrink-0 rounded object-cover"
            />
            <span className="min-w-28 flex-1 font-medium">{name}</span>
            <span className="ms-auto">
              <WriteReview product={{ id, name }} label={say("Write a review")} size="small" />
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
