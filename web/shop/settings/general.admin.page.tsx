import { countryCodes } from "#contract/formats/countries.ts";
import type { Image } from "#contract/images.ts";
import type { AllSettings } from "#contract/shop/settings.ts";
import { SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ImageField, useUploads } from "#web/ui/forms/fields/image-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { AccentField } from "./accent-field.tsx";
import {
  decidedBy,
  SettingsForm,
  type SettingsState,
  type SettingsValues,
  settingsPage,
  useSettingsForm,
} from "./settings-form.tsx";

export default settingsPage("general", GeneralForm);

const labels = {
  name: "Shop name",
  tagline: "Tagline",
  logo: "Logo",
  accent_color: "Accent color",
  email: "Email",
  phone: "Phone",
  messaging: "Messaging app",
  chat: "Chat",
  video: "Video channel",
  social_links: "Social media",
  legal_name: "Legal name",
  address: "Business address",
  representative: "Represented by",
  register_entry: "Register and number",
  vat_id: "VAT ID",
  supervisory_authority: "Supervisory authority",
  country: "Country",
  timezone: "Time zone",
  weight_unit: "Weight unit",
};

interface Fields extends Record<Exclude<keyof typeof labels, "logo" | "weight_unit">, string> {
  logo: Image | null;
  weight_unit: AllSettings["general"]["weight_unit"];
}

const toFields = ({ contact, social_links, logo_image_id: _logo, ...general }: SettingsValues<"general">): Fields => ({
  ...general,
  email: contact.email ?? "",
  phone: contact.phone ?? "",
  messaging: contact.messaging ?? "",
  chat: contact.chat ?? "",
  video: contact.video ?? "",
  social_links: social_links.join("\n"),
  legal_name: general.legal_name ?? "",
  address: general.address ?? "",
  representative: general.representative ?? "",
  register_entry: general.register_entry ?? "",
  vat_id: general.vat_id ?? "",
  supervisory_authority: general.supervisory_authority ?? "",
  country: general.country ?? "",
});

const orNull = (text: string) => text.trim() || null;

const toBody = ({ logo, email, phone, messaging, chat, video, ...fields }: Fields) => ({
  ...fields,
  logo_image_id: logo?.id ?? null,
  accent_color: fields.accent_color.trim().toLowerCase(),
  contact: {
    email: orNull(email),
    phone: orNull(phone),
    messaging: orNull(messaging),
    chat: orNull(chat),
    video: orNull(video),
  },
  social_links: fields.social_links.split(/\s+/).filter(Boolean),
  legal_name: orNull(fields.legal_name),
  address: orNull(fields.address),
  representative: orNull(fields.representative),
  register_entry: orNull(fields.register_entry),
  vat_id: orNull(fields.vat_id),
  supervisory_authority: orNull(fields.supervisory_authority),
  country: orNull(fields.country),
});

const errorFields = {
  "contact.email": "email",
  "contact.phone": "phone",
  "contact.messaging": "messaging",
  "contact.chat": "chat",
  "contact.video": "video",
} as const;

type FieldsProps = Pick<SettingsState<Fields>, "field">;

function GeneralForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "general", settings, toFields, toBody, labels, errorFields });
  const { isUploading, onBusy } = useUploads();
  const { form, field } = state;
  return (
    <SettingsForm intro="What customers see of your shop, and how they reach you." state={state} busy={isUploading}>
      <CardSection title="Shop">
        <div className="grid gap-5">
          <TextField {...field("name")} maxLength={60} {...decidedBy(state.settings, "general.name")} />
          <TextField
            {...field("tagline")}
            maxLength={160}
            hint="The headline of your home page, also shown by search engines. If empty, the name of your shop is."
          />
        </div>
      </CardSection>
      <CardSection title="Brand">
        <div className="grid gap-6">
          <div className="grid gap-1.5">
            <p className="text-sm font-medium" aria-hidden="true">
              {labels.logo} <span className="font-normal text-muted">(optional)</span>
            </p>
            <ImageField
              label={labels.logo}
              hint="Shown in the header instead of the name."
              alt="Logo"
              image={form.watch("logo")}
              onImage={(image) => form.setValue("logo", image, { shouldDirty: true })}
              onBusy={onBusy}
            />
          </div>
          <AccentField
            label={labels.accent_color}
            value={form.watch("accent_color")}
            error={form.formState.errors.accent_color?.message}
            onChange={(color) => form.setValue("accent_color", color, { shouldDirty: true })}
          />
        </div>
      </CardSection>
      <ContactFields field={field} />
      <BusinessFields field={field} />
    </SettingsForm>
  );
}

const ContactFields = ({ field }: FieldsProps) => (
  <CardSection
    title="Contact"
    hint="Shown on the contact page and in the footer. Leave fields empty that you don't use."
  >
    <div className="grid gap-5 md:grid-cols-2">
      <TextField {...field("email")} type="email" optional />
      <TextField {...field("phone")} type="tel" optional />
      {(["messaging", "chat", "video"] as const).map((name) => (
        <TextField key={name} {...field(name)} type="url" optional placeholder={placeholders[name]} />
      ))}
      <div className="md:col-span-2">
        <TextAreaField
          {...field("social_links")}
          optional
          rows={3}
          hint="The web addresses of your profiles, one per line."
        />
      </div>
    </div>
  </CardSection>
);

const placeholders = {
  messaging: "https://wa.me/10000000000",
  chat: "https://t.me/your-shop",
  video: "https://www.youtube.com/@your-shop",
};

const BusinessFields = ({ field }: FieldsProps) => (
  <CardSection
    title="Business"
    hint="Shown on the imprint, on invoices and in order emails. Selling to the EU needs the name, address, email and phone."
  >
    <div className="grid gap-5 md:grid-cols-2">
      <div className="md:col-span-2">
        <TextField
          {...field("legal_name")}
          optional
          maxLength={160}
          hint="Who sells: the full name of your company with its legal form, or your own."
        />
      </div>
      <div className="md:col-span-2">
        <TextAreaField {...field("address")} rows={4} hint="The postal address of your business, no post office box." />
      </div>
      <TextField {...field("representative")} optional maxLength={160} hint="Of a company, such as its directors." />
      <TextField
        {...field("register_entry")}
        optional
        maxLength={160}
        hint="If your business is in one, such as Amtsgericht Berlin, HRB 12345."
      />
      <TextField {...field("vat_id")} optional hint="If you have one, such as DE123456788." />
      <TextField
        {...field("supervisory_authority")}
        optional
        maxLength={200}
        hint="If you need a permit for what you sell: who gave it."
      />
      <SelectField
        {...field("country")}
        placeholder="Choose a country"
        options={countries().map(({ code, name }) => [code, name])}
      />
      <SelectField
        {...field("timezone")}
        hint="For all dates, times and daily figures."
        options={Intl.supportedValuesOf("timeZone").map((zone) => [zone, zone])}
      />
      <SelectField {...field("weight_unit")} options={{ kg: "Kilograms", lb: "Pounds" }} />
    </div>
  </CardSection>
);

function countries() {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
