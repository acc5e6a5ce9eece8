import type { App } from "#server/platform/app.ts";
import { getSecrets } from "./secrets.ts";
import { getCachedSettings } from "./settings.ts";

/** The mail server: that of the environment, else the setting; undefined without one. */
export async function findMailServer(app: Pick<App, "config" | "db" | "log" | "responseCache">) {
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
