import type { App } from "#server/platform/app.ts";
import { decrypt, encrypt } from "#server/platform/auth/encryption.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { deleteSecret, listSecrets, upsertSecret } from "./settings.sql.ts";

export const secretNames = ["stripe_secret_key", "stripe_webhook_secret", "smtp_password"] as const;
export type SecretName = (typeof secretNames)[number];
export type Secrets = Partial<Record<SecretName, string>>;

/** The saved keys and passwords, decrypted. One that another signing key encrypted is missing, as if it was not saved. */
export async function getSecrets({ db, config, log }: Pick<App, "db" | "config" | "log">): Promise<Secrets> {
  const rows = await listSecrets(db);
  return Object.fromEntries(
    rows.flatMap(({ name, encrypted }) => {
      try {
        return [[name, decrypt(config.dataDir, purposeOf(name), encrypted)]];
      } catch {
        log.error({ name }, "a saved key can't be decrypted with this data folder's signing key: enter it again");
        return [];
      }
    }),
  );
}

/** Encrypts and saves a key or password; null removes it, undefined leaves it. */
export async function saveSecret(app: Pick<App, "config">, tx: Tx, name: SecretName, value: string | null | undefined) {
  if (value === undefined) return;
  if (value === null) await deleteSecret(tx, name);
  else await upsertSecret(tx, name, encrypt(app.config.dataDir, purposeOf(name), value));
}

const purposeOf = (name: string) => `setting secret ${name}`;
