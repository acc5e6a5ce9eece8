import { LetterChoice, type LetterChoices } from "#contract/notifications.ts";
import type { Db } from "#server/platform/database/database.ts";
import { upsertPreferences, listDisabledEmails } from "./email-preferences.sql.ts";

/** Which letters a person wants: all, unless they said otherwise. */
export async function getEmailPreferences(db: Db, userId: number): Promise<LetterChoices> {
  const unwanted = await listDisabledEmails(db, userId);
  return Object.fromEntries(LetterChoice.options.map((type) => [type, !unwanted.includes(type)])) as LetterChoices;
}

/** Keeps what they said; what they said nothing about stays. */
export async function updateEmailPreferences(
  db: Db,
  userId: number,
  choices: { [Type in LetterChoice]?: boolean | undefined },
): Promise<LetterChoices> {
  const said = LetterChoice.options.flatMap((type) => {
    const wanted = choices[type];
    return wanted === undefined ? [] : [[type, wanted] as [LetterChoice, boolean]];
  });
  if (said.length > 0) await upsertPreferences(db, userId, said);
  return getEmailPreferences(db, userId);
}

/** Whether this person wants letters of this kind. */
export const wantsEmail = async (db: Db, userId: number, type: LetterChoice): Promise<boolean> =>
  (await getEmailPreferences(db, userId))[type];
