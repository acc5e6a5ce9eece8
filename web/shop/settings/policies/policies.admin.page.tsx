import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type AllSettings, type Policy, policies, type TextPage } from "#contract/shop/settings.ts";
import { query } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { SettingsForm, type SettingsValues, settingsPage, useSettingsForm } from "#web/shop/settings/settings-form.tsx";
import { NewTabLink } from "#web/ui/admin/admin-page.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { RichTextField } from "#web/ui/forms/rich-text/rich-text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { localeName } from "#web/ui/text/locale-name.ts";
import { languageOf } from "#words/say.ts";
import {
  type RetentionFields,
  RetentionSection,
  retentionLabels,
  toRetention,
  toRetentionFields,
} from "./retention-section.tsx";
import { slugOf, TextPagesField } from "./text-pages-field.tsx";

export default settingsPage("policies", PoliciesForm);

const policyLabels: Record<Policy, string> = {
  privacy: "Privacy policy",
  terms: "Terms of use",
  delivery: "Delivery",
  returns: "Returns",
};
const labels = {
  ...policyLabels,
  policy_translations: "Translations",
  pages: "Pages",
  recently_viewed: "Remember the products that a customer viewed last",
  ...retentionLabels,
};

type Translations = Record<string, Partial<Record<Policy, string>>>;
type Fields = Record<Policy, string> & {
  policy_translations: Translations;
  pages: TextPage[];
  recently_viewed: boolean;
} & RetentionFields;

const toFields = (texts: SettingsValues<"policies">): Fields => ({
  privacy: texts.privacy ?? "",
  terms: texts.terms ?? "",
  delivery: texts.delivery ?? "",
  returns: texts.returns ?? "",
  policy_translations: texts.policy_translations as Translations,
  pages: texts.pages,
  recently_viewed: texts.recently_viewed,
  ...toRetentionFields(texts),
});

const toBody = (fields: Fields) => ({
  ...Object.fromEntries(policies.map((policy) => [policy, fields[policy].trim() || null])),
  policy_translations: fields.policy_translations,
  pages: fields.pages.map((page) => ({ ...page, slug: slugOf(page) })),
  recently_viewed: fields.recently_viewed,
  ...toRetention(fields),
});

function PoliciesForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "policies", settings, toFields, toBody, labels });
  const { locale, other_languages } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const first = languageOf(locale);
  const [language, setLanguage] = useState(first);
  const { form, field } = state;
  return (
    <SettingsForm
      intro={
        "Until you write a text, its page shows a template that says what is missing. " +
        "Ask a legal professional in your country to review your texts."
      }
      state={state}
      choice={
        other_languages.length > 0 && (
          <LanguageChoice {...{ first, language }} others={other_languages} onLanguage={setLanguage} />
        )
      }
    >
      <PolicyTexts key={language} form={form} first={first} language={language} />
      <CardSection
        title="Earlier texts"
        action={<ExportButton route="GET /settings/policies/versions/export" name="policy-versions" />}
      >
        <p className="text-sm text-muted">
          Each order keeps the texts it was placed under. The file has all of them, in every language, newest first.
        </p>
      </CardSection>
      <TextPagesField
        pages={form.watch("pages")}
        error={form.formState.errors.pages?.message}
        onChange={(pages) => form.setValue("pages", pages, { shouldDirty: true })}
      />
      <CardSection title="In the browsers of customers" hint="The privacy page lists what is stored there.">
        <Checkbox label={labels.recently_viewed} {...form.register("recently_viewed")} />
        <p className="mt-1 text-sm text-muted">
          They are shown again on the home, product and cart pages, where customers can clear them. Off: no such list is
          stored. Visited pages still open without a connection until the customer signs out.
        </p>
      </CardSection>
      <RetentionSection field={field} />
    </SettingsForm>
  );
}

type ChoiceProps = { first: string; language: string; others: string[]; onLanguage: (language: string) => void };

/** The languages of the shop, its first one first. */
const LanguageChoice = ({ first, language, others, onLanguage }: ChoiceProps) => (
  <div className="grid gap-2">
    <SegmentedControl
      label="Language of the texts"
      value={language}
      onValueChange={onLanguage}
      options={[first, ...others].map((one) => ({ value: one, label: localeName(one) }))}
    />
    <p className="text-sm text-muted">
      {language === first
        ? "Customers read these texts where there is no translation."
        : `Without a translation customers read the text in ${localeName(first)}, and its page says so.`}
    </p>
  </div>
);

type TextsProps = { form: UseFormReturn<Fields>; first: string; language: string };

/** The texts of the policies in one language. */
function PolicyTexts({ form, first, language }: TextsProps) {
  const isFirst = language === first;
  const translations = form.watch("policy_translations");
  const setText = (policy: Policy, html: string) => {
    if (isFirst) return form.setValue(policy, html, { shouldDirty: true });
    const { [policy]: _, ...others } = translations[language] ?? {};
    const texts = html.trim() ? { ...others, [policy]: html } : others;
    return form.setValue("policy_translations", { ...translations, [language]: texts }, { shouldDirty: true });
  };
  return policies.map((policy) => (
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
        label={`Text of ${policyLabels[policy]}${isFirst ? "" : ` in ${localeName(language)}`}`}
        value={isFirst ? form.watch(policy) : (translations[language]?.[policy] ?? "")}
        error={isFirst ? form.formState.errors[policy]?.message : undefined}
        onChange={(html) => setText(policy, html)}
      />
    </CardSection>
  ));
}
