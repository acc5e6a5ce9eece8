import type { House } from "#server/platform/house.ts";
import { writeLetters } from "./listening.ts";
import { forgetOldLetters } from "./outbox.sql.ts";
import { deliver } from "./sending.ts";

declare module "#server/platform/jobs.ts" {
  interface JobTable {
    /** Sends a letter of the outbox. */
    "mails.send": { id: string };
  }
}

/** Letters to customers: written with what they tell of, sent after it. */
export function mailsRoutes(house: House) {
  writeLetters(house);
  house.jobs.define("mails.send", ({ id }) => deliver(house, id));
  house.jobs.repeat("mails.tidy", "41 3 * * *", async () => void (await forgetOldLetters(house.db)));
}
