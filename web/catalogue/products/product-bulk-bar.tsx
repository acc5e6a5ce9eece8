import { useState } from "react";
import type { AdminProductRow, BulkOutcome, ProductStatus } from "#contract/catalogue/product-form.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { useBulkChange } from "./products.queries.ts";

type Props = {
  products: AdminProductRow[];
  onClear: () => void;
  /** Called after deletion, as the focused row is gone. */
  onDeleted: () => void;
};

const doneLabels: Record<ProductStatus, string> = {
  active: "set to active",
  archived: "archived",
  draft: "set to draft",
};

/** Bulk actions on the selected products, and their result. */
export function ProductBulkBar({ products, onClear, onDeleted }: Props) {
  const { problem, missing, isBusy, setStatus, remove, dismiss } = useBulkActions({ products, onClear, onDeleted });
  return (
    <>
      <div role="alert" className="grid gap-3 empty:hidden">
        {problem && (
          <Banner tone="danger" title="Couldn't save changes">
            {problem}
          </Banner>
        )}
        {missing.length > 0 && (
          <Banner
            tone="warning"
            title={`${countProducts(missing.length)} skipped (already deleted)`}
            action={
              <Button size="small" onClick={dismiss}>
                Dismiss
              </Button>
            }
          >
            {missing.join(", ")}
          </Banner>
        )}
      </div>
      {products.length > 0 && (
        <section
          aria-label="Selected products"
          className={
            "fixed inset-x-4 bottom-4 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center " +
            "gap-2 rounded-lg bg-raised p-2 shadow"
          }
        >
          <p role="status" className="px-2 text-sm font-semibold tabular-nums">
            {products.length} chosen
          </p>
          <Button size="small" disabled={isBusy} onClick={() => setStatus("active")}>
            Set as active
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => setStatus("archived")}>
            Archive
          </Button>
          <Button size="small" disabled={isBusy} onClick={remove} className="text-danger">
            Delete
          </Button>
          <Button size="small" look="ghost" onClick={onClear}>
            Clear
          </Button>
        </section>
      )}
    </>
  );
}

/** The bulk actions: each reports its result, names the products it couldn't change, and offers undo where possible. */
function useBulkActions({ products, onClear, onDeleted }: Props) {
  const bulk = useBulkChange();
  const [missing, setMissing] = useState<string[]>([]);
  const report = (outcome: BulkOutcome[], word: string) => {
    const names = new Map(products.map(({ id, name }) => [id, name]));
    setMissing(outcome.filter(({ was }) => was === null).map(({ id }) => names.get(id) ?? `Product ${id}`));
    return `${countProducts(outcome.filter(({ was }) => was !== null).length)} ${word}`;
  };
  const setStatus = async (status: ProductStatus) => {
    const { data } = await bulk.mutateAsync({ changes: products.map(({ id }) => ({ id, status })) });
    const changes = data.flatMap(({ id, was }) => (was && was !== status ? [{ id, status: was }] : []));
    const undo = { label: "Undo", onClick: () => bulk.mutate({ changes }) };
    toast({
      tone: "success",
      title: report(data, doneLabels[status]),
      ...(changes.length > 0 ? { action: undo } : {}),
    });
    onClear();
  };
  const remove = async () => {
    if (!(await confirm(deleteConfirmation(products)))) return;
    const { data } = await bulk.mutateAsync({ ids: products.map(({ id }) => id) });
    toast({ tone: "success", title: report(data, "deleted") });
    onClear();
    onDeleted();
  };
  // The notice shows the error.
  const run = (work: Promise<void>) => void work.catch(() => undefined);
  return {
    problem: bulk.error?.message,
    missing,
    isBusy: bulk.isPending,
    setStatus: (status: ProductStatus) => run(setStatus(status)),
    remove: () => run(remove()),
    dismiss: () => setMissing([]),
  };
}

const countProducts = (count: number) => (count === 1 ? "1 product" : `${count} products`);

const deleteConfirmation = (products: AdminProductRow[]) => ({
  title: products.length === 1 ? `Delete ${products[0]?.name}?` : `Delete ${products.length} products?`,
  says: "The products are removed from the shop and shown as unavailable in carts. Existing orders don't change. This can't be undone. To hide products temporarily, archive them instead.",
  action: products.length === 1 ? "Delete product" : "Delete products",
  danger: true,
});
