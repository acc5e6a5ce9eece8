import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type CustomerEmail, type EmailText, emailPlaceholders } from "#contract/emails.ts";
import type { AllSettings } from "#contract/shop/settings.ts";
import { call, query } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FieldError, SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { useSettled } from "#web/ui/forms/use-settled.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { localeName } from "#web/ui/text/locale-name.ts";
import { languageOf } from "#words/say.ts";
import { type EmailChoice, readEmailChoice } from "./email-choice.ts";
import { emailGroups, emailLabels } from "./email-labels.ts";
import { SettingsForm, type SettingsValues, settingsPage, useSettingsForm } from "./settings-form.tsx";

export default settingsPage("email_templates", TemplatesForm);

const labels = { texts: "Texts" };
const noTexts: EmailText = { subject: null, heading: null, intro: null, closing: null };

type Fields = { texts: AllSettings["email_templates"]["email_texts"][string] };

/** The texts of one language; each has a form of its own. */
function TemplatesForm({ settings }: { settings: AllSettings }) {
  const { locale, other_languages } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const [search, setSearch] = useSearchParams();
  const languages = [languageOf(locale), ...other_languages];
  const choice = readEmailChoice(search, languages);
  const choose = (changed: Partial<EmailChoice>) =>
    setSearch({ ...choice, ...changed }, { replace: true, preventScrollReset: true });
  return <LanguageForm key={choice.language} {...{ settings, languages, ...choice, onChoose: choose }} />;
}

type LanguageProps = EmailChoice & {
  settings: AllSettings;
  languages: string[];
  onChoose: (changed: Partial<EmailChoice>) => void;
};

function LanguageForm({ settings, language, languages, email, onChoose }: LanguageProps) {
  const toFields = ({ email_texts }: SettingsValues<"email_templates">): Fields => ({
    texts: email_texts[language] ?? {},
  });
  const toBody = ({ texts }: Fields) => ({ language, texts });
  const state = useSettingsForm({ group: "email_templates", settings, toFields, toBody, labels });
  const { form } = state;
  const all = form.watch("texts");
  const texts = all[email] ?? noTexts;
  const setTexts = (changed: EmailText) => {
    const { [email]: _, ...others } = all;
    const isDefault = Object.values(changed).every((text) => text === null);
    form.setValue("texts", isDefault ? others : { ...others, [email]: changed }, { shouldDirty: true });
  };
  const preview = useEmailPreview(email, texts, language);
  return (
    <SettingsForm
      intro="What your emails say. They are sent in the language of the order or account, otherwise in your shop's."
      state={state}
      choice={
        <div className="grid gap-4">
          {languages.length > 1 && (
            <LanguageField {...{ language, languages, onChoose }} isDirty={form.formState.isDirty} />
          )}
          <EmailField email={email} edited={all} onChoose={onChoose} />
        </div>
      }
    >
      <CardSection title="Text">
        <div className="grid gap-5">
          <TextFields
            texts={texts}
            defaults={preview.data?.default_texts ?? noTexts}
            placeholders={emailPlaceholders(email)}
            onChange={setTexts}
          />
          {form.formState.errors.texts?.message && (
            <FieldError id="email-texts-error">{String(form.formState.errors.texts.message)}</FieldError>
          )}
          <Button size="small" look="ghost" className="w-fit" disabled={!all[email]} onClick={() => setTexts(noTexts)}>
            Reset to default
          </Button>
        </div>
      </CardSection>
      <Preview email={email} preview={preview} />
    </SettingsForm>
  );
}

type LanguageFieldProps = Omit<LanguageProps, "settings" | "email"> & { isDirty: boolean };

const LanguageField = ({ language, languages, onChoose, isDirty }: LanguageFieldProps) => (
  <SelectField
    label="Language"
    value={language}
    disabled={isDirty}
    hint={isDirty ? "Save or discard your changes first." : undefined}
    onChange={({ target }) => onChoose({ language: target.value })}
    options={languages.map((one) => [one, localeName(one)])}
  />
);

type EmailFieldProps = Pick<LanguageProps, "email" | "onChoose"> & { edited: Fields["texts"] };

const EmailField = ({ email, edited, onChoose }: EmailFieldProps) => (
  <SelectField
    label="Email"
    value={email}
    onChange={({ target }) => onChoose({ email: target.value as CustomerEmail })}
  >
    {emailGroups.map(({ name, emails }) => (
      <optgroup key={name} label={name}>
        {emails.map((one) => (
          <option key={one} value={one}>
            {emailLabels[one]}
            {edited[one] ? " (edited)" : ""}
          </option>
        ))}
      </optgroup>
    ))}
  </SelectField>
);

type FieldsProps = {
  texts: EmailText;
  /** Shown in empty fields. */
  defaults: EmailText;
  placeholders: string[];
  onChange: (texts: EmailText) => void;
};

function TextFields({ texts, defaults, placeholders, onChange }: FieldsProps) {
  const field = (part: keyof EmailText) => ({
    value: texts[part] ?? "",
    placeholder: defaults[part] ?? undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...texts, [part]: target.value || null }),
  });
  return (
    <>
      <TextField label="Subject" optional maxLength={200} {...field("subject")} />
      <TextField label="Heading" optional maxLength={120} {...field("heading")} />
      <TextAreaField label="Introduction" optional rows={3} maxLength={2000} {...field("intro")} />
      <TextAreaField label="Closing text" optional rows={3} maxLength={2000} {...field("closing")} />
      <p className="text-sm text-muted">
        Empty fields have the default text. You can use{" "}
        {placeholders.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <code>{`{${name}}`}</code>
          </span>
        ))}
        . Separate paragraphs by an empty line.
      </p>
    </>
  );
}

/** The email with texts that are not saved yet, once they have not changed for a moment. */
function useEmailPreview(email: CustomerEmail, texts: EmailText, language: string) {
  const draft = useSettled(texts);
  return useQuery({
    queryKey: ["POST /settings/emails/preview", email, draft, language],
    queryFn: async () =>
      (await call("POST /settings/emails/preview", { body: { email, texts: draft, language } })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

type PreviewProps = { email: CustomerEmail; preview: ReturnType<typeof useEmailPreview> };

const Preview = ({ email, preview: { data, error, refetch } }: PreviewProps) => (
  <CardSection title="Preview" hint="With the data of your latest order, unsaved changes included.">
    {error ? (
      <ErrorNotice onRetry={() => void refetch()}>
        {(error instanceof CallProblem && error.errors[0]?.message) || error.message}
      </ErrorNotice>
    ) : data === undefined ? (
      <Skeleton className="h-96 rounded" />
    ) : data === null ? (
      <p className="text-sm text-muted">There's no order yet. Place a test order to see this email.</p>
    ) : (
      <div className="grid gap-4">
        <p className="text-sm">
          <span className="text-muted">Subject:</span> {data.subject}
        </p>
        {/* Without scripts, forms and links into this window. */}
        <iframe
          title={`Preview: ${emailLabels[email]}`}
          sandbox="allow-same-origin"
          srcDoc={data.html}
          onLoad={({ currentTarget }) => adoptStyles(currentTarget)}
          className="h-[36rem] w-full rounded border border-hairline"
        />
      </div>
    )}
  </CardSection>
);

/** Applies the style elements of a document, which the content security policy of this page prevents. */
function adoptStyles({ contentDocument, contentWindow }: HTMLIFrameElement) {
  const { CSSStyleSheet: Sheet } = contentWindow as unknown as { CSSStyleSheet: typeof CSSStyleSheet };
  if (!contentDocument) return;
  contentDocument.adoptedStyleSheets = [...contentDocument.querySelectorAll("style")].map((style) => {
    const sheet = new Sheet();
    sheet.replaceSync(style.textContent ?? "");
    return sheet;
  });
}
