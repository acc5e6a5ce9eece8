import type { SearchChanges } from "#contract/catalogue/products.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say, shopLocale } from "#words/say.ts";

interface Props {
  /** The text as typed. */
  searched: string;
  changes: SearchChanges;
}

/** Says which words of a search were left out or corrected, and which synonyms were found. */
export function SearchChangesNote({ searched, changes }: Props) {
  const { text, dropped, corrected, added } = changes;
  const link = (
    <ShopLink to={paths.products({ name: text })} className="font-semibold text-link underline underline-offset-4">
      {text}
    </ShopLink>
  );
  return (
    <p className="wrap-anywhere">
      {dropped.length > 0
        ? sayWith("No exact match for “{searched}”. Showing “{found}”.", { searched, found: link })
        : corrected.length > 0 && sayWith("No results for “{searched}”. Showing “{found}”.", { searched, found: link })}
      {dropped.length + corrected.length > 0 && added.length > 0 && " "}
      {added.length > 0 && say("Showing results for {words}.", { words: quotedList(added) })}
    </p>
  );
}

/** “navy”, “sky” and “cobalt”, in the shop's language. */
export const quotedList = (words: readonly string[]) =>
  new Intl.ListFormat(shopLocale()).format(words.map((word) => say("“{word}”", { word })));
