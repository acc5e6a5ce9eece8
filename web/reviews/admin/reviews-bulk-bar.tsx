import type { AdminReview } from "#contract/reviews/moderation.ts";
import { Button } from "#web/ui/forms/button.tsx";
import type { useModeration } from "./use-moderation.tsx";

type Props = { selected: AdminReview[]; moderation: ReturnType<typeof useModeration>; onClear: () => void };

/** Bulk actions on the selected reviews. */
export const ReviewsBulkBar = ({ selected, moderation: { isBusy, publish, reject }, onClear }: Props) =>
  selected.length > 0 && (
    <section
      aria-label="Selected reviews"
      className={
        "fixed inset-x-4 bottom-4 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center " +
        "gap-2 rounded-lg bg-raised p-2 shadow"
      }
    >
      <p role="status" className="px-2 text-sm font-semibold tabular-nums">
        {selected.length} selected
      </p>
      {selected.some(({ status }) => status !== "published") && (
        <Button size="small" look="primary" disabled={isBusy} onClick={() => publish(selected)}>
          Publish
        </Button>
      )}
      <Button writes size="small" disabled={isBusy} onClick={() => reject(selected)}>
        Reject…
      </Button>
      <Button size="small" look="ghost" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
