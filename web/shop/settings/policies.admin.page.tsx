import { ExternalLink } from "lucide-react";
import { type AllSettings, type Policy, policies } from "#contract/shop/settings.ts";
import { paths } from "#web/paths.ts";
import { RichTextField } from "#web/ui/forms/rich-text/rich-text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { LoadedSettings, SettingsForm } from "./settings-form.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

const title = "Policies";

export default function PolicySettingsPage() {
  return <LoadedSettings title={title}>{(settings) => <PoliciesForm settings={settings} />}</LoadedSettings>;
}

const labels: Record<Policy, string> = {
  privacy: "Privacy policy",
  terms: "Terms of use",
  delivery: "Delivery",
  returns: "Returns",
};

const toFields = (texts: AllSettings["policies"]): Record<Policy, string> => ({
  privacy: texts.privacy ?? "",
  terms: texts.terms ?? "",
  delivery: texts.delivery ?? "",
  returns: texts.returns ?? "",
});

const toBody = (fields: Record<Policy, string>) =>
  Object.fromEntries(policies.map((policy) => [policy, fields[policy].trim() || null]));

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
          title={labels[policy]}
          action={
            <a
              href={paths[policy]()}
              target="_blank"
              rel="noreferrer"
              className="touch-target inline-flex items-center gap-1 text-sm text-link underline underline-offset-4"
            >
              View page
              <ExternalLink className="size-3.5" />
              <span className="sr-only">{labels[policy]} (opens in a new tab)</span>
            </a>
          }
        >
          <RichTextField
            label={`Text of ${labels[policy]}`}
            value={form.watch(policy)}
            error={form.formState.errors[policy]?.message}
            onChange={(html) => form.setValue(policy, html as never, { shouldDirty: true })}
          />
        </CardSection>
      ))}
    </SettingsForm>
  );
}
