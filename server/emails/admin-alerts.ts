import { listAdministratorIds } from "#server/accounts/accounts.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { queueEmail } from "./outbox.sql.ts";

/** Emails every administrator about something that costs money; `link` is a path, `cause` identifies it. */
export async function emailAdministrators(
  tx: Tx,
  { text, link, cause }: { text: string; link: string; cause: string },
) {
  for (const userId of await listAdministratorIds(tx))
    await queueEmail(tx, {
      template: "admin_alert",
      userId,
      facts: { text, link },
      dedupeKey: `admin_alert:${cause}:${userId}`,
    });
}
