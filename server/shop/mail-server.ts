import type { App } from "#server/platform/app.ts";
import { decrypt, encrypt } from "#server/platform/auth/encryption.ts";
import { Problem } from "#server/platform/http/problem.ts";
import type { MailServer } from "#server/platform/mailer.ts";
import { getSecrets } from "./secrets.ts";
import { getCachedSettings } from "./settings.ts";

/** The mail server: that of the environment, else the setting; undefined without one. */
export async function findMailServer(
  app: Pick<App, "config" | "keys" | "db" | "log" | "responseCache">,
): Promise<MailServer | undefined> {
  if (app.config.smtpUrl) return { url: app.config.smtpUrl };
  const { smtp } = await getCachedSettings(app);
  if (!smtp) return undefined;
  const { host, port, security, username } = smtp;
  const { smtp_password: pass = "" } = username === null ? {} : await getSecrets(app);
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(username === null ? {} : { auth: { user: username, pass } }),
  };
}

/**
 * Throws if a shop with an address of its own has no mail server, so that nobody waits for an email that is only written
 * to a file: `email_unavailable` to customers, `no_mail_server` to staff.
 */
export async function assertMailServer(
  app: Parameters<typeof findMailServer>[0],
  problem: "email_unavailable" | "no_mail_server" = "email_unavailable",
): Promise<void> {
  const isTrial = !app.config.publicUrl || app.config.demo || (await getCachedSettings(app)).demo;
  if (!isTrial && !(await findMailServer(app))) throw new Problem(problem);
}

/** The sender of a shop that has saved no address: one of its host. */
export const noReplyAddress = ({ publicUrl, host }: App["config"]) =>
  `no-reply@${new URL(publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}`).hostname}`;

const purpose = "mail server of an email";

/** A mail server with its password, encrypted, for emails that must not be sent by a later one. */
export const sealMailServer = ({ keys }: Pick<App, "keys">, server: MailServer): string =>
  encrypt(keys, purpose, JSON.stringify(server)).toString("base64");

/** The mail server of `sealMailServer`; undefined if another signing key has encrypted it. */
export function openMailServer({ keys }: Pick<App, "keys">, sealed: string): MailServer | undefined {
  const text = decrypt(keys, purpose, Buffer.from(sealed, "base64"));
  return text === undefined ? undefined : (JSON.parse(text) as MailServer);
}
