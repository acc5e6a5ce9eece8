import type { App } from "#server/platform/app.ts";
import { MailProblem } from "#server/platform/mailer.ts";
import { claimEmail, dropEmail, releaseClaim, markSent } from "./outbox.sql.ts";

/** Longer than the mail server is given to answer. */
const claimSeconds = 60;

/**
 * Sends a letter that waits, once however many try: whoever takes the row sends it, and says so after. What falls
 * between the mail server's yes and our note of it is sent again under the same Message-ID (docs/decisions/0011). Throws
 * while the mail server can't be had, so that the job queue comes back to it.
 */
export async function sendQueuedEmail(app: App, id: string): Promise<void> {
  const claim = await claimEmail(app.db, id, claimSeconds);
  if (claim.kind === "gone") return;
  if (claim.kind === "held") throw new MailProblem("somebody is sending this letter", false);
  try {
    // The templates weigh more than the rest of the server: they are loaded with the first letter.
    const { composeEmail: compose } = await import("./compose.ts");
    const letter = await compose(app, claim.letter);
    if (!letter) return void (await dropEmail(app.db, id, "not wanted"));
    await app.mail.send(letter);
  } catch (error) {
    if (!(error instanceof MailProblem)) {
      await releaseClaim(app.db, id, "it could not be written");
      throw error;
    }
    if (error.final) return void (await dropEmail(app.db, id, error.message));
    await releaseClaim(app.db, id, error.message);
    throw error;
  }
  await markSent(app.db, id);
}
