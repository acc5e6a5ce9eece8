import type { BulkEdit } from "#contract/catalogue/bulk-edits.ts";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { isInProgress } from "#web/catalogue/bulk-edits/bulk-edits.queries.ts";
import type { Toast } from "#web/ui/feedback/toast-store.ts";
import { countProducts } from "./usage-link.tsx";

const doneLabels: Record<ProductStatus, string> = {
  active: "set to active",
  archived: "archived",
  draft: "set to draft",
};

/** What became of products that were given a status; an edit that takes longer is shown on its page. */
export function statusToast(
  edit: BulkEdit,
  status: ProductStatus,
  { undo, show }: { undo: () => void; show: () => void },
): Toast {
  const title = `${countProducts(edit.changed)} ${doneLabels[status]}`;
  if (isInProgress(edit))
    return { title: `${title} so far`, description: "Still running.", action: { label: "Show", onClick: show } };
  return { tone: "success", title, ...(edit.undo_until ? { action: { label: "Undo", onClick: undo } } : {}) };
}
