import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { BulkEdit } from "#contract/catalogue/bulk-edits.ts";
import { shopInfo } from "#web/catalogue/products/products.queries.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { FailedItems } from "#web/ui/lists/failed-items.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { formatShopNumber } from "#words/say.ts";
import { bulkEditStatusLabels, useChangeText } from "./bulk-change-text.tsx";
import { isInProgress, useBulkEdit, useBulkEditAction } from "./bulk-edits.queries.ts";

export default function BulkEditAdminPage() {
  const { bulk_edit_id = "" } = useParams();
  const result = useBulkEdit(bulk_edit_id);
  const currency = useQuery(shopInfo()).data?.data.currency ?? "EUR";
  const title = useChangeText(result.data?.change, currency) || "Bulk edit";
  return (
    <RecordPage
      narrow
      result={result}
      noun="Bulk edit"
      titleOf={() => title}
      list={{ label: "All bulk edits", to: dashboardPaths.bulkEdits() }}
      missing={{ title: "Bulk edit not found", says: "Bulk edits are listed for 30 days." }}
    >
      {(edit) => (
        <>
          <Breadcrumbs
            crumbs={[
              { label: "Products", href: dashboardPaths.products() },
              { label: "Bulk edits", href: dashboardPaths.bulkEdits() },
              { label: title },
            ]}
          />
          <h1 className="text-2xl">{title}</h1>
          <Outcome edit={edit} />
        </>
      )}
    </RecordPage>
  );
}

function Outcome({ edit }: { edit: BulkEdit }) {
  const { id, status, total, waiting, changed, unchanged, failed, undone, changed_since, failures } = edit;
  const action = useBulkEditAction(id);
  const isUndo = status === "undoing" || status === "undone";
  const toDo = status === "undoing" ? changed : waiting;
  const of = isUndo ? changed + undone + changed_since : total;
  const counts = [
    [isUndo ? "Still changed" : "Changed", changed],
    ["Undone", undone],
    ["Changed since, so not undone", changed_since],
    ["Had the values already", unchanged],
    ["Couldn't be changed", failed],
    [status === "cancelled" ? "Not reached" : "Waiting", waiting],
  ] as const;
  return (
    <>
      <CardSection
        title={<LabelBadge label={bulkEditStatusLabels[status]} />}
        action={<Actions edit={edit} action={action} />}
      >
        <div className="grid gap-4">
          {isInProgress(edit) && <Progress label={isUndo ? "Undo" : "Bulk edit"} value={of ? (of - toDo) / of : 1} />}
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {counts
              .filter(([label, count]) => count > 0 || label === "Changed")
              .map(([label, count]) => (
                <div key={label}>
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="text-lg font-semibold tabular-nums">{formatShopNumber(count)}</dd>
                </div>
              ))}
          </dl>
          <p className="text-sm text-muted">
            {countProducts(total)}, started {formatMoment(edit.created_at)}
            {edit.by && ` by ${edit.by}`}
            {edit.undo_until && `. It can be undone until ${formatMoment(edit.undo_until)}`}.
          </p>
        </div>
      </CardSection>
      <FormProblem problem={action.error?.message} />
      {failures.length > 0 && (
        <FailedItems
          href={dashboardPaths.product}
          label="Products that weren't changed"
          failures={failures}
          count={failed + changed_since}
        />
      )}
    </>
  );
}

type ActionsProps = { edit: BulkEdit; action: ReturnType<typeof useBulkEditAction> };

function Actions({ edit: { status, changed, undo_until }, action }: ActionsProps) {
  const undo = async () => {
    const question = {
      title: "Undo this bulk edit?",
      says: `${countProducts(changed)} get back the values from before. What was changed since is left as it is.`,
      action: "Undo",
    };
    if (await confirm(question)) action.mutate("undo");
  };
  if (status === "running")
    return (
      <Button writes size="small" busy={action.isPending} onClick={() => action.mutate("cancel")}>
        Cancel
      </Button>
    );
  return (
    undo_until && (
      <Button writes size="small" busy={action.isPending} onClick={() => void undo()}>
        Undo
      </Button>
    )
  );
}
