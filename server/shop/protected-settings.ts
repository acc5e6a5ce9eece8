import { isDeepStrictEqual } from "node:util";
import type { Input } from "#contract/api.ts";
import { formatIban } from "#contract/formats/iban.ts";
import type { AllSettings, BankAccount } from "#contract/shop/settings.ts";
import type { App, Call } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { findMailServer, sealMailServer } from "./mail-server.ts";
import { saveSettings } from "./settings.admin.ts";
import { getSettings } from "./settings.ts";

/** What an attacker would change to read emails or receive money. */
type ProtectedSetting = "mail server" | "sender" | "recipients of new orders" | "payment keys" | "bank account";
type Proof = Pick<Input<"PUT /settings/emails">["body"], "password" | "code">;

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** An administrator is about to change protected settings; a listener throws unless `proof` shows who it is. */
    "shop.protected_settings_changing": { proof: Proof; call: Call };
    /** Protected settings have changed. `sealedServer` is the mail server before, which tells administrators. */
    "shop.protected_settings_changed": { what: ProtectedSetting[]; cause: string; sealedServer: string | undefined };
  }
}

/** Saves sender, recipients and mail server. A saved password is for its server only: another one never gets it. */
export async function saveEmails(app: App, tx: Tx, body: Input<"PUT /settings/emails">["body"], call: Call) {
  const before = await getSettings(tx);
  const isServerSame = isSame(before.smtp, body.smtp) && body.smtp_password === undefined;
  // What MAIL_FROM decides is not saved.
  const isSenderSame = app.config.mailFrom !== undefined || before.from_address === body.from_address;
  const what: ProtectedSetting[] = [
    ...(isServerSame ? [] : (["mail server"] as const)),
    ...(isSenderSame ? [] : (["sender"] as const)),
    ...(isSame(before.order_recipients, body.order_recipients) ? [] : (["recipients of new orders"] as const)),
  ];
  const values = before.smtp?.host === body.smtp?.host ? body : { smtp_password: null, ...body };
  return saveProtected(app, tx, { group: "emails", values, what, call });
}

/** An account whose IBAN is only spaced in another way is the same. */
const comparable = (account: BankAccount | null) => account && { ...account, iban: formatIban(account.iban) };

/** In whatever order their fields are: PostgreSQL doesn't keep it. */
const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one, other);

/** Saves payment methods, keys and bank account. */
export async function savePayments(app: App, tx: Tx, body: Input<"PUT /settings/payments">["body"], call: Call) {
  const { bank_account, stripe_publishable_key } = await getSettings(tx);
  const areKeysSame =
    stripe_publishable_key === body.stripe_publishable_key &&
    body.stripe_secret_key === undefined &&
    body.stripe_webhook_secret === undefined;
  const isAccountSame = isSame(comparable(bank_account), comparable(body.bank_account));
  const what: ProtectedSetting[] = [
    ...(areKeysSame ? [] : (["payment keys"] as const)),
    ...(isAccountSame ? [] : (["bank account"] as const)),
  ];
  return saveProtected(app, tx, { group: "payments", values: body, what, call });
}

interface ProtectedSave {
  group: "emails" | "payments";
  values: Proof & { version: number };
  what: ProtectedSetting[];
  call: Call;
}

async function saveProtected(app: App, tx: Tx, { group, values, what, call }: ProtectedSave): Promise<AllSettings> {
  const { password, code, ...body } = values;
  if (what.length === 0) return saveSettings(app, tx, group, body);
  await app.events.emit(tx, "shop.protected_settings_changing", { proof: { password, code }, call });
  const server = await findMailServer(app);
  const saved = await saveSettings(app, tx, group, body);
  const sealedServer = server && sealMailServer(app, server);
  const cause = `${group}:${saved[group].version}`;
  await app.events.emit(tx, "shop.protected_settings_changed", { what, cause, sealedServer });
  return saved;
}
