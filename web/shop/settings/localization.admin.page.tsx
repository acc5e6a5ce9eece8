import type { UseFormReturn } from "react-hook-form";
import type { AllSettings } from "#contract/shop/settings.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Checkbox, SelectField } from "#web/ui/forms/fields/field.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { localeName } from "#web/ui/text/locale-name.ts";
import { languageOf } from "#words/say.ts";
import { changedRates } from "./changed-rates.ts";
import { decidedBy, SettingsForm, type SettingsValues, settingsPage, useSettingsForm } from "./settings-form.tsx";

export default settingsPage("localization", LocalizationForm);

const labels = {
  currency: "Currency",
  prices_include_tax: "Tax in prices",
  net_prices_without_tax: "Tax taken off where none is charged",
  check_vat_ids: "VAT IDs",
  exempt_territories: "Territories without EU VAT",
  oss_registered: "One Stop Shop",
  shipping_tax: "Tax on shipping",
  price_check: "Price check",
  locale: "Default language",
  other_languages: "Other languages",
};

function LocalizationForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({ group: "localization", settings, toFields: asIs, toBody: asIs, labels });
  const { form, field } = state;
  const saved = state.settings.localization;
  const currency = form.watch("currency");
  return (
    <SettingsForm state={state}>
      <CardSection title="Currency">
        <div className="grid gap-4">
          <SelectField
            {...field("currency")}
            hint="You can change it until you have products, coupons, gift cards or orders."
            options={currencies().map(({ code, name }) => [code, `${name} (${code})`])}
          />
          {currency !== saved.currency && (
            <Banner tone="warning" role="status" title={`Delivery rates change to ${currency}`}>
              {changedRates(saved.currency, currency)}
            </Banner>
          )}
        </div>
      </CardSection>
      <TaxField form={form} saved={saved.prices_include_tax} />
      <VatIdField form={form} />
      <TerritoriesField form={form} />
      <OssField form={form} />
      <CardSection title="Tax on shipping">
        <SelectField
          {...field("shipping_tax")}
          hint="In the European Union shipping is taxed as the goods; if their rates differ, its price is split in proportion."
          options={[
            ["goods", "As the goods"],
            ["main_item", "As the item with the highest price"],
            ["default_class", "At the rate of the default tax class"],
          ]}
        />
      </CardSection>
      <CardSection title="Price check">
        <Checkbox
          label="Refuse compare-at prices above the lowest price of the last 30 days"
          {...form.register("price_check")}
        />
        <p className="mt-2 text-sm text-muted">
          In the European Union, a reduction has to be compared with the lowest price of the 30 days before it.
        </p>
      </CardSection>
      <CardSection title="Languages">
        <div className="grid gap-4">
          <SelectField
            {...field("locale")}
            hint="Of the storefront, emails, invoices and formats, not the dashboard. A new one swaps policies with their translations."
            {...decidedBy(state.settings, "localization.locale")}
            options={locales(saved.locale).map((locale) => [locale, localeName(locale)])}
          />
          <OtherLanguages form={form} />
        </div>
      </CardSection>
    </SettingsForm>
  );
}

type Fields = SettingsValues<"localization">;
const asIs = (fields: Fields) => fields;

function TaxField({ form, saved }: { form: UseFormReturn<Fields>; saved: boolean }) {
  const included = form.watch("prices_include_tax");
  const choice = (value: boolean) => ({
    name: "prices_include_tax",
    checked: included === value,
    onChange: () => form.setValue("prices_include_tax", value, { shouldDirty: true }),
  });
  return (
    <CardSection title="Tax in prices">
      <fieldset className="grid gap-3">
        <legend className="sr-only">{labels.prices_include_tax}</legend>
        <RadioCard
          {...choice(true)}
          label="Prices include tax"
          hint="Customers pay the price shown, as consumers in Europe expect."
        />
        <RadioCard
          {...choice(false)}
          label="Tax is added at checkout"
          hint="Customers pay the price shown plus tax, as in the United States."
        />
        {included !== saved && (
          <Banner tone="warning" role="status" title="This changes what customers pay">
            {included
              ? "Product prices stay the same but include tax from now on, so you receive less."
              : "Product prices stay the same but tax is added from now on, so customers pay more."}{" "}
            Prices in open carts are recalculated. Placed orders don't change.
          </Banner>
        )}
        {included && (
          <div className="grid gap-1">
            <Checkbox
              label="Take tax off for countries where you don't charge it"
              aria-describedby="net-prices-hint"
              {...form.register("net_prices_without_tax")}
            />
            <p id="net-prices-hint" className="text-sm text-muted">
              Such as exports: the cart and the checkout charge your price without the tax of your own country. Product
              pages show it with tax. Shipping costs what you set for the zone.
            </p>
          </div>
        )}
      </fieldset>
    </CardSection>
  );
}

function VatIdField({ form }: { form: UseFormReturn<Fields> }) {
  const problem = form.formState.errors.check_vat_ids?.message;
  return (
    <CardSection title="Businesses in the EU">
      <div className="grid gap-1">
        <Checkbox
          label="Charge businesses in other EU countries no VAT"
          aria-describedby="vat-ids-hint"
          {...form.register("check_vat_ids")}
        />
        <p id="vat-ids-hint" className="text-sm text-muted">
          Once VIES, the EU's register, confirms their VAT ID at the checkout, they pay your price without the VAT of
          your own country, on shipping too. If it can't be confirmed, VAT is charged. The proof is stored with the
          order. Needs your own VAT ID, in General.
        </p>
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
    </CardSection>
  );
}

const TerritoriesField = ({ form }: { form: UseFormReturn<Fields> }) => (
  <CardSection title={labels.exempt_territories}>
    <div className="grid gap-1">
      <Checkbox
        label="Charge no VAT in territories outside of it"
        aria-describedby="territories-hint"
        {...form.register("exempt_territories")}
      />
      <p id="territories-hint" className="text-sm text-muted">
        Such as the Canary Islands, Livigno, Büsingen, Åland or Réunion. Orders to their postal codes are charged only
        the rates that you enter for these codes or regions, not the country's. If the address of your business, in
        General, is in such a territory, the rates of your country stay as you entered them.
      </p>
    </div>
  </CardSection>
);

const OssField = ({ form }: { form: UseFormReturn<Fields> }) => (
  <CardSection title="One Stop Shop">
    <div className="grid gap-1">
      <Checkbox
        label="We are registered for the One Stop Shop (OSS) of the EU"
        aria-describedby="oss-hint"
        {...form.register("oss_registered")}
      />
      <p id="oss-hint" className="text-sm text-muted">
        Until then Kiosk adds up your sales to consumers in other EU countries, and alerts you at 80% and at 100% of
        €10,000 a year. Legal shows the sum.
      </p>
    </div>
  </CardSection>
);

function OtherLanguages({ form }: { form: UseFormReturn<Fields> }) {
  const main = languageOf(form.watch("locale"));
  return (
    <fieldset className="grid gap-1" aria-describedby="other-languages-hint">
      <legend className="mb-1.5 text-sm font-medium">{labels.other_languages}</legend>
      {languages
        .filter((language) => language !== main)
        .map((language) => (
          <Checkbox
            key={language}
            label={localeName(language)}
            value={language}
            {...form.register("other_languages")}
          />
        ))}
      <p id="other-languages-hint" className="text-sm text-muted">
        Customers choose one at the bottom of the storefront. Emails and invoices are in the language of their order.
        What you write yourself, such as product descriptions and policies, isn't translated.
      </p>
    </fieldset>
  );
}

function currencies() {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return Intl.supportedValuesOf("currency")
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The languages with translations, by region for their formats, and the saved one. */
const locales = (saved: string) => [...new Set([...languages.flatMap(withRegions), saved])];

const translations = Object.keys(import.meta.glob(["/words/*.json", "!/words/en.json"]));
const languages = ["en", ...translations.map((file) => file.slice("/words/".length, -".json".length))];
const regions: Record<string, string[]> = {
  ar: ["EG", "AE", "SA"],
  de: ["DE", "AT", "CH"],
  en: ["GB", "US", "IE", "CA", "AU"],
};
const withRegions = (language: string) => [
  language,
  ...(regions[language] ?? []).map((region) => `${language}-${region}`),
];
