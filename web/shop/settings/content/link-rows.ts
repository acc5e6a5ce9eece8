import type { AllSettings } from "#contract/shop/settings.ts";

type Link = AllSettings["content"]["navigation_links"][number];
/** What is wrong with a link, by its field. */
export type LinkErrors = { label?: { message?: string | undefined }; href?: { message?: string | undefined } };

const isFilledIn = ({ label, href }: Link) => `${label}${href}`.trim() !== "";

/** The links that are saved: rows without text and address are left out. */
export const filledLinks = (links: readonly Link[]) => links.filter(isFilledIn);

/** The errors of each row; `errors` are those of the links that were sent, in their order. */
export function errorsOfLinks(
  links: readonly Link[],
  errors: ArrayLike<LinkErrors | undefined> | object | undefined,
): (LinkErrors | undefined)[] {
  const ofSent = errors as Record<number, LinkErrors | undefined> | undefined;
  let sent = 0;
  return links.map((link) => (isFilledIn(link) ? ofSent?.[sent++] : undefined));
}
