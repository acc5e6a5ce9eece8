import type { FormEvent } from "react";
import { type ColumnMapping, type ImportJob, type ImportSample, mappableFields } from "#contract/imports.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { usePreviewAgain, useSample } from "./imports.queries.ts";

type Field = (typeof mappableFields)[number];

const fieldLabels: Record<Field, string> = {
  handle: "Handle",
  title: "Title",
  body: "Description",
  vendor: "Brand",
  type: "Product type",
  category: "Category",
  tags: "Tags",
  status: "Status",
  option1: "Option 1",
  option2: "Option 2",
  option3: "Option 3",
  sku: "SKU",
  barcode: "Barcode",
  price: "Price",
  compareAt: "Compare-at price",
  cost: "Cost per item",
  quantity: "Stock",
  grams: "Weight",
  image: "Image URL",
  seoTitle: "SEO title",
  seoDescription: "SEO description",
};
/** What new products need comes first. */
const required: Field[] = ["title", "price"];
const fields: Field[] = [...required, ...mappableFields.filter((field) => !required.includes(field))];

type Props = { job: ImportJob; mapping: ColumnMapping; onMapping: (mapping: ColumnMapping) => void };

/** Which column of the table holds each product field, starting from a suggestion, each with values of the file. */
export function ColumnMappingForm({ job, mapping, onMapping }: Props) {
  const { data: sample } = useSample(job.id, job.encoding);
  const again = usePreviewAgain(job.id);
  const headings = [...new Set(sample?.header.filter((heading) => heading !== ""))];
  const choose = (field: Field, heading: string) => {
    const { [field]: _before, ...others } = mapping;
    onMapping(heading === "" ? others : { ...others, [field]: heading });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    again.mutate({ mapping });
  };
  return (
    <CardSection
      title="Column mapping"
      hint="New products need a title and a price. To update only prices or stock, select the SKU or handle and leave the title empty."
    >
      <form onSubmit={submit} className="grid gap-5">
        {again.error && (
          <Banner tone="danger" role="alert" title="Couldn't read the file">
            {again.error.message}
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {fields.map((field) => (
            <SelectField
              key={field}
              label={fieldLabels[field]}
              hint={hintOf(field, mapping[field], sample)}
              size="small"
              value={mapping[field] ?? ""}
              onChange={({ currentTarget }) => choose(field, currentTarget.value)}
              placeholder="Not in the file"
              options={headings.map((heading) => [heading, heading])}
            />
          ))}
        </div>
        <div>
          <Button type="submit" look="primary" size="small" busy={again.isPending}>
            Preview
          </Button>
        </div>
      </form>
    </CardSection>
  );
}

/** The first values of a field's column, or that the field is needed. */
function hintOf(field: Field, heading: string | undefined, sample: ImportSample | undefined): string | undefined {
  if (heading === undefined) return required.includes(field) ? "Required for new products" : undefined;
  const at = sample?.header.indexOf(heading) ?? -1;
  const values = (sample?.rows ?? []).flatMap(({ cells }) => cells[at]?.trim() || []);
  if (values.length === 0) return sample && "No values in the first rows";
  return [...new Set(values)].slice(0, 3).map(shortened).join(" · ");
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
