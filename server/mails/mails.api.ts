import type { App } from "#server/platform/app.ts";
import { writeLetters } from "./listening.ts";
import { forgetOldLetters } from "./outbox.sql.ts";
import { deliver } from "./sending.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Sends a letter of the outbox. */
    "mails.send": { id: string };
  }
}

/** Letters to customers: written with what they tell of, sent after it. */
export function mailsRoutes(app: App) {
  writeLetters(app);
  app.jobs.define("mails.send", ({ id }) => deliver(app, id));
  app.jobs.repeat("mails.tidy", "41 3 * * *", async () => void (await forgetOldLetters(app.db)));
}
