import { ExternalLink } from "lucide-react";
import { type AllSettings, type Policy, policies, type TextPage } from "#contract/shop/settings.ts";
import { paths } from "#web/paths.ts";
import { RichTextField } from "#web/ui/forms/rich-text/rich-text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { LoadedSettings, SettingsForm } from "./settings-form.tsx";
import { slugOf, TextPagesField } from "./text-pages-field.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

const title = "Pages and policies";

export default function PolicySettingsPage() {
  return <LoadedSettings title={title}>{(settings) => <PoliciesForm settings={settings} />}</LoadedSettings>;
}

const policyLabels: Record<Policy, string> = {
  privacy: "Privacy policy",
  terms: "Terms of use",
  delivery: "Delivery",
  returns: "Returns",
};
const labels = { ...policyLabels, pages: "Pages" };

type Fields = Record<Policy, string> & { pages: TextPage[] };

const toFields = (texts: AllSettings["policies"]): Fields => ({
  privacy: texts.privacy ?? "",
  terms: texts.terms ?? "",
  delivery: texts.delivery ?? "",
  returns: texts.returns ?? "",
  pages: texts.pages,
});

const toBody = (fields: Fields) => ({
  ...Object.fromEntries(policies.map((policy) => [policy, fields[policy].trim() || null])),
  pages: fields.pages.map((page) => ({ ...page, slug: slugOf(page) })),
});

function PoliciesForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "policies", settings, toFields, toBody, labels });
  const { form } = state;
  return (
    <SettingsForm
      title={title}
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
            <a
              href={paths[policy]()}
              target="_blank"
              rel="noreferrer"
              className="touch-target inline-flex items-center gap-1 text-sm text-link underline underline-offset-4"
            >
              View page
              <ExternalLink className="size-3.5" />
              <span className="sr-only">{policyLabels[policy]} (opens in a new tab)</span>
            </a>
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
    </SettingsForm>
  );
}
