import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AllSettings } from "#contract/shop/settings.ts";
import { useCategoryIndex } from "#web/catalogue/categories/categories.queries.ts";
import { HomePreview } from "#web/catalogue/home/home-preview.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { HomeSectionsField } from "./home-sections-field.tsx";
import { LinksField } from "./links-field.tsx";
import {
  SettingsForm,
  type SettingsState,
  type SettingsValues,
  settingsPage,
  useSettingsForm,
} from "./settings-form.tsx";

export default settingsPage("content", ContentForm);

const labels = {
  announcement: "Announcement",
  announcement_href: "Link of the announcement",
  navigation_links: "Navigation links",
  footer_links: "Footer links",
  home: "Home page",
};

interface Fields extends Pick<AllSettings["content"], "navigation_links" | "footer_links" | "home"> {
  announcement: string;
  announcement_href: string;
}

const toFields = ({ announcement, navigation_links, footer_links, home }: SettingsValues<"content">): Fields => ({
  announcement: announcement?.text ?? "",
  announcement_href: announcement?.href ?? "",
  home,
  navigation_links,
  footer_links,
});

const toBody = ({ announcement, announcement_href, navigation_links, footer_links, home }: Fields) => ({
  announcement: announcement.trim() ? { text: announcement.trim(), href: announcement_href.trim() || null } : null,
  home,
  navigation_links: navigation_links.filter(isFilledIn),
  footer_links: footer_links.filter(isFilledIn),
});

const isFilledIn = ({ label, href }: Fields["footer_links"][number]) => `${label}${href}`.trim() !== "";

const errorFields = { "announcement.text": "announcement", "announcement.href": "announcement_href" } as const;

function ContentForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "content", settings, toFields, toBody, labels, errorFields });
  const [uploaded, setUploaded] = useState<AllSettings["content"]["images"]>([]);
  const { form } = state;
  return (
    <SettingsForm state={state} preview={<HomePreview sections={form.watch("home")} />}>
      <AnnouncementFields form={form} />
      <LinksSection state={state} />
      <HomeSectionsField
        sections={form.watch("home")}
        images={[...state.settings.content.images, ...uploaded]}
        onUpload={(image) => setUploaded([...uploaded, image])}
        error={form.formState.errors.home?.message}
        onChange={(home) => form.setValue("home", home, { shouldDirty: true })}
      />
    </SettingsForm>
  );
}

function LinksSection({ state: { form, settings } }: { state: SettingsState<Fields> }) {
  const categories = [...(useCategoryIndex().data?.byId.values() ?? [])];
  const targets = {
    pages: settings.policies.pages,
    categories: categories.flatMap(({ category, isHidden }) => (isHidden ? [] : [category])),
  };
  const links = (name: "navigation_links" | "footer_links") => ({
    label: labels[name],
    links: form.watch(name),
    targets,
    error: form.formState.errors[name]?.message,
    onChange: (changed: Fields["footer_links"]) => form.setValue(name, changed, { shouldDirty: true }),
  });
  return (
    <CardSection title="Links">
      <div className="grid gap-8">
        <LinksField
          {...links("navigation_links")}
          noun="navigation link"
          most={9}
          hint="Under the header and in the menu. Without any, your top-level categories and the sale are shown."
        />
        <LinksField
          {...links("footer_links")}
          noun="footer link"
          most={12}
          hint="They're listed before the policies."
        />
      </div>
    </CardSection>
  );
}

function AnnouncementFields({ form }: { form: UseFormReturn<Fields> }) {
  const text = form.watch("announcement").trim();
  return (
    <CardSection title={labels.announcement} hint="A line above the header of every page. Leave it empty to show none.">
      <div className="grid gap-5">
        {text && (
          <p className="rounded bg-accent px-4 py-2 text-center text-sm font-medium text-on-accent" aria-hidden="true">
            <span className={form.watch("announcement_href").trim() ? "underline underline-offset-4" : undefined}>
              {text}
            </span>
          </p>
        )}
        <TextField label="Text" optional maxLength={200} {...registerField(form, "announcement")} />
        <TextField
          label="Link"
          optional
          placeholder="/products?on_sale=true"
          {...registerField(form, "announcement_href")}
        />
      </div>
    </CardSection>
  );
}
