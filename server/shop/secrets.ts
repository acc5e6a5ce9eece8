import type { App } from "#server/platform/app.ts";
import { decrypt, encrypt } from "#server/platform/auth/encryption.ts";
import type { SigningKeys } from "#server/platform/auth/signing-key.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { deleteSecret, listSecrets, upsertSecret } from "./settings.sql.ts";

export const secretNames = ["stripe_secret_key", "stripe_webhook_secret", "smtp_password"] as const;
export type SecretName = (typeof secretNames)[number];
export type Secrets = Partial<Record<SecretName, string>>;

/** The saved keys and passwords, decrypted. One that another signing key encrypted is missing, as if it was not saved. */
export async function getSecrets({ db, keys, log }: Pick<App, "db" | "keys" | "log">): Promise<Secrets> {
  const rows = await listSecrets(db);
  return Object.fromEntries(
    rows.flatMap(({ name, encrypted }) => {
      const value = decrypt(keys, purposeOf(name), encrypted);
      if (value !== undefined) return [[name, value]];
      log.error({ name }, "a saved key can't be decrypted with this shop's signing key: enter it again");
      return [];
    }),
  );
}

/** Encrypts and saves a key or password; null removes it, undefined leaves it. */
export async function saveSecret(app: Pick<App, "keys">, tx: Tx, name: SecretName, value: string | null | undefined) {
  if (value === undefined) return;
  if (value === null) await deleteSecret(tx, name);
  else await upsertSecret(tx, name, encrypt(app.keys, purposeOf(name), value));
}

const purposeOf = (name: string) => `setting secret ${name}`;

/** Encrypts all saved keys and passwords with the current signing key; those that no key can read stay. */
export async function reencryptSecrets(tx: Tx, keys: SigningKeys) {
  for (const { name, encrypted } of await listSecrets(tx)) {
    const value = decrypt(keys, purposeOf(name), encrypted);
    if (value !== undefined) await upsertSecret(tx, name, encrypt(keys, purposeOf(name), value));
  }
}
