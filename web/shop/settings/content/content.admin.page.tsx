import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AllSettings } from "#contract/shop/settings.ts";
import { useCategoryIndex } from "#web/catalogue/categories/categories.queries.ts";
import { HomePreview } from "#web/catalogue/home/home-preview.tsx";
import {
  SettingsForm,
  type SettingsState,
  type SettingsValues,
  settingsPage,
  useSettingsForm,
} from "#web/shop/settings/settings-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { useUploads } from "#web/ui/forms/fields/image-field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { HomeSectionsField } from "./home-sections-field.tsx";
import { errorsOfLinks, filledLinks } from "./link-rows.ts";
import { LinksField } from "./links-field.tsx";

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
  navigation_links: filledLinks(navigation_links),
  footer_links: filledLinks(footer_links),
});

const linkLists = { navigation_links: 9, footer_links: 12 } as const;
type LinkList = keyof typeof linkLists;

const linkFields = Object.entries(linkLists).flatMap(([list, most]) =>
  Array.from({ length: most }, (_, at) => at).flatMap((at) => [`${list}.${at}.label`, `${list}.${at}.href`]),
);
const errorFields = {
  "announcement.text": "announcement",
  "announcement.href": "announcement_href",
  ...(Object.fromEntries(linkFields.map((field) => [field, field])) as Record<string, `${LinkList}.${number}.href`>),
} as const;

function ContentForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "content", settings, toFields, toBody, labels, errorFields });
  const [uploaded, setUploaded] = useState<AllSettings["content"]["images"]>([]);
  const { isUploading, onBusy } = useUploads();
  const { form } = state;
  return (
    <SettingsForm state={state} busy={isUploading} preview={<HomePreview sections={form.watch("home")} />}>
      <AnnouncementFields form={form} />
      <LinksSection state={state} />
      <HomeSectionsField
        sections={form.watch("home")}
        images={[...state.settings.content.images, ...uploaded]}
        onUpload={(image) => setUploaded((before) => [...before, image])}
        onBusy={onBusy}
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
  const links = (name: LinkList) => ({
    label: labels[name],
    links: form.watch(name),
    most: linkLists[name],
    targets,
    error: form.formState.errors[name]?.message,
    errors: errorsOfLinks(form.watch(name), form.formState.errors[name]),
    onChange: (changed: Fields["footer_links"]) => {
      form.clearErrors(name);
      form.setValue(name, changed, { shouldDirty: true });
    },
  });
  return (
    <CardSection title="Links">
      <div className="grid gap-8">
        <LinksField
          {...links("navigation_links")}
          noun="navigation link"
          hint="Under the header and in the menu. Without any, your top-level categories and the sale are shown."
        />
        <LinksField {...links("footer_links")} noun="footer link" hint="They're listed before the policies." />
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
