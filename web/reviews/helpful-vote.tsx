import { ThumbsUp } from "lucide-react";
import type { Review } from "#contract/reviews/reviews.ts";
import { requireCustomer } from "#web/api/session/require-customer.ts";
import { formatShopNumber, say } from "#words/say.ts";
import { useVote } from "./use-vote.ts";

type Props = { review: Pick<Review, "id" | "helpful" | "author">; productId: number };

/** Toggles a helpful vote; shows their number. */
export function HelpfulVote({ review: { id, helpful, author }, productId }: Props) {
  const { own, cast } = useVote(productId, id);
  const isHelpful = own === 1;
  return (
    <button
      type="button"
      aria-pressed={isHelpful}
      onClick={() => requireCustomer(() => cast(isHelpful ? 0 : 1), say("Administrators can't vote"))}
      className={
        "touch-target inline-flex h-8 w-fit items-center gap-1.5 rounded-full border border-hairline px-3 " +
        "text-sm text-muted transition-colors hover:border-control hover:text-ink aria-pressed:border-ink " +
        "aria-pressed:text-ink noscript:hidden"
      }
    >
      <ThumbsUp className={isHelpful ? "size-4 fill-accent-soft" : "size-4"} />
      {say("Helpful")} {helpful > 0 && <span className="tabular-nums">{formatShopNumber(helpful)}</span>}
      <span className="sr-only">{say(", review by {author}", { author })}</span>
    </button>
  );
}
