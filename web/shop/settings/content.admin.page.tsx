import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AllSettings } from "#contract/shop/settings.ts";
import { HomePreview } from "#web/catalogue/home/home-preview.tsx";
import { TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { HomeSectionsField } from "./home-sections-field.tsx";
import { SettingsForm, type SettingsValues, settingsPage, useSettingsForm } from "./settings-form.tsx";

export default settingsPage("content", ContentForm);

const labels = {
  announcement: "Announcement",
  announcement_href: "Link of the announcement",
  navigation_links: "Navigation links",
  footer_links: "Footer links",
  home: "Home page",
};

interface Fields {
  announcement: string;
  announcement_href: string;
  navigation_links: string;
  footer_links: string;
  home: AllSettings["content"]["home"];
}

const toFields = ({ announcement, navigation_links, footer_links, home }: SettingsValues<"content">): Fields => ({
  announcement: announcement?.text ?? "",
  announcement_href: announcement?.href ?? "",
  home,
  navigation_links: toLines(navigation_links),
  footer_links: toLines(footer_links),
});

const toLines = (links: AllSettings["content"]["footer_links"]) =>
  links.map(({ label, href }) => `${label}: ${href}`).join("\n");

const toBody = ({ announcement, announcement_href, navigation_links, footer_links, home }: Fields) => ({
  announcement: announcement.trim() ? { text: announcement.trim(), href: announcement_href.trim() || null } : null,
  home,
  navigation_links: navigation_links.split("\n").flatMap(readLink),
  footer_links: footer_links.split("\n").flatMap(readLink),
});

/** `Size guide: /products?category=guides` as a link. */
function readLink(typed: string) {
  const [, label = "", href = ""] = /^(.*?):\s*(\/.*|https?:.*)$/.exec(typed.trim()) ?? [];
  return typed.trim() === "" ? [] : [{ label: label || typed.trim(), href }];
}

const errorFields = { "announcement.text": "announcement", "announcement.href": "announcement_href" } as const;

function ContentForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "content", settings, toFields, toBody, labels, errorFields });
  const [uploaded, setUploaded] = useState<AllSettings["content"]["images"]>([]);
  const { form, field } = state;
  return (
    <SettingsForm state={state} preview={<HomePreview sections={form.watch("home")} />}>
      <AnnouncementFields form={form} />
      <CardSection
        title="Links"
        hint="One per line: the text, a colon and a path of your shop or a web address, as in Gifts: /products?tag=gift."
      >
        <div className="grid gap-5">
          <TextAreaField
            {...field("navigation_links")}
            optional
            rows={4}
            hint="Under the header and in the menu. Without any, your top-level categories and the sale are shown."
          />
          <TextAreaField {...field("footer_links")} optional rows={4} hint="They're listed before the policies." />
        </div>
      </CardSection>
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
