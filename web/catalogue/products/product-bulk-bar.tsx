import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { BulkEdit } from "#contract/catalogue/bulk-edits.ts";
import type { AdminProductRow, ProductStatus } from "#contract/catalogue/product-form.ts";
import type { PageMeta } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { finishBulkEdit } from "#web/catalogue/bulk-edits/bulk-edits.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { FailureNotice } from "#web/ui/lists/failed-items.tsx";
import { listTotal } from "#web/ui/lists/list-total.ts";
import { BulkBar } from "#web/ui/lists/row-selection.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { statusToast } from "./bulk-status-toast.ts";
import { type ProductListFilters, refreshProducts, useDeleteProducts } from "./products.queries.ts";
import { countProducts } from "./usage-link.tsx";

type Props = {
  products: AdminProductRow[];
  onClear: () => void;
  /** Called after deletion, as the focused row is gone. */
  onDeleted: () => void;
};

type BarProps = Props & {
  /** All products that match the filters, if there are more than the selected ones. */
  all: { meta: PageMeta; filters: ProductListFilters } | undefined;
};

/** Bulk actions on the selected products, and their result. */
export function ProductBulkBar({ products, all, onClear, onDeleted }: BarProps) {
  const { problem, failures, setFailures, isBusy, setStatus, remove } = useBulkActions({
    products,
    onClear,
    onDeleted,
  });
  return (
    <>
      <FailureNotice title="Couldn't save changes" reasons={problem ? [problem] : []} />
      <FailureNotice
        tone="warning"
        title="Some products were not changed"
        reasons={failures}
        onDismiss={() => setFailures([])}
      />
      <BulkBar label="Selected products" count={products.length} onClear={onClear}>
        <ButtonLink
          to={dashboardPaths.newBulkEdit({ id: products.map(({ id }) => id) })}
          size="small"
          look="primary"
          label="Edit…"
        />
        {all && (
          <ButtonLink
            to={dashboardPaths.newBulkEdit(all.filters)}
            size="small"
            label={`Edit all ${listTotal(all.meta)}…`}
          />
        )}
        <Button size="small" disabled={isBusy} onClick={() => setStatus("active")}>
          Set as active
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => setStatus("archived")}>
          Archive
        </Button>
        <Button size="small" disabled={isBusy} onClick={remove} className="text-danger">
          Delete
        </Button>
      </BulkBar>
    </>
  );
}

/** The bulk actions: each reports its result, names the products it couldn't change, and offers undo where possible. */
function useBulkActions({ products, onClear, onDeleted }: Props) {
  const navigate = useNavigate();
  const deletion = useDeleteProducts();
  const [failures, setFailures] = useState<string[]>([]);
  const edit = useMutation<BulkEdit, CallProblem, Promise<{ data: BulkEdit }>>({
    mutationFn: finishBulkEdit,
    onSettled: () => refreshProducts(),
  });
  const setStatus = async (status: ProductStatus) => {
    const body = { filters: { id: products.map(({ id }) => id) }, change: { kind: "status", status } } as const;
    const done = await edit.mutateAsync(call("POST /product/admin/bulk-edits", { body }));
    const { id, total, failures: found } = done;
    const deleted = products.length - total;
    setFailures([
      ...found.map(({ name, message }) => `${name}: ${message}`),
      ...(deleted > 0 ? [`${countProducts(deleted)} deleted meanwhile.`] : []),
    ]);
    const undo = () => edit.mutate(call("POST /product/admin/bulk-edits/:id/undo", { params: { id } }));
    const show = () => void navigate(dashboardPaths.bulkEdit(id));
    toast(statusToast(done, status, { undo, show }));
    onClear();
  };
  const remove = async () => {
    if (!(await confirm(deleteConfirmation(products)))) return;
    const { data } = await deletion.mutateAsync(products.map(({ id }) => id));
    const names = new Map(products.map(({ id, name }) => [id, name]));
    setFailures(data.flatMap(({ id, was }) => (was === null ? `${names.get(id)}: The product was deleted.` : [])));
    toastDone(data, `${countProducts(data.filter(({ was }) => was !== null).length)} deleted`);
    onClear();
    onDeleted();
  };
  // The notice shows the error.
  const run = (work: Promise<void>) => void work.catch(() => undefined);
  return {
    problem: (edit.error ?? deletion.error)?.message,
    failures,
    isBusy: edit.isPending || deletion.isPending,
    setStatus: (status: ProductStatus) => run(setStatus(status)),
    remove: () => run(remove()),
    setFailures,
  };
}

const deleteConfirmation = (products: AdminProductRow[]) => ({
  title: products.length === 1 ? `Delete ${products[0]?.name}?` : `Delete ${products.length} products?`,
  says:
    "The products are removed from the shop and shown as unavailable in carts. Existing orders don't " +
    "change. You can undo this for 30 minutes. To hide products for longer, archive them instead.",
  action: products.length === 1 ? "Delete product" : "Delete products",
  danger: true,
});
