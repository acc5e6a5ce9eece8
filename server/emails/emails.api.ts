import type { App } from "#server/platform/app.ts";
import { queueEmailsOnEvents } from "./subscriptions.ts";
import { deleteOldEmails } from "./outbox.sql.ts";
import { sendQueuedEmail } from "./send.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Sends a letter of the outbox. */
    "emails.send": { id: string };
  }
}

/** Letters to customers: written with what they tell of, sent after it. */
export function emailsRoutes(app: App) {
  queueEmailsOnEvents(app);
  app.jobs.define("emails.send", ({ id }) => sendQueuedEmail(app, id));
  app.jobs.repeat("emails.tidy", "41 3 * * *", async () => void (await deleteOldEmails(app.db)));
}
