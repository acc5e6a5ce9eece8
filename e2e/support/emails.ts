import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";

/** The newest email to this address with this subject, once it was sent. */
export async function emailTo(email: string, subject: RegExp): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(
      async () => {
        found = (await sentEmails()).findLast(
          (sent) => sent.to?.some(({ address }) => address === email) && subject.test(sent.subject ?? ""),
        );
        return found !== undefined;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return found as Email;
}

/** The path and fragment of the link to `page` in an email. */
export const linkIn = ({ text = "" }: Email, page: string): string =>
  new RegExp(`https?://[^\\s/]+(/${page}#\\S+)`).exec(text)?.[1] ?? "no link";

/** All emails: a shop without a mail server writes each into a file, named by time. */
async function sentEmails(): Promise<Email[]> {
  const folder = join(process.env.SHOP_DATA ?? "", "mail");
  const names = readdirSafely(folder).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.toSorted().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

function readdirSafely(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
