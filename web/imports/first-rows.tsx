import { FileEncoding, type ImportJob } from "#contract/imports.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { usePreviewAgain, useSample } from "./imports.queries.ts";

const encodingNames: Record<FileEncoding, string> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16)",
  "utf-16be": "Unicode (UTF-16, big endian)",
  "windows-1252": "Western European (Windows-1252)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "windows-1254": "Turkish (Windows-1254)",
  macintosh: "Western European (Mac)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-kr": "Korean (EUC-KR)",
  gb18030: "Chinese, simplified (GB 18030)",
  big5: "Chinese, traditional (Big5)",
};

type Props = { job: ImportJob; encoding: FileEncoding | null; onEncoding: (encoding: FileEncoding) => void };

/** The first rows as they were read; another encoding shows at once how it reads them. */
export function FirstRows({ job, encoding: chosen, onEncoding }: Props) {
  const { data: sample, error } = useSample(job.id, chosen);
  const again = usePreviewAgain(job.id);
  const problem = again.error ?? error;
  // Said above already, and no other encoding makes a table of it.
  if (job.status === "failed" && chosen === job.encoding && problem?.message === job.message) return null;
  return (
    <CardSection title="First rows" hint="Check that characters and headings are right.">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Encoding"
            size="small"
            value={chosen ?? sample?.encoding ?? ""}
            onChange={({ currentTarget }) => onEncoding(FileEncoding.parse(currentTarget.value))}
            options={FileEncoding.options.map((encoding) => [encoding, encodingNames[encoding]])}
          />
          {sample && hasFirstRow(job) && (
            <SelectField
              label="First row"
              size="small"
              value={sample.has_headings ? "headings" : "product"}
              onChange={({ currentTarget }) => again.mutate({ has_headings: currentTarget.value === "headings" })}
              options={[
                ["headings", "Column headings"],
                ["product", "A product"],
              ]}
            />
          )}
          {chosen !== null && chosen !== job.encoding && (
            <Button size="small" busy={again.isPending} onClick={() => again.mutate({ encoding: chosen })}>
              Reload with this encoding
            </Button>
          )}
        </div>
        {problem && (
          <Banner tone="danger" role="alert" title="Couldn't read the file">
            {problem.message}
          </Banner>
        )}
        {sample && !error && (
          <DataTable
            label="First rows"
            rows={sample.rows}
            rowKey={({ row }) => row}
            columns={[
              { head: "Row", className: "tabular-nums", cell: ({ row }) => row },
              ...sample.header.map((head, at) => ({
                head,
                className: "max-w-64 truncate",
                cell: ({ cells }: { cells: string[] }) => cells[at],
              })),
            ]}
          />
        )}
      </div>
    </CardSection>
  );
}

/** Of an XML feed and of categories the headings are known. */
const hasFirstRow = ({ kind, format }: ImportJob) => kind === "products" && !/\bXML\b/.test(format);
