import type { EmailContent } from "#server/emails/layout.ts";
import type { QueuedEmail } from "#server/emails/outbox.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { EmailFile } from "#server/platform/mailer.ts";

/** Input of all templates: the queued email and the base URL of links. */
export interface TemplateContext {
  app: App;
  waiting: QueuedEmail;
  base: string;
}

/** Content and recipient of an email. */
export interface ComposedEmail {
  /** Null until the customer has confirmed an address. */
  to: string | null;
  content: EmailContent;
  attachments?: EmailFile[];
  /** Whether its reader can unsubscribe by a link in it. */
  canUnsubscribe?: boolean;
  /** Fill the placeholders of a merchant's texts. */
  values: Record<string, string>;
}
