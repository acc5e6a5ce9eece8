import { PageHead } from "#web/ui/page-head.tsx";
import { MyReviews } from "./my-reviews.tsx";
import { WaitingReviews } from "./waiting-reviews.tsx";

export default function ReviewsPage() {
  return (
    <main>
      <PageHead title="My reviews" hidden />
      <h1 className="mb-6 text-title">My reviews</h1>
      <WaitingReviews />
      <MyReviews />
    </main>
  );
}
