import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { MyReviews } from "./my-reviews.tsx";
import { PendingReviews } from "./pending-reviews.tsx";

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
