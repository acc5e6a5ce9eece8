import type { Review } from "#contract/reviews/reviews.ts";
import { requireCustomer } from "#web/api/session/require-customer.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

const ReportForm = lazyComponent(() => import("./report-form.tsx").then((part) => part.ReportForm));

/** Opens the form that reports a review to the shop; visitors sign in first. */
export const ReportReview = ({ review: { id, author } }: { review: Pick<Review, "id" | "author"> }) => (
  <button
    type="button"
    onClick={() =>
      requireCustomer(
        () => openDialog({ title: say("Report the review by {author}", { author }), content: <ReportForm id={id} /> }),
        say("Administrators can't report reviews"),
      )
    }
    className="touch-target inline-flex h-8 items-center rounded-full px-3 text-sm text-muted hover:text-ink noscript:hidden"
  >
    {say("Report")}
    <span className="sr-only">{say(", review by {author}", { author })}</span>
  </button>
);
