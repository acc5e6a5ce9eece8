import { Download } from "lucide-react";
import type { ImportJob, ImportRowError } from "#contract/imports.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { useBadRows } from "./imports.queries.ts";

/** The invalid rows with reasons, and a download of them. */
export function BadRows({ job }: { job: ImportJob }) {
  const saving = useBadRows(job);
  if (job.errors.length === 0) return null;
  const { error } = job.totals;
  return (
    <CardSection
      title={`Rows with errors (${error.toLocaleString("en")})`}
      hint="These rows are skipped. All other rows are imported."
      action={
        job.errors_url && (
          <Button
            size="small"
            busy={saving.isPending}
            onClick={() => saving.mutate(undefined, { onError: toastProblem() })}
          >
            <Download /> Download rows with errors
          </Button>
        )
      }
    >
      <Remarks label="Rows with errors" of={job.errors} />
      <More shown={job.errors} total={error} />
    </CardSection>
  );
}

/** Cells that were interpreted. */
export const RowNotes = ({ job: { notes } }: { job: ImportJob }) =>
  notes.length > 0 && (
    <CardSection title="Adjusted values" hint="Check that these values are correct.">
      <Remarks label="Adjusted values" of={notes} />
    </CardSection>
  );

const Remarks = ({ label, of }: { label: string; of: ImportRowError[] }) => (
  <DataTable
    label={label}
    rows={of}
    // A row may have several remarks on one column.
    rowKey={(remark) => of.indexOf(remark)}
    columns={[
      { head: "Row", className: "tabular-nums", cell: ({ row }) => row },
      { head: "Column", className: "font-mono text-xs", cell: ({ column }) => column },
      {
        head: label === "Rows with errors" ? "Error" : "Imported as",
        className: "w-full min-w-48",
        cell: ({ message }) => message,
      },
    ]}
  />
);

function More({ shown, total }: { shown: ImportRowError[]; total: number }) {
  const rows = new Set(shown.map(({ row }) => row)).size;
  return total > rows ? (
    <p className="pt-3 text-sm text-muted">
      And {(total - rows).toLocaleString("en")} more. Download the file to see all of them.
    </p>
  ) : null;
}
