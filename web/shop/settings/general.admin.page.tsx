import type { UseFormReturn } from "react-hook-form";
import { countryCodes } from "#contract/formats/countries.ts";
import type { Image } from "#contract/images.ts";
import type { AllSettings } from "#contract/shop/settings.ts";
import { SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ImageField } from "#web/ui/forms/fields/image-field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { AccentField } from "./accent-field.tsx";
import { decidedBy, SettingsForm, type SettingsValues, settingsPage, useSettingsForm } from "./settings-form.tsx";

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
  address: "Business name and address",
  vat_id: "VAT ID",
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
  email: contact.email,
  phone: contact.phone ?? "",
  messaging: contact.messaging ?? "",
  chat: contact.chat ?? "",
  video: contact.video ?? "",
  social_links: social_links.join("\n"),
  address: general.address ?? "",
  vat_id: general.vat_id ?? "",
  country: general.country ?? "",
});

const orNull = (text: string) => text.trim() || null;

const toBody = ({ logo, email, phone, messaging, chat, video, ...fields }: Fields) => ({
  ...fields,
  logo_image_id: logo?.id ?? null,
  accent_color: fields.accent_color.trim().toLowerCase(),
  contact: {
    email: email.trim(),
    phone: orNull(phone),
    messaging: orNull(messaging),
    chat: orNull(chat),
    video: orNull(video),
  },
  social_links: fields.social_links.split(/\s+/).filter(Boolean),
  address: orNull(fields.address),
  vat_id: orNull(fields.vat_id),
  country: orNull(fields.country),
});

const errorFields = {
  "contact.email": "email",
  "contact.phone": "phone",
  "contact.messaging": "messaging",
  "contact.chat": "chat",
  "contact.video": "video",
} as const;

type Form = { form: UseFormReturn<Fields> };

function GeneralForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "general", settings, toFields, toBody, labels, errorFields });
  const { form } = state;
  const { errors } = form.formState;
  return (
    <SettingsForm intro="What customers see of your shop, and how they reach you." state={state}>
      <CardSection title="Shop">
        <div className="grid gap-5">
          <TextField
            label={labels.name}
            maxLength={60}
            {...decidedBy(state.settings, "general.name")}
            {...registerField(form, "name")}
          />
          <TextField
            label={labels.tagline}
            maxLength={160}
            hint="The headline of your home page, also shown by search engines."
            {...registerField(form, "tagline")}
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
              onBusy={() => undefined}
            />
          </div>
          <AccentField
            label={labels.accent_color}
            value={form.watch("accent_color")}
            error={errors.accent_color?.message}
            onChange={(color) => form.setValue("accent_color", color, { shouldDirty: true })}
          />
        </div>
      </CardSection>
      <ContactFields form={form} />
      <BusinessFields form={form} />
    </SettingsForm>
  );
}

function ContactFields({ form }: Form) {
  return (
    <CardSection
      title="Contact"
      hint="Shown on the contact page and in the footer. Leave fields empty that you don't use."
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label={labels.email} type="email" {...registerField(form, "email")} />
        <TextField label={labels.phone} type="tel" optional {...registerField(form, "phone")} />
        {(["messaging", "chat", "video"] as const).map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            type="url"
            optional
            placeholder={placeholders[name]}
            {...registerField(form, name)}
          />
        ))}
        <div className="md:col-span-2">
          <TextAreaField
            label={labels.social_links}
            optional
            rows={3}
            hint="The web addresses of your profiles, one per line."
            {...registerField(form, "social_links")}
          />
        </div>
      </div>
    </CardSection>
  );
}

const placeholders = {
  messaging: "https://wa.me/10000000000",
  chat: "https://t.me/your-shop",
  video: "https://www.youtube.com/@your-shop",
};

function BusinessFields({ form }: Form) {
  return (
    <CardSection title="Business">
      <div className="grid gap-5 md:grid-cols-2">
        <div className="md:col-span-2">
          <TextAreaField
            label={labels.address}
            rows={4}
            hint={
              "Your legal name, postal address and what the law asks for, such as a register number. " +
              "Shown on the contact page and on invoices."
            }
            {...registerField(form, "address")}
          />
        </div>
        <div className="md:col-span-2">
          <TextField
            label={labels.vat_id}
            optional
            hint="Shown on the contact page and on invoices, such as DE123456789."
            {...registerField(form, "vat_id")}
          />
        </div>
        <SelectField
          label={labels.country}
          {...registerField(form, "country")}
          placeholder="Choose a country"
          options={countries().map(({ code, name }) => [code, name])}
        />
        <SelectField
          label={labels.timezone}
          hint="For all dates, times and daily figures."
          {...registerField(form, "timezone")}
          options={Intl.supportedValuesOf("timeZone").map((zone) => [zone, zone])}
        />
        <SelectField
          label={labels.weight_unit}
          {...registerField(form, "weight_unit")}
          options={{ kg: "Kilograms", lb: "Pounds" }}
        />
      </div>
    </CardSection>
  );
}

function countries() {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
