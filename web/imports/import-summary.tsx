import type { ImportJob } from "#contract/imports.ts";
import { importKinds } from "./import-kinds.ts";

const fieldNames: Record<string, string> = {
  description_html: "description",
  is_active: "visibility",
  seo: "search engine listing",
  safety: "product safety",
  country_of_origin: "country of origin",
  energy_label: "energy label",
  failed_images: "images downloaded again",
};

/** What an import would change or has changed, in products or categories. */
export function ImportSummary({ job }: { job: ImportJob }) {
  const { totals, summary, status } = job;
  const { one, many } = importKinds[job.kind];
  const isPlan = status === "preview";
  const fields = Object.entries(summary.fields).sort(([, a], [, b]) => b - a);
  const figures = [
    { label: isPlan ? "New" : "Created", value: totals.create },
    { label: isPlan ? "To update" : "Updated", value: totals.update },
    { label: "Unchanged", value: totals.skip },
    { label: isPlan ? "Not importable" : "Not imported", value: summary.left_out, isBad: summary.left_out > 0 },
    { label: "Rows", value: totals.rows },
    { label: isPlan ? "Rows left out" : "Rows not imported", value: totals.error, isBad: totals.error > 0 },
  ];
  const remarks = [
    isPlan && summary.free > 0 && `${countOf(summary.free, one, many)} will be on sale for nothing.`,
    isPlan && summary.sold_out > 0 && `${countOf(summary.sold_out, one, many)} will be sold out.`,
    isPlan && summary.drafts > 0 && `${countOf(summary.drafts, one, many)} will be drafts, which nobody sees.`,
    fields.length > 0 &&
      `Changed fields: ${fields.map(([field, count]) => `${fieldNames[field] ?? field} (${format(count)})`).join(", ")}.`,
    summary.images &&
      `${format(summary.images.matched)} of ${countOf(summary.images.total, "image", "images")} in the ZIP file match the table.`,
    summary.shortened > 0 && `${countOf(summary.shortened, one, many)} with shortened text.`,
    summary.renamed > 0 &&
      `${countOf(summary.renamed, one, many)} with a handle that isn't a valid URL. The handle is changed, and the old ` +
        "URL redirects to the new one.",
  ].filter((remark) => typeof remark === "string");
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border border-hairline bg-hairline sm:grid-cols-3 lg:grid-cols-6">
        {figures.map(({ label, value, isBad }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-0.5 bg-surface p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className={`text-xl font-semibold tabular-nums ${isBad ? "text-danger" : ""}`}>{format(value)}</dd>
          </div>
        ))}
      </dl>
      {remarks.length > 0 && (
        <ul aria-label="Details" className="grid gap-1 text-sm text-muted">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const format = (count: number) => count.toLocaleString("en");
const countOf = (count: number, one: string, many: string) => `${format(count)} ${count === 1 ? one : many}`;
