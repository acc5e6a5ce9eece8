import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { paths, queryText } from "#web/paths.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { isPastEnd, pageNumber } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange, Pagination } from "#web/ui/lists/pagination.tsx";
import { say } from "#words/say.ts";
import { MyReviews } from "./my-reviews.tsx";
import { pendingReviews } from "./reviews.queries.ts";
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
            <img
              src={thumbnail}
              alt=""
              width={48}
              height={48}
              loading="lazy"
              className="size-12 shrink-0 rounded object-cover"
            />
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
