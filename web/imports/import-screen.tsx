import { FileUp } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { queryText } from "#web/paths.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { FileDrop } from "#web/ui/forms/fields/file-drop.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { type ImportKind, importKinds, importStatusLabels } from "./import-kinds.ts";
import { ImportReport } from "./import-report.tsx";
import { useLatestImports, useUpload } from "./imports.queries.ts";

/** Imports a file: upload, preview, confirmation. The URL holds the job. */
export function ImportScreen({ kind }: { kind: ImportKind }) {
  const [search] = useSearchParams();
  const job = search.get("job");
  const { many, list, address } = importKinds[kind];
  const title = `Import ${many}`;
  const label = many.charAt(0).toUpperCase() + many.slice(1);
  return (
    <main className="mx-auto grid max-w-[64rem] grid-cols-1 gap-5 p-4 md:p-6">
      <PageHead title={title} hidden />
      <Breadcrumbs
        crumbs={[
          { label, href: list() },
          ...(job ? [{ label: title, href: address() }, { label: "Import" }] : [{ label: title }]),
        ]}
      />
      <h1 className="text-2xl">{title}</h1>
      {job ? <ImportReport key={job} id={job} /> : <NewImport kind={kind} />}
    </main>
  );
}

function NewImport({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate();
  const { accept, hint, columns, address } = importKinds[kind];
  const { sending, sent } = useUpload(kind, (job) => void navigate(address() + queryText({ job })));
  return (
    <>
      <CardSection title="Choose a file" hint="You can review the changes before you import.">
        <FileDrop
          label="File to import"
          action="Choose a file"
          hint={`Or drop it here. ${hint}`}
          error={sending.error?.message}
          accept={accept}
          disabled={sending.isPending}
          onFile={sending.mutate}
        >
          <FileUp className="size-8 text-muted" />
          {sending.isPending && (
            <span className="grid w-56 gap-1.5">
              <span role="status" className="text-sm">
                {sent < 1 ? "Uploading…" : "Checking file…"}
              </span>
              <Progress label="Uploading file" value={sent} />
            </span>
          )}
        </FileDrop>
      </CardSection>
      <CardSection title="Columns" hint="Other columns are ignored and listed in the preview.">
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {columns.map(({ name, says }) => (
            <div key={name} className="contents">
              <dt className="font-mono font-medium">{name}</dt>
              <dd className="text-muted max-sm:-mt-2">{says}</dd>
            </div>
          ))}
        </dl>
      </CardSection>
      <LatestImports kind={kind} />
    </>
  );
}

/** The latest imports, with links. */
function LatestImports({ kind }: { kind: ImportKind }) {
  const { data: jobs = [], error, refetch } = useLatestImports(kind);
  if (error) return <ErrorNotice onRetry={() => void refetch()}>Couldn't load recent imports.</ErrorNotice>;
  if (jobs.length === 0) return null;
  return (
    <CardSection title="Recent imports" action={<ExportButton route="GET /imports/export" name="imports" />}>
      <ul className="-my-2 divide-y divide-hairline">
        {jobs.map(({ id, file, status, created_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
            <ShopLink
              to={importKinds[kind].address() + queryText({ job: id })}
              className="touch-target min-w-0 flex-1 truncate font-medium underline-offset-4 hover:underline"
            >
              {file}
            </ShopLink>
            <LabelBadge label={importStatusLabels[status]} />
            <time dateTime={created_at} className="text-muted">
              {formatMoment(created_at)}
            </time>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
