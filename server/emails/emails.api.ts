import type { App } from "#server/platform/app.ts";
import { deleteOldEmails } from "./outbox.sql.ts";
import { sendQueuedEmail } from "./send.ts";
import { queueEmailsOnEvents } from "./subscriptions.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Sends an email of the outbox. */
    "emails.send": { id: string };
  }
}

/** Emails: queued in the transaction of their cause, sent by a job. */
export function emailsRoutes(app: App) {
  queueEmailsOnEvents(app);
  app.jobs.define("emails.send", ({ id }) => sendQueuedEmail(app, id));
  app.jobs.schedule("emails.tidy", "41 3 * * *", async () => void (await deleteOldEmails(app.db)));
}
