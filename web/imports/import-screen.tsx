import { FileUp } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { queryText } from "#web/paths.ts";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { FileDrop } from "#web/ui/forms/fields/file-drop.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { type ImportKind, importKinds } from "./import-kinds.ts";
import { ImportReport } from "./import-report.tsx";
import { useUpload } from "./imports.queries.ts";
import { LatestImports } from "./latest-imports.tsx";

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
