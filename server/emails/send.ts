import { notifyAdministrators } from "#server/notifications/notifications.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { MailError } from "#server/platform/mailer.ts";
import { openMailServer } from "#server/shop/shop.ts";
import { claimEmail, dropEmail, markSent, type QueuedEmail, releaseClaim } from "./outbox.sql.ts";

/** Longer than the timeout of the mail server. */
const claimSeconds = 60;

/**
 * Sends a queued email, once for concurrent jobs: the email is claimed, sent and marked as sent. After a crash in
 * between it is sent again with the same Message-ID (docs/decisions/0011). Throws while the mail server is unavailable,
 * so that the job is retried.
 */
export async function sendQueuedEmail(app: App, id: string): Promise<void> {
  const claim = await claimEmail(app.db, id, claimSeconds);
  if (claim.kind === "gone") return;
  if (claim.kind === "held") throw new MailError("somebody is sending this email", false);
  try {
    // The templates are larger than the rest of the server, so they are loaded with the first email.
    const { composeEmail: compose } = await import("./compose.ts");
    const email = await compose(app, claim.email);
    if (typeof email === "string") return void (await dropEmail(app.db, id, email));
    await app.mailer.send(email, earlierServer(app, claim.email));
  } catch (error) {
    // What it is about was deleted, so trying again is useless.
    if (error instanceof Problem && error.status === 404)
      return void (await dropEmail(app.db, id, "it is about nothing"));
    if (!(error instanceof MailError)) {
      await releaseClaim(app.db, id, "it could not be written");
      throw error;
    }
    if (error.final) return dropUndeliverable(app, claim.email, error.message);
    await releaseClaim(app.db, id, error.message);
    throw error;
  }
  await markSent(app.db, id);
}

/** How often an email is tried by the mail server before a change, which may be gone. */
const triesByEarlierServer = 3;

/** The mail server before, for the email that tells about another one. */
const earlierServer = (app: App, { facts, attempts }: QueuedEmail) =>
  typeof facts.server === "string" && attempts <= triesByEarlierServer ? openMailServer(app, facts.server) : undefined;

/** Drops an email that its mail server refuses for good, and alerts administrators. */
async function dropUndeliverable(app: App, { id, template, facts }: QueuedEmail, reason: string) {
  await dropEmail(app.db, id, reason);
  await inTransaction(app.db, (tx) =>
    notifyAdministrators(tx, {
      type: "email_failed",
      title: "An email couldn't be delivered",
      body: `${template.replaceAll("_", " ")}: ${reason}`,
      link: facts.order_id ? `/dashboard/orders/${facts.order_id}` : "/dashboard/alerts",
      cause: id,
    }),
  );
}
