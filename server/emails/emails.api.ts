import { v7 as uuid } from "uuid";
import type { App } from "#server/platform/app.ts";
import { authorOf } from "#server/platform/changes/recorded-writes.ts";
import { saveChange } from "#server/platform/changes/save-change.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { inLanguageOf } from "#server/platform/language.ts";
import { MailError } from "#server/platform/mailer.ts";
import { findMailServer, retainedFrom } from "#server/shop/shop.ts";
import { bulkEmails, deleteOldEmails } from "./outbox.sql.ts";
import { sendQueuedEmail } from "./send.ts";
import { queueEmailsOnEvents } from "./subscriptions.ts";
import { registerUnsubscribe } from "./unsubscribe.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Sends an email of the outbox. */
    "emails.send": { id: string };
    /** Sends an email that goes to many customers at once. */
    "emails.send-bulk": { id: string };
  }
}

/** Emails: queued in the transaction of their cause, sent by a job. */
export function emailsRoutes(app: App) {
  queueEmailsOnEvents(app);
  app.jobs.define("emails.send", ({ id }) => sendQueuedEmail(app, id));
  app.jobs.define(bulkEmails.job, ({ id }) => sendQueuedEmail(app, id), { isBulk: true, ...bulkEmails });
  registerUnsubscribe(app);
  app.handle("POST /settings/emails/preview", async ({ body }, { caller }) => {
    const { previewEmail } = await import("./compose.ts");
    const readsOrders = caller.kind === "user" && (caller.role === "admin" || caller.permissions.orders !== undefined);
    return { data: await inLanguageOf(body, () => previewEmail(app, body, !readsOrders)) };
  });
  app.handle(
    "POST /settings/emails/test",
    async ({ body }, call) => {
      const sent = { object: "email", id: "", name: body.to, before: null, after: null } as const;
      // Before it is sent, so that a crash loses no entry.
      await inTransaction(app.db, (tx) =>
        saveChange(app.events, tx, { ...authorOf("POST /settings/emails/test", call), ...sent }),
      );
      return { data: await sendTestEmail(app, body.to) };
    },
    { recordsItself: true },
  );
  app.jobs.schedule("emails.tidy", "41 3 * * *", async () =>
    deleteOldEmails(app.db, await retainedFrom(app, "email_days")),
  );
}

async function sendTestEmail(app: App, to: string) {
  const { composeTestEmail } = await import("./compose.ts");
  try {
    await app.mailer.send(await composeTestEmail(app, uuid(), to));
    return { status: (await findMailServer(app)) ? ("sent" as const) : ("file" as const), error: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { status: "failed" as const, error: error.message };
  }
}
