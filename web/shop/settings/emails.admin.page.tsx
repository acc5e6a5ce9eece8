import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AllSettings } from "#contract/shop/settings.ts";
import { noProof, OwnerProofFields, proofBody, proofErrors, proofLabels } from "#web/accounts/owner-proof-fields.tsx";
import { call } from "#web/api/call.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button, useReadOnly } from "#web/ui/forms/button.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { SecretField, secretBody } from "./secret-field.tsx";
import {
  AdministratorsOnly,
  decidedBy,
  SettingsForm,
  type SettingsState,
  type SettingsValues,
  settingsPage,
  useSettingsForm,
} from "./settings-form.tsx";

export default settingsPage("emails", EmailsForm);

const labels = {
  order_recipients: "New orders",
  from_address: "Sender",
  has_server: "Send emails with a mail server",
  host: "Server",
  port: "Port",
  security: "Encryption",
  username: "Username",
  smtp_password: "Password of the mail server",
  ...proofLabels,
};

const toFields = ({ from_address, smtp, order_recipients }: SettingsValues<"emails">) => ({
  order_recipients: order_recipients.join("\n"),
  from_address: from_address ?? "",
  has_server: smtp !== null,
  host: smtp?.host ?? "",
  port: smtp?.port ?? 587,
  security: smtp?.security ?? "starttls",
  username: smtp?.username ?? "",
  // Undefined leaves the saved password, null removes it.
  smtp_password: undefined as string | null | undefined,
  ...noProof,
});
type Fields = ReturnType<typeof toFields>;

const toBody = ({
  from_address,
  has_server,
  host,
  port,
  security,
  username,
  smtp_password,
  order_recipients,
  ...proof
}: Fields) => ({
  order_recipients: order_recipients.split(/[\s,;]+/).filter(Boolean),
  ...proofBody(proof),
  from_address: from_address.trim() || null,
  smtp: has_server ? { host: host.trim(), port, security, username: username.trim() || null } : null,
  smtp_password: secretBody(smtp_password),
});

const errorFields = {
  "smtp.host": "host",
  "smtp.port": "port",
  "smtp.security": "security",
  "smtp.username": "username",
} as const;

function EmailsForm({ settings }: { settings: AllSettings }) {
  const state = useSettingsForm({
    group: "emails",
    settings,
    toFields,
    toBody,
    labels,
    errorFields,
    errorCodes: proofErrors,
  });
  const { form, field } = state;
  return (
    <SettingsForm intro="How your shop sends order confirmations, sign-in codes and other emails." state={state}>
      <AdministratorsOnly />
      <CardSection title="Sender">
        <TextField
          {...field("from_address")}
          type="email"
          optional
          placeholder={state.settings.general.contact.email ?? ""}
          hint={
            "Without one, emails come from the contact address, and from the one before if that changes; without that " +
            "too, from no-reply at your domain. Your mail server must be allowed to send for it."
          }
          {...decidedBy(state.settings, "emails.from_address")}
        />
      </CardSection>
      <CardSection title="Emails to your team">
        <TextAreaField
          {...field("order_recipients")}
          optional
          rows={3}
          placeholder="orders@example.com"
          hint="Email addresses that get an email of each new order, one on each line. The bell shows new orders to all who may see them."
        />
      </CardSection>
      <CardSection title="Mail server">
        {state.settings.environment["emails.smtp"] ? (
          <Banner>Set by SMTP_URL in the environment.</Banner>
        ) : (
          <ServerFields form={form} field={field} hasPassword={state.settings.emails.has_smtp_password} />
        )}
      </CardSection>
      {form.formState.isDirty && <OwnerProofFields form={form} />}
      <TestEmail contact={state.settings.general.contact.email ?? ""} isDirty={form.formState.isDirty} />
    </SettingsForm>
  );
}

type ServerProps = Pick<SettingsState<Fields>, "form" | "field"> & { hasPassword: boolean };

function ServerFields({ form, field, hasPassword }: ServerProps) {
  const { watch, setValue, formState } = form;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Checkbox label={labels.has_server} {...form.register("has_server")} />
        {!watch("has_server") && (
          <p className="text-sm text-muted">
            Customers don't get emails. They're saved as files in the folder <code>mail</code> of your shop's data.
          </p>
        )}
      </div>
      {watch("has_server") && (
        <div className="grid gap-5 md:grid-cols-2">
          <TextField {...field("host")} placeholder="smtp.example.com" spellCheck={false} />
          <TextField {...field("port", { valueAsNumber: true })} type="number" inputMode="numeric" />
          <SelectField
            {...field("security")}
            options={{
              starttls: "STARTTLS (usually port 587)",
              tls: "TLS (usually port 465)",
              none: "None (only on this machine)",
            }}
          />
          <TextField {...field("username")} optional spellCheck={false} />
          <SecretField
            label={labels.smtp_password}
            isSaved={hasPassword && !formState.dirtyFields.host}
            value={watch("smtp_password")}
            error={formState.errors.smtp_password?.message}
            onChange={(value) => setValue("smtp_password", value, { shouldDirty: true })}
          />
        </div>
      )}
    </div>
  );
}

/** Sends an email with the saved settings. */
function TestEmail({ contact, isDirty }: { contact: string; isDirty: boolean }) {
  const [to, setTo] = useState(contact);
  const test = useMutation({
    mutationFn: (recipient: string) => call("POST /settings/emails/test", { body: { to: recipient } }),
  });
  const result = test.data?.data;
  if (useReadOnly()) return null;
  return (
    <CardSection title="Test" hint={isDirty ? "Save your changes first." : "Sends an email with the saved settings."}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Recipient"
            type="email"
            className="min-w-0 flex-1 basis-56"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
          <Button writes busy={test.isPending} disabled={isDirty} onClick={() => test.mutate(to.trim())}>
            Send test email
          </Button>
        </div>
        <div role="status" className="empty:hidden">
          {test.error && <Banner tone="danger">{test.error.message}</Banner>}
          {result?.status === "sent" && (
            <Banner tone="success" title="Sent">
              Email sent. Check the inbox of {test.variables}, and its spam folder.
            </Banner>
          )}
          {result?.status === "file" && (
            <Banner tone="warning" title="Written to a file">
              Connect a mail server so that customers get emails.
            </Banner>
          )}
          {result?.status === "failed" && (
            <Banner tone="danger" title="Couldn't send">
              The mail server answered: {result.error}. Check server, port, encryption, username and password.
            </Banner>
          )}
        </div>
      </div>
    </CardSection>
  );
}
