import type { AdminReview } from "#contract/reviews/moderation.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { BulkBar } from "#web/ui/lists/row-selection.tsx";
import type { useModeration } from "./use-moderation.tsx";

type Props = { selected: AdminReview[]; moderation: ReturnType<typeof useModeration>; onClear: () => void };

/** Bulk actions on the selected reviews. */
export const ReviewsBulkBar = ({ selected, moderation: { isBusy, publish, reject }, onClear }: Props) => (
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
