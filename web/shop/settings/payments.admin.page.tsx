import { useMutation } from "@tanstack/react-query";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { formatIban } from "#contract/formats/iban.ts";
import { type StripeTest, stripeApiVersion, stripeEvents } from "#contract/payments.ts";
import type { AllSettings } from "#contract/shop/settings.ts";
import { noProof, OwnerProofFields, proofBody, proofErrors, proofLabels } from "#web/accounts/owner-proof-fields.tsx";
import { call } from "#web/api/call.ts";
import { useOrigin } from "#web/api/origin.ts";
import { useMethods, useZones } from "#web/shipping/shipping.queries.ts";
import { Banner, type BannerTone } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CountriesPicker } from "#web/ui/forms/fields/countries-picker.tsx";
import { Checkbox, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";
import { registerField, registerToggle } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { accountFields, accountRule } from "./bank-account.ts";
import { SecretField, secretBody } from "./secret-field.tsx";
import {
  AdministratorsOnly,
  SettingsForm,
  type SettingsState,
  type SettingsValues,
  settingsPage,
  useSettingsForm,
} from "./settings-form.tsx";

export default settingsPage("payments", PaymentsForm);

const labels = {
  card_payments: "Accept cards with Stripe",
  card_capture: "When cards are charged",
  stripe_publishable_key: "Publishable key",
  stripe_secret_key: "Secret key",
  stripe_webhook_secret: "Webhook signing secret",
  bank_transfer: "Accept bank transfers",
  account_holder: "Account holder",
  iban: "IBAN",
  bic: "BIC",
  bank_name: "Bank",
  cash_on_delivery: "Accept cash on delivery",
  cash_on_delivery_countries: "Countries",
  cash_on_delivery_method_ids: "Shipping methods",
  cash_on_delivery_max_amount: "Highest amount",
  ...proofLabels,
};

/** The fields that need a proof of who changes them. */
const protectedFields = ["stripe_publishable_key", "stripe_secret_key", "stripe_webhook_secret"];

const noAccount = { account_holder: "", iban: "", bic: "", bank_name: "" };

const toFields = (payments: SettingsValues<"payments">, currency: string) => ({
  card_payments: payments.card_payments,
  card_capture: payments.card_capture,
  stripe_publishable_key: payments.stripe_publishable_key ?? "",
  // Undefined leaves the saved key, null removes it.
  stripe_secret_key: undefined as string | null | undefined,
  stripe_webhook_secret: undefined as string | null | undefined,
  bank_transfer: payments.bank_transfer,
  ...(payments.bank_account ? { ...payments.bank_account, iban: formatIban(payments.bank_account.iban) } : noAccount),
  cash_on_delivery: payments.cash_on_delivery,
  cash_on_delivery_countries: payments.cash_on_delivery_countries,
  cash_on_delivery_method_ids: payments.cash_on_delivery_method_ids,
  cash_on_delivery_max_amount:
    payments.cash_on_delivery_max_amount === null ? "" : decimalText(payments.cash_on_delivery_max_amount, currency),
  ...noProof,
});
type Fields = ReturnType<typeof toFields>;

function toBody({ account_holder, iban, bic, bank_name, password, code, ...fields }: Fields, currency: string) {
  const account = {
    account_holder: account_holder.trim(),
    iban: iban.trim(),
    bic: bic.trim(),
    bank_name: bank_name.trim(),
  };
  return {
    ...fields,
    cash_on_delivery_max_amount: amountFromText(fields.cash_on_delivery_max_amount, currency),
    ...proofBody({ password, code }),
    stripe_publishable_key: fields.stripe_publishable_key.trim() || null,
    stripe_secret_key: secretBody(fields.stripe_secret_key),
    stripe_webhook_secret: secretBody(fields.stripe_webhook_secret),
    bank_account: Object.values(account).some(Boolean) ? account : null,
  };
}

const errorFields = Object.fromEntries(accountFields.map((name) => [`bank_account.${name}`, name])) as Record<
  string,
  (typeof accountFields)[number]
>;

type FormProps = Pick<SettingsState<Fields>, "form" | "field" | "settings">;

function PaymentsForm({ settings }: { settings: AllSettings }) {
  const { currency } = settings.localization;
  const state = useSettingsForm({
    group: "payments",
    settings,
    toFields: (payments) => toFields(payments, currency),
    toBody: (fields) => toBody(fields, currency),
    labels,
    errorFields,
    errorCodes: proofErrors,
  });
  const { form } = state;
  const changesProtected = Object.keys(form.formState.dirtyFields).some((name) =>
    [...protectedFields, ...accountFields].includes(name),
  );
  return (
    <SettingsForm intro="The payment methods that customers can choose." state={state}>
      <AdministratorsOnly />
      <CardFields {...state} />
      <BankFields {...state} />
      <CashFields {...state} />
      {changesProtected && <OwnerProofFields form={form} />}
    </SettingsForm>
  );
}

function CashFields({ form, settings }: FormProps) {
  const { currency } = settings.localization;
  const countries = form.watch("cash_on_delivery_countries");
  return (
    <CardSection title="Cash on delivery" hint="Your carrier collects the money when it delivers the order.">
      <div className="grid gap-5">
        <Checkbox
          label={labels.cash_on_delivery}
          {...registerToggle(form, "cash_on_delivery", ["cash_on_delivery_max_amount"])}
        />
        {form.watch("cash_on_delivery") && (
          <>
            <div className="grid gap-1.5">
              <CountriesPicker
                label={labels.cash_on_delivery_countries}
                chosen={countries}
                saved={form.formState.defaultValues?.cash_on_delivery_countries}
                onChange={(chosen) => form.setValue("cash_on_delivery_countries", chosen, { shouldDirty: true })}
              />
              {countries.length === 0 && (
                <p className="text-sm text-muted">Without a country it is offered wherever you ship.</p>
              )}
            </div>
            <CashMethods form={form} />
            <TextField
              label={`${labels.cash_on_delivery_max_amount} in ${currency}`}
              optional
              inputMode="decimal"
              hint="Orders of more are paid another way."
              {...registerField(form, "cash_on_delivery_max_amount", {
                validate: (text) =>
                  text.trim() === "" || (amountFromText(text, currency) ?? 0) > 0 || "Enter an amount greater than 0.",
              })}
            />
          </>
        )}
      </div>
    </CardSection>
  );
}

/** The shipping methods that cash on delivery is offered with, such as those of a carrier that collects it. */
function CashMethods({ form }: Pick<FormProps, "form">) {
  const { data: methods } = useMethods();
  const { data: zones = [] } = useZones();
  const chosen = form.watch("cash_on_delivery_method_ids");
  const items = (methods ?? []).map(({ id, name, zone_id }) => {
    const zone = zones.find((one) => one.id === zone_id)?.name;
    return { id, label: zone ? `${name}, ${zone}` : name };
  });
  // Without them it would be offered with other methods than were chosen, so they stay until they are removed here.
  const deleted = chosen
    .filter((id) => methods && !methods.some((method) => method.id === id))
    .map((id) => ({ id, label: `Deleted shipping method (No. ${id})` }));
  const set = (ids: number[]) => form.setValue("cash_on_delivery_method_ids", ids, { shouldDirty: true });
  return (
    <div className="grid gap-1.5">
      <MultiPicker
        label={labels.cash_on_delivery_method_ids}
        items={items}
        chosen={[...items.filter(({ id }) => chosen.includes(id)), ...deleted]}
        onAdd={(id) => set([...chosen, id])}
        onRemove={(id) => set(chosen.filter((one) => one !== id))}
      />
      {chosen.length === 0 && (
        <p className="text-sm text-muted">Without a shipping method it is offered with all of them.</p>
      )}
    </div>
  );
}

function CardFields({ form, field, settings: { payments, environment } }: FormProps) {
  const { watch, setValue, formState } = form;
  const webhook = `${useOrigin()}/v1/webhooks/payments/stripe`;
  const secretOf = (name: "stripe_secret_key" | "stripe_webhook_secret") => ({
    label: labels[name],
    isSaved: payments[`has_${name}`],
    value: watch(name),
    error: formState.errors[name]?.message,
    onChange: (value: string | null | undefined) => setValue(name, value, { shouldDirty: true }),
  });
  return (
    <CardSection title="Cards" hint="Cards, wallets and other methods you turn on in Stripe.">
      <div className="grid gap-5">
        <Checkbox label={labels.card_payments} {...form.register("card_payments")} />
        {environment["payments.stripe"] ? (
          <Banner>Stripe's keys are set in the environment, by STRIPE_SECRET_KEY and the variables next to it.</Banner>
        ) : (
          <>
            <TextField
              {...field("stripe_publishable_key")}
              spellCheck={false}
              placeholder="pk_live_…"
              hint="In Stripe's dashboard under Developers, API keys."
            />
            <SecretField {...secretOf("stripe_secret_key")} placeholder="sk_live_…" />
            <SecretField
              {...secretOf("stripe_webhook_secret")}
              placeholder="whsec_…"
              hint={
                <>
                  Add a webhook endpoint at Stripe for <code className="break-all">{webhook}</code> with API version{" "}
                  <code>{stripeApiVersion}</code> and these events, and copy its signing secret:{" "}
                  {stripeEvents.join(", ")}.
                </>
              }
            />
          </>
        )}
        <ConnectionTest typed={watch("stripe_secret_key")} />
        <SelectField
          label={labels.card_capture}
          hint="Capture manually to check an order first. Authorizations expire after about seven days."
          {...form.register("card_capture")}
          options={{ automatic: "Immediately", manual: "Manually, when you capture the payment" }}
        />
      </div>
    </CardSection>
  );
}

/** Tests the key that was typed, else the saved one. */
function ConnectionTest({ typed }: { typed: string | null | undefined }) {
  const key = typed?.trim() ?? "";
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: (key: string) => call("POST /settings/payments/test", { body: key ? { stripe_secret_key: key } : {} }),
  });
  // Of another key, once it is typed, this says nothing.
  const tested = variables === key ? data?.data : undefined;
  const result = tested && testResults[tested.status];
  return (
    <div className="grid justify-items-start gap-3">
      <Button writes size="small" busy={isPending} onClick={() => mutate(key)}>
        Test connection
      </Button>
      <div role="status" className="w-full empty:hidden">
        {variables === key && error && <Banner tone="danger">{error.message}</Banner>}
        {result && (
          <Banner tone={result.tone} title={result.title}>
            {tested.status === "connected"
              ? tested.live
                ? "This key takes real payments."
                : "This is a test key: no real money moves."
              : result.says}
          </Banner>
        )}
        {tested?.status === "connected" && <WebhookResult webhook={tested.webhook} />}
      </div>
    </div>
  );
}

/** What the shop's webhook endpoint at Stripe has, and what it lacks. */
function WebhookResult({ webhook }: { webhook: StripeTest["webhook"] }) {
  if (webhook === null)
    return (
      <Banner tone="warning" title="No webhook endpoint found">
        Add one for this shop, or check it in Stripe's dashboard if this key may not list endpoints.
      </Banner>
    );
  const { version, missing_events: missing } = webhook;
  const isCurrent = version === stripeApiVersion;
  return (
    <Banner
      tone={isCurrent && missing.length === 0 ? "success" : "danger"}
      title={`The webhook endpoint has API version ${version ?? "of your account"}`}
    >
      {isCurrent ? "" : `Create it again with version ${stripeApiVersion}. `}
      {missing.length === 0 ? "It has all events the shop needs." : `It lacks these events: ${missing.join(", ")}.`}
    </Banner>
  );
}

const testResults: Record<
  "connected" | "rejected" | "unreachable" | "no_key",
  { tone: BannerTone; title: string; says?: string }
> = {
  connected: { tone: "success", title: "Connected to Stripe" },
  rejected: { tone: "danger", title: "Stripe rejected this key", says: "Copy the secret key again from Stripe." },
  unreachable: { tone: "warning", title: "Couldn't reach Stripe", says: "Try again in a moment." },
  no_key: { tone: "info", title: "No secret key", says: "Enter a secret key first." },
};

function BankFields({ form, field }: FormProps) {
  const isOn = form.watch("bank_transfer");
  const hasAccount = form.watch(accountFields).some((value) => value.trim() !== "");
  return (
    <CardSection
      title="Bank transfer"
      hint="Customers get your account by email and order page; you record what arrives."
    >
      <div className="grid gap-5">
        <div className="grid gap-2">
          <Checkbox label={labels.bank_transfer} {...form.register("bank_transfer")} />
          {isOn && !hasAccount && (
            <p className="text-sm text-muted">Enter an account below, so that customers can choose it.</p>
          )}
        </div>
        <div className="grid gap-5 md:grid-cols-2">
          {accountFields.map((name) => (
            <TextField
              key={name}
              {...field(name, { validate: accountRule(name) })}
              spellCheck={false}
              optional={name === "bic" || name === "bank_name"}
            />
          ))}
        </div>
      </div>
    </CardSection>
  );
}
