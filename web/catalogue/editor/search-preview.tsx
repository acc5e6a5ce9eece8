import { useWatch } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { useOrigin } from "#web/api/origin.ts";
import { paths } from "#web/paths.ts";
import { TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useProductFields, useProductForm } from "./editor-context.ts";

/** Title and description for search engines, with a preview. */
export function SearchPreview() {
  const field = useProductFields(["seo_title", "seo_description"]);
  return (
    <CardSection title="Search engine listing">
      <div className="grid gap-4">
        <Preview />
        <TextField
          label="Page title"
          optional
          hint="If empty, the product name is used. About 60 characters are shown."
          maxLength={productLimits.seoTitle}
          {...field("seo_title")}
        />
        <TextAreaField
          label="Meta description"
          optional
          hint="About 160 characters are shown."
          rows={2}
          maxLength={productLimits.seoDescription}
          {...field("seo_description")}
        />
      </div>
    </CardSection>
  );
}

function Preview() {
  const { control } = useProductForm();
  const [name, slug, title, description, html] = useWatch({
    control,
    name: ["name", "slug", "seo_title", "seo_description", "description_html"],
  });
  const origin = useOrigin();
  return (
    <figure className="grid min-w-0 gap-1 rounded border border-hairline p-4 text-sm">
      <figcaption className="sr-only">Preview</figcaption>
      <span className="truncate text-muted">
        {origin.replace(/^https?:\/\//, "") + paths.details("") + slugify(slug, productLimits.slug)}
      </span>
      <span className="truncate text-lg text-link">{cut(title || name || "Product name", 60)}</span>
      <span className="text-muted">
        {cut(description || textOf(html), 160) || "The meta description appears here."}
      </span>
    </figure>
  );
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).replace(/\s+\S*$/, "")} …` : text;

const textOf = (html: string) =>
  new DOMParser().parseFromString(html.replaceAll("<", " <"), "text/html").body.textContent.replace(/\s+/g, " ").trim();
