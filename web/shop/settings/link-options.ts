import type { TextPage } from "#contract/shop/settings.ts";
import { paths } from "#web/paths.ts";

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
  ["All products", paths.products()],
  ["Sale", paths.products({ on_sale: true })],
  ["Delivery", paths.delivery()],
  ["Returns", paths.returns()],
  ["Contact", paths.contact()],
  ["Terms", paths.terms()],
  ["Privacy", paths.privacy()],
];

/** Pages and categories whose name or address has the text, pages first. */
export function linkOptions(text: string, { pages, categories }: LinkTargets): LinkOption[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const all = [
    ...fixedPages,
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
