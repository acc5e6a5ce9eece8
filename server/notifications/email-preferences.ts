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

/** Adds to these customers which kinds of emails each has not turned off. */
export async function addSubscribedEmails(tx: Tx, customers: { id: number; subscribed_emails: string[] }[]) {
  const disabled = Map.groupBy(await listDisabledEmailsOf(tx, valuesOf(customers, "id")), ({ user_id }) => user_id);
  for (const customer of customers) {
    const types = new Set(disabled.get(customer.id)?.map(({ type }) => type));
    customer.subscribed_emails = EmailPreference.options.filter((type) => !types.has(type));
  }
}
