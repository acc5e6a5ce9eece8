import { EmailPreference, type EmailPreferences } from "#contract/notifications.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { listDisabledEmails, listDisabledEmailsOf, upsertPreferences } from "./email-preferences.sql.ts";

/** The email preferences of a user; default on. */
export async function getEmailPreferences(db: Db | Tx, userId: number): Promise<EmailPreferences> {
  const unwanted = await listDisabledEmails(db, userId);
  return Object.fromEntries(
    EmailPreference.options.map((type) => [type, !unwanted.includes(type)]),
  ) as EmailPreferences;
}

export async function updateEmailPreferences(
  db: Db | Tx,
  userId: number,
  choices: { [Type in EmailPreference]?: boolean | undefined },
): Promise<EmailPreferences> {
  const changes = EmailPreference.options.flatMap((type) => {
    const wanted = choices[type];
    return wanted === undefined ? [] : [[type, wanted] as [EmailPreference, boolean]];
  });
  if (changes.length > 0) await upsertPreferences(db, userId, changes);
  return getEmailPreferences(db, userId);
}

/** Whether a user wants this kind of email. */
export const wantsEmail = async (db: Db, userId: number, type: EmailPreference): Promise<boolean> =>
  (await getEmailPreferences(db, userId))[type];

interface Subscriber {
  id: number;
  email: string | null;
  email_verified_at: string | null;
  subscribed_emails: string[];
}

/** Adds to these customers which kinds of emails each gets: not turned off, and price drops only if the email is confirmed. */
export async function addSubscribedEmails(tx: Tx, customers: Subscriber[]) {
  const disabled = Map.groupBy(await listDisabledEmailsOf(tx, valuesOf(customers, "id")), ({ user_id }) => user_id);
  for (const customer of customers) {
    const types = new Set(disabled.get(customer.id)?.map(({ type }) => type));
    const isSent = (type: EmailPreference) => type !== "price_drops" || customer.email_verified_at !== null;
    const sent = EmailPreference.options.filter((type) => !types.has(type) && isSent(type));
    customer.subscribed_emails = customer.email === null ? [] : sent;
  }
}
