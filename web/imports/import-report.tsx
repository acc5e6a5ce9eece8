import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ImportJob } from "#contract/imports.ts";
import { browserClient } from "#web/api/call.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { ColumnMappingForm } from "./column-mapping-form.tsx";
import { FirstRows } from "./first-rows.tsx";
import { useImportChoices } from "./import-choices.ts";
import { ImportCurrencyNotice } from "./import-currency-notice.tsx";
import { ImportImages } from "./import-images.tsx";
import { importKinds, importStatusLabels } from "./import-kinds.ts";
import { ProductsPreview } from "./import-products-preview.tsx";
import { BadRows, RowNotes } from "./import-rows.tsx";
import { ImportSummary } from "./import-summary.tsx";
import { ImportUndo } from "./import-undo.tsx";
import { useConfirmImport, useImport, useImportAction } from "./imports.queries.ts";

/** An import from preview to result. */
export function ImportReport({ id }: { id: string }) {
  const { data: job, error, refetch } = useImport(id);
  const choices = useImportChoices(job);
  useInvalidateWhenDone(job);
  if (error?.status === 404 || error?.status === 400)
    return <EmptyState title="Import not found">Imports are deleted after 90 days.</EmptyState>;
  if (!job && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!job) return <Skeleton className="h-72 rounded-lg" />;
  return (
    <>
      <CardSection
        title={<span className="break-all">{job.file}</span>}
        hint={job.format}
        action={<LabelBadge label={importStatusLabels[job.status]} />}
      >
        <div className="grid gap-5">
          <Stage job={job} isChanged={choices.isChanged} />
          {hasSummary(job) && <ImportSummary job={job} />}
        </div>
      </CardSection>
      {job.status === "preview" && <ProductsPreview id={job.id} summary={job.summary} />}
      {canMap(job) && <ColumnMappingForm job={job} mapping={choices.mapping} onMapping={choices.setMapping} />}
      {canReadAgain(job) && <FirstRows job={job} encoding={choices.encoding} onEncoding={choices.setEncoding} />}
      {job.undo && <ImportUndo job={job} undo={job.undo} />}
      {job.images && <ImportImages id={job.id} images={job.images} isRunning={job.status === "running"} />}
      <BadRows job={job} />
      <RowNotes job={job} />
      <Columns job={job} />
    </>
  );
}

/** A discarded upload has changed nothing. */
const hasSummary = ({ status, progress }: ImportJob) =>
  ["preview", "done", "undoing", "undone"].includes(status) || (status === "cancelled" && progress > 0);

const canMap = ({ status, mapping }: ImportJob) => mapping !== null && (status === "mapping" || status === "preview");

/** JSON has one encoding and no rows. */
const canReadAgain = ({ status, format }: ImportJob) =>
  ["mapping", "preview", "failed"].includes(status) && format !== "JSON";

/** Invalidates all queries when the import is done, as its data shows elsewhere. */
function useInvalidateWhenDone(job: ImportJob | undefined) {
  const status = job?.status;
  const before = useRef(status);
  useEffect(() => {
    const isDone = status === "done" || status === "cancelled" || status === "undone";
    if (isDone && (before.current === "running" || before.current === "undoing"))
      void browserClient().invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "GET /imports/:id" });
    before.current = status;
  }, [status]);
}

/** The current status with its actions. */
function Stage({ job, isChanged }: { job: ImportJob; isChanged: boolean }) {
  const { many, list, address } = importKinds[job.kind];
  const another = <ButtonLink to={address()} size="small" label="Import another file" />;
  if (job.status === "pending")
    return (
      <InProgress label="Checking file" words="Checking file…">
        <CancelButton id={job.id}>Discard</CancelButton>
      </InProgress>
    );
  if (job.status === "running")
    return (
      <InProgress
        label="Importing"
        words="Importing… You can leave this page. The import continues in the background."
        value={job.progress || undefined}
      >
        <CancelButton id={job.id}>Cancel import</CancelButton>
      </InProgress>
    );
  if (job.status === "undoing" || job.status === "undone") return <Undone job={job} another={another} />;
  if (job.status === "mapping") return <MappingNeeded job={job} another={another} />;
  if (job.status === "cancelled")
    return (
      <Banner tone="info" role="status" title="Cancelled" action={another}>
        {hasSummary(job) ? "Rows imported so far are saved." : "Nothing was imported."}
      </Banner>
    );
  if (job.status === "failed")
    return (
      <Banner tone="danger" role="alert" title="Couldn't import this file" action={another}>
        {job.message ?? "Something went wrong. Upload it again."}
      </Banner>
    );
  if (job.status === "preview") return <ConfirmStep job={job} isChanged={isChanged} another={another} />;
  return (
    <Banner
      tone={job.totals.error > 0 ? "warning" : "success"}
      role="status"
      title={countChanges(job) === 0 ? "No changes" : "Import complete"}
      action={
        <div className="flex flex-wrap gap-2">
          {another}
          <ButtonLink to={list()} size="small" look="primary" label={`View ${many}`} />
        </div>
      }
    >
      {job.totals.error > 0 &&
        `${job.totals.error.toLocaleString("en")} of ${job.totals.rows.toLocaleString("en")} rows were not imported. ` +
          "Download them below, fix them and import them again."}
    </Banner>
  );
}

const Undone = ({ job: { kind, status, undo }, another }: { job: ImportJob; another: ReactNode }) =>
  status === "undoing" ? (
    <InProgress
      label="Undoing import"
      words="Undoing… You can leave this page. The undo continues in the background."
      value={undo ? (undo.undone + undo.left) / Math.max(1, undo.total) : undefined}
    />
  ) : (
    <Banner tone={undo?.left ? "warning" : "success"} role="status" title="Import undone" action={another}>
      {kind === "products" &&
        "Tags, options and product types that the import created stay, and categories that are in use."}
    </Banner>
  );

const countChanges = ({ totals }: ImportJob) => totals.create + totals.update;

type ConfirmProps = {
  job: ImportJob;
  /** The page shows other columns or another encoding than this preview is of. */
  isChanged: boolean;
  another: ReactNode;
};

/** Starts an import of what was previewed, and of nothing else. */
export function ConfirmStep({ job, isChanged, another }: ConfirmProps) {
  const { one, many } = importKinds[job.kind];
  const confirm = useConfirmImport(job.id);
  const [acceptsCurrency, setAcceptsCurrency] = useState(false);
  const isForeign = Object.keys(job.summary.currencies).length > 0;
  const count = countChanges(job);
  const words = `Import ${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  return (
    <div className="grid gap-3">
      {confirm.error && (
        <Banner tone="danger" role="alert" title="Couldn't start the import">
          {confirm.error.message}
        </Banner>
      )}
      {isForeign && count > 0 && (
        <ImportCurrencyNotice summary={job.summary} isAccepted={acceptsCurrency} onAccept={setAcceptsCurrency} />
      )}
      <p className="text-sm text-muted">
        {isChanged
          ? "You changed the columns or the encoding below. Preview the file again before you import."
          : count > 0
            ? "Review the changes before you import:"
            : job.totals.skip > 0
              ? "Your shop already matches this file. There's nothing to import."
              : "No rows in this file can be imported. Check the errors below."}
      </p>
      <div className="flex flex-wrap gap-2">
        {count > 0 && (
          <Button
            size="small"
            look="primary"
            busy={confirm.isPending}
            disabled={isChanged || (isForeign && !acceptsCurrency)}
            onClick={() => confirm.mutate(acceptsCurrency)}
          >
            {words}
          </Button>
        )}
        <CancelButton id={job.id}>Discard</CancelButton>
        {another}
      </div>
    </div>
  );
}

const MappingNeeded = ({ job, another }: { job: ImportJob; another: ReactNode }) => (
  <div className="grid gap-3">
    <p className="text-sm text-muted">{job.message} Select the column for each field below.</p>
    <div className="flex flex-wrap gap-2">
      <CancelButton id={job.id}>Discard</CancelButton>
      {another}
    </div>
  </div>
);

function CancelButton({ id, children }: { id: string; children: ReactNode }) {
  const cancel = useImportAction(id, "cancel");
  return (
    <div>
      <Button writes size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {children}
      </Button>
    </div>
  );
}

type ProgressProps = { label: string; words: string; value?: number | undefined; children?: ReactNode };

/** Without a `value` progress is unknown: categories are imported at once. */
const InProgress = ({ label, words, value, children }: ProgressProps) => (
  <div className="grid gap-2">
    <p role="status" className="text-sm">
      {words}
    </p>
    {value === undefined ? <Skeleton className="h-2 rounded-full" /> : <Progress label={label} value={value} />}
    {value !== undefined && <p className="text-sm text-muted tabular-nums">{Math.round(value * 100)} %</p>}
    {children}
  </div>
);

const Columns = ({ job: { columns } }: { job: ImportJob }) =>
  columns.known.length + columns.ignored.length > 0 && (
    <CardSection title="Columns">
      <div className="grid gap-4 text-sm">
        <ColumnList title="Recognized columns" of={columns.known} />
        {columns.ignored.length > 0 && <ColumnList title="Ignored columns" of={columns.ignored} isQuiet />}
      </div>
    </CardSection>
  );

const ColumnList = ({ title, of, isQuiet = false }: { title: string; of: string[]; isQuiet?: boolean }) => (
  <section className="grid gap-2">
    <h3 className="text-muted">{title}</h3>
    <ul className="flex flex-wrap gap-1.5">
      {of.map((name) => (
        <li
          key={name}
          className={`rounded-sm bg-sunken px-2 py-0.5 font-mono text-xs leading-5 ${isQuiet ? "text-muted" : ""}`}
        >
          {name}
        </li>
      ))}
    </ul>
  </section>
);
