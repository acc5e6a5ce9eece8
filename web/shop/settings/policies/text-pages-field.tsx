import { Plus } from "lucide-react";
import { slugify } from "#contract/catalogue/slug.ts";
import type { TextPage } from "#contract/shop/settings.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FieldError, TextField } from "#web/ui/forms/fields/field.tsx";
import { RichTextField } from "#web/ui/forms/rich-text/rich-text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useRowKeys } from "#web/ui/lists/row-keys.ts";

type Props = { pages: TextPage[]; error: string | undefined; onChange: (pages: TextPage[]) => void };

/** The merchant's own pages: add, edit and remove. */
export function TextPagesField({ pages, error, onChange }: Props) {
  const rows = useRowKeys(pages.length);
  const change = (index: number, page: TextPage, edit: Partial<TextPage>) =>
    onChange(pages.with(index, { ...page, ...edit }));
  const remove = (index: number) => {
    rows.remove(index);
    onChange(pages.toSpliced(index, 1));
  };
  return (
    <CardSection
      title="Pages"
      hint="Such as About us or a size guide. Link to them under Content, in the navigation, the footer or a section."
    >
      <div className="grid gap-4">
        {pages.map((page, index) => (
          <fieldset key={rows.keys[index]} className="grid gap-4 rounded-lg border border-hairline p-4">
            <legend className="sr-only">{page.title || "New page"}</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="Title"
                autoComplete="off"
                maxLength={120}
                value={page.title}
                onChange={({ target }) => change(index, page, { title: target.value })}
              />
              <TextField
                label="URL handle"
                optional
                autoComplete="off"
                maxLength={100}
                hint={`URL: ${paths.textPage(slugOf(page))}`}
                value={page.slug}
                onChange={({ target }) => change(index, page, { slug: target.value })}
              />
            </div>
            <RichTextField
              label={`Text of ${page.title || "the new page"}`}
              value={page.html}
              error={undefined}
              onChange={(html) => change(index, page, { html })}
            />
            <Button size="small" className="justify-self-start" onClick={() => remove(index)}>
              Remove page
            </Button>
          </fieldset>
        ))}
        {error && <FieldError id="pages-error">{error}</FieldError>}
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...pages, { slug: "", title: "", html: "" }])}
        >
          <Plus aria-hidden="true" />
          Add page
        </Button>
      </div>
    </CardSection>
  );
}

/** The URL handle that was entered, else that of the title. */
export const slugOf = ({ slug, title }: TextPage) => slug.trim() || slugify(title);
