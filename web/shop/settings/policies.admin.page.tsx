import { Plus } from "lucide-react";
import { slugify } from "#contract/catalogue/slug.ts";
import { type AllSettings, type Policy, policies, type TextPage } from "#contract/shop/settings.ts";
import { paths } from "#web/paths.ts";
import { NewTabLink } from "#web/ui/admin/admin-page.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FieldError, TextField } from "#web/ui/forms/fields/field.tsx";
import { RichTextField } from "#web/ui/forms/rich-text/rich-text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useRowKeys } from "#web/ui/lists/row-keys.ts";
import {
  type RetentionFields,
  RetentionSection,
  retentionLabels,
  toRetention,
  toRetentionFields,
} from "./retention-section.tsx";
import { SettingsForm, type SettingsValues, settingsPage, useSettingsForm } from "./settings-form.tsx";

export default settingsPage("policies", PoliciesForm);

const policyLabels: Record<Policy, string> = {
  privacy: "Privacy policy",
  terms: "Terms of use",
  delivery: "Delivery",
  returns: "Returns",
};
const labels = { ...policyLabels, pages: "Pages", ...retentionLabels };

type Fields = Record<Policy, string> & { pages: TextPage[] } & RetentionFields;

const toFields = (texts: SettingsValues<"policies">): Fields => ({
  privacy: texts.privacy ?? "",
  terms: texts.terms ?? "",
  delivery: texts.delivery ?? "",
  returns: texts.returns ?? "",
  pages: texts.pages,
  ...toRetentionFields(texts),
});

const toBody = (fields: Fields) => ({
  ...Object.fromEntries(policies.map((policy) => [policy, fields[policy].trim() || null])),
  pages: fields.pages.map((page) => ({ ...page, slug: slugOf(page) })),
  ...toRetention(fields),
});

function PoliciesForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "policies", settings, toFields, toBody, labels });
  const { form, field } = state;
  return (
    <SettingsForm
      intro={
        "Until you write a text, its page shows a template that says what is missing. " +
        "Ask a legal professional in your country to review your texts."
      }
      state={state}
    >
      {policies.map((policy) => (
        <CardSection
          key={policy}
          title={policyLabels[policy]}
          action={
            <NewTabLink href={paths[policy]()} of={policyLabels[policy]}>
              View page
            </NewTabLink>
          }
        >
          <RichTextField
            label={`Text of ${policyLabels[policy]}`}
            value={form.watch(policy)}
            error={form.formState.errors[policy]?.message}
            onChange={(html) => form.setValue(policy, html as never, { shouldDirty: true })}
          />
        </CardSection>
      ))}
      <TextPagesField
        pages={form.watch("pages")}
        error={form.formState.errors.pages?.message}
        onChange={(pages) => form.setValue("pages", pages, { shouldDirty: true })}
      />
      <RetentionSection field={field} />
    </SettingsForm>
  );
}

type Props = { pages: TextPage[]; error: string | undefined; onChange: (pages: TextPage[]) => void };

/** The merchant's own pages: add, edit and remove. */
function TextPagesField({ pages, error, onChange }: Props) {
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
const slugOf = ({ slug, title }: TextPage) => slug.trim() || slugify(title);
