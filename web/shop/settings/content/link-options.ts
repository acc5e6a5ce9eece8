import type { TextPage } from "#contract/shop/settings.ts";
import { paths } from "#web/paths.ts";
import { say, text } from "#words/say.ts";

export interface LinkOption {
  id: string;
  label: string;
  href: string;
  hint: string;
}
export interface LinkTargets {
  /** The merchant's own pages. */
  pages: readonly Pick<TextPage, "slug" | "title">[];
  /** Those that are not hidden. */
  categories: readonly { name: string; path: string }[];
}

const fixedPages: readonly (readonly [label: string, href: string])[] = [
  [text("All products"), paths.products()],
  [text("Sale"), paths.products({ on_sale: true })],
  [text("Delivery"), paths.delivery()],
  [text("Returns"), paths.returns()],
  [text("Contact"), paths.contact()],
  [text("Terms of use"), paths.terms()],
  [text("Privacy policy"), paths.privacy()],
];

/** Pages and categories whose name, also in English, or address has the text, pages first. */
export function linkOptions(typed: string, { pages, categories }: LinkTargets): LinkOption[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const all = [
    // A link is read by customers.
    ...fixedPages.map(([label, href]) => [say(label), href, label] as const),
    ...pages.map(({ slug, title }) => [title, paths.textPage(slug)] as const),
    ...categories.map(({ name, path }) => [name, paths.products({ category: path })] as const),
  ];
  return all
    .filter((texts) => texts.some((part) => part.toLowerCase().includes(wanted)))
    .map(([label, href]) => ({ id: href, label, href, hint: href }));
}

/** Whether an address is a path of this shop. */
export const isPathOfShop = (href: string) => /^\/(?![/\\])\S*$/.test(href.trim());

/** What is wrong with an address, by the rule of the server. */
export const addressProblem = (href: string) =>
  isPathOfShop(href) || /^https?:\/\/\S*$/.test(href.trim())
    ? undefined
    : "Enter a path, such as /products, or a web address.";
