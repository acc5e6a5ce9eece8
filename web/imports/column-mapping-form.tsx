import { type FormEvent, useState } from "react";
import { type ColumnMapping, type ImportJob, mappableFields } from "#contract/imports.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { usePreviewAgain, useSample } from "./imports.queries.ts";

const fieldLabels: Record<(typeof mappableFields)[number], string> = {
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
  grams: "Weight in grams",
  image: "Image URL",
  seoTitle: "SEO title",
  seoDescription: "SEO description",
};

/** Which column of the table holds each product field, starting from a suggestion. */
export function ColumnMappingForm({ job }: { job: ImportJob }) {
  const { data: sample } = useSample(job.id, job.encoding);
  const again = usePreviewAgain(job.id);
  const [mapping, setMapping] = useState<ColumnMapping>(job.mapping ?? {});
  const headings = [...new Set(sample?.header.filter((heading) => heading !== ""))];
  const choose = (field: keyof ColumnMapping, heading: string) => {
    const { [field]: _before, ...others } = mapping;
    setMapping(heading === "" ? others : { ...others, [field]: heading });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    again.mutate({ mapping });
  };
  return (
    <CardSection
      title="Column mapping"
      hint="Select the columns for title and price. To update only prices or stock, select the SKU or handle and the values to update."
    >
      <form onSubmit={submit} className="grid gap-5">
        {again.error && (
          <Banner tone="danger" role="alert" title="Couldn't read the file">
            {again.error.message}
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {mappableFields.map((field) => (
            <SelectField
              key={field}
              label={fieldLabels[field]}
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
