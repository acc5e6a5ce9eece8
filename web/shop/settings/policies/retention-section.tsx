import type { ComponentProps } from "react";
import type { RetentionSettings } from "#contract/shop/retention.ts";
import { retentionLimits } from "#contract/shop/retention-periods.ts";
import { paths } from "#web/paths.ts";
import { NewTabLink } from "#web/ui/admin/admin-page.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";

export const retentionLabels = {
  guest_account_days: "Days until unused guest accounts are deleted",
  email_days: "Days until sent emails are deleted",
  notification_days: "Days until notifications are deleted",
  change_days: "Days until the audit log is deleted",
  search_days: "Days until searches without results are deleted",
  order_years: "Years until ended orders lose the customer's data",
};

type Name = keyof RetentionSettings;
/** `order_years` is empty for as long as the account exists. */
export type RetentionFields = Record<Exclude<Name, "order_years">, number> & { order_years: string };

export const toRetentionFields = (settings: RetentionSettings): RetentionFields => ({
  guest_account_days: settings.guest_account_days,
  email_days: settings.email_days,
  notification_days: settings.notification_days,
  change_days: settings.change_days,
  search_days: settings.search_days,
  order_years: settings.order_years === null ? "" : String(settings.order_years),
});

export const toRetention = (fields: RetentionFields): RetentionSettings => ({
  guest_account_days: fields.guest_account_days,
  email_days: fields.email_days,
  notification_days: fields.notification_days,
  change_days: fields.change_days,
  search_days: fields.search_days,
  order_years: fields.order_years.trim() === "" ? null : Number(fields.order_years),
});

type RetentionField = (name: Name, rules: ReturnType<typeof rulesOf>) => ComponentProps<typeof TextField>;

const hints: Partial<Record<Name, string>> = {
  guest_account_days: "Of people who entered an email at checkout and didn't order, after their last use.",
  email_days: "At least 30: they prove what a customer was sent.",
  change_days: "At least 90: it proves who changed what.",
  search_days: "Who searched isn't stored.",
  order_years:
    "With their returns and withdrawals; customers don't see them in their account any more. At least 3, as warranty and " +
    "claims need them. Invoices keep the data, as the law requires. Empty: until the account is deleted.",
};

function rulesOf(name: Name) {
  const [least, most] = retentionLimits[name];
  const isAllowed = (value: number) => Number.isInteger(value) && value >= least && value <= most;
  return {
    valueAsNumber: name !== "order_years",
    validate: (value: string | number) =>
      (name === "order_years" && String(value).trim() === "") ||
      isAllowed(Number(value)) ||
      `Enter a whole number from ${least} to ${most.toLocaleString("en")}.`,
  };
}

/** How long personal data is stored, which the privacy page says too. */
export const RetentionSection = ({ field }: { field: RetentionField }) => (
  <CardSection
    title="How long personal data is stored"
    hint="Jobs of each night delete what is older. The privacy page lists these times, below your text."
    action={
      <NewTabLink href={paths.privacy()} of="How long personal data is stored">
        View page
      </NewTabLink>
    }
  >
    <div className="grid gap-5 md:grid-cols-2">
      {(Object.keys(retentionLabels) as Name[]).map((name) => (
        <TextField key={name} type="number" inputMode="numeric" hint={hints[name]} {...field(name, rulesOf(name))} />
      ))}
    </div>
  </CardSection>
);
