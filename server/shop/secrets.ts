import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { loadSigningKey } from "#server/platform/auth/signing-key.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { deleteSecret, listSecrets, upsertSecret } from "./settings.sql.ts";

export const secretNames = ["stripe_secret_key", "stripe_webhook_secret", "smtp_password"] as const;
export type SecretName = (typeof secretNames)[number];
export type Secrets = Partial<Record<SecretName, string>>;

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** The saved keys and passwords, decrypted. One that another signing key encrypted is missing, as if it was not saved. */
export async function getSecrets({ db, config, log }: Pick<App, "db" | "config" | "log">): Promise<Secrets> {
  const rows = await listSecrets(db);
  return Object.fromEntries(
    rows.flatMap(({ name, encrypted }) => {
      try {
        return [[name, decrypt(config.dataDir, name, encrypted)]];
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
  else await upsertSecret(tx, name, encrypt(app.config.dataDir, name, value));
}

// A key for each name, so that a row cannot be exchanged for another.
const keyOf = (dataDir: string, name: string) =>
  new Uint8Array(hkdfSync("sha256", loadSigningKey(dataDir), "", `setting secret ${name}`, 32));

function encrypt(dataDir: string, name: string, value: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(dataDir, name), iv);
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function decrypt(dataDir: string, name: string, encrypted: Buffer): string {
  const iv = encrypted.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, keyOf(dataDir, name), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
}
