import { Download } from "lucide-react";
import type { ImportJob, ImportRowError } from "#contract/imports.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { useRemarksFile } from "./imports.queries.ts";

/** The invalid rows with reasons, and a download of them. */
export function BadRows({ job }: { job: ImportJob }) {
  const saving = useRemarksFile(job, "errors");
  if (job.errors.length === 0) return null;
  const { error } = job.totals;
  return (
    <CardSection
      title={`Rows with errors (${error.toLocaleString("en")})`}
      hint={hintOf(job)}
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
      <Remarks label="Rows with errors" head="Error" of={job.errors} />
      <More shown={job.errors} total={error} />
    </CardSection>
  );
}

function hintOf({ status }: ImportJob) {
  if (status === "cancelled" || status === "failed") return undefined;
  return status === "done" ? "These rows were not imported. All others were." : "These rows are not imported.";
}

const noteLabels: Record<string, string> = {
  value_ignored: "Values that could not be read and were left out",
  title_ignored: "Rows with the handle of another title",
  image_ignored: "Images that could not be found",
  image_unreadable: "Images that could not be read",
  product_repeated: "Rows of one product, of which only the first names and describes it",
  variations_deleted: "Variations that will be deleted",
  attributes_ignored: "Attributes that were left out",
  barcode_rounded: "Barcodes that a spreadsheet has rounded",
  barcode_repeated: "Barcodes that another row has",
  barcode_taken: "Barcodes that another product has",
  sku_repeated: "SKUs that another row has",
  sku_taken: "SKUs that another product has",
  shortened: "Texts that were shortened",
  too_deep: "Categories that were too deep",
  too_many_tags: "Products with too many tags",
  too_many_images: "Products with too many images",
  too_many_categories: "Products with too many categories",
  sale_later: "Sale prices that begin later",
  sale_ends: "Sale prices that end",
  compare_at_ignored: "Compare-at prices that were left out",
  price_missing: "Variations without a price",
  price_read: "Prices as they were read",
  quantity_read: "Quantities as they were read",
  weight_read: "Weights as they were read",
  quantity_negative: "Negative quantities",
  quantity_shared: "Quantities of several variations together",
  stock_unknown: "Variations in stock of which the shop counts none",
  handle_renamed: "Handles that were changed",
  more_remarks: "Rows with more notes than are listed",
  handle_missing: "Handles made from titles",
  option_missing: "Missing option values",
  option_spelling: "Options written with other capitals",
  option_unnamed: "Options without a name",
  option_twice: "Options with the same name",
  status_unknown: "Unknown statuses",
  status_unlisted: "Unlisted products",
  ships_mixed: "Products that are shipped in part",
  quote_read: "Quotation marks in texts",
};

/** What was read in another way than it is written, or left out: each kind with its number, and all as a file. */
export function RowNotes({ job }: { job: ImportJob }) {
  const saving = useRemarksFile(job, "notes");
  const { notes, note_groups: groups } = job;
  if (groups.length === 0) return null;
  return (
    <CardSection
      title="Notes"
      hint="What was left out comes first."
      action={
        job.notes_url && (
          <Button
            size="small"
            busy={saving.isPending}
            onClick={() => saving.mutate(undefined, { onError: toastProblem() })}
          >
            <Download /> Download all notes
          </Button>
        )
      }
    >
      <div className="grid gap-2">
        {groups.map(({ code, count, is_loss }, at) => (
          <NoteGroup
            key={code}
            label={noteLabels[code] ?? code}
            count={count}
            isOpen={at === 0}
            isLoss={is_loss}
            notes={notes.filter((note) => note.code === code)}
          />
        ))}
      </div>
    </CardSection>
  );
}

interface GroupProps {
  label: string;
  count: number;
  isOpen: boolean;
  isLoss: boolean;
  notes: ImportRowError[];
}

const NoteGroup = ({ label, count, isOpen, isLoss, notes }: GroupProps) => (
  <details open={isOpen} className="rounded border border-hairline px-3 py-2">
    <summary className="cursor-pointer text-sm font-medium">
      {label}{" "}
      <span className={`tabular-nums ${isLoss ? "text-danger" : "text-muted"}`}>({count.toLocaleString("en")})</span>
    </summary>
    <div className="pt-2">
      {notes.length > 0 && <Remarks label={label} head="Note" of={notes} />}
      {count > notes.length && (
        <p className="pt-3 text-sm text-muted">
          And {(count - notes.length).toLocaleString("en")} more. Download the file to see all of them.
        </p>
      )}
    </div>
  </details>
);

const Remarks = ({ label, head, of }: { label: string; head: string; of: ImportRowError[] }) => (
  <DataTable
    label={label}
    rows={of}
    // A row may have several remarks on one column.
    rowKey={(remark) => of.indexOf(remark)}
    columns={[
      { head: "Row", className: "tabular-nums", cell: ({ row }) => row },
      { head: "Column", className: "font-mono text-xs", cell: ({ column }) => column },
      {
        head,
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
