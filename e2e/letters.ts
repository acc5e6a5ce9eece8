import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";

/** The newest letter to this address about `subject`, once it is there. */
export async function letterTo(email: string, subject: RegExp): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(
      async () => {
        found = (await letters()).findLast(
          (letter) => letter.to?.some(({ address }) => address === email) && subject.test(letter.subject ?? ""),
        );
        return found !== undefined;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return found as Email;
}

/** The path of the link in a letter, with what stands behind its #. */
export const linkIn = ({ text = "" }: Email, page: string): string =>
  new RegExp(`https?://[^\\s/]+(/${page}#\\S+)`).exec(text)?.[1] ?? "no link";

/** A shop without a mail server keeps each letter as a file; their names are in order of time. */
async function letters(): Promise<Email[]> {
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
