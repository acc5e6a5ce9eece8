import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CornerDownRight, FolderOpen, RotateCw, Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { ReplyOf } from "#contract/api.ts";
import type { SearchChanges } from "#contract/catalogue/products.ts";
import { details, searchSuggestions } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { say, sayCount } from "#words/say.ts";
import { quotedList } from "./search-changes-note.tsx";

interface Props {
  id: string;
  /** Search text, at least two characters. */
  text: string;
  /** Id of the active option. */
  active: string | undefined;
  onLeave: () => void;
}

/** Suggestions below the search field: products, categories and a spelling correction. */
export function SearchSuggestions({ id, text, active, onLeave }: Props) {
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...searchSuggestions(text),
    placeholderData: keepPreviousData,
  });
  const option: Option = (key) => ({
    id: `search-option-${key}`,
    "aria-selected": active === `search-option-${key}`,
    role: "option",
    tabIndex: -1,
    onClick: onLeave,
    className: row,
  });
  const everything = (
    <ShopLink to={paths.products({ name: text })} {...option("all")} className={`${row} mt-1 border-t border-hairline`}>
      <Search className={icon} />
      <span className="min-w-0 truncate">{say("View all results for “{name}”", { name: text })}</span>
    </ShopLink>
  );
  if (!data && !isError) return <Panel id={id}>{<SuggestionSkeleton />}</Panel>;
  if (!data)
    return (
      <Panel id={id} announcement={say("Couldn't load suggestions.")}>
        <div role="presentation" className="px-3 pt-2 pb-1 text-sm text-muted">
          {say("Couldn't load suggestions.")}
        </div>
        <button
          type="button"
          {...option("retry")}
          onClick={() => void refetch()}
          className={`${row} w-full text-start`}
        >
          <RotateCw className={icon} />
          {say("Retry")}
        </button>
        {everything}
      </Panel>
    );
  const found = data.data.length + data.categories.length;
  return (
    <Panel id={id} busy={isPlaceholderData} announcement={sayCount("1 suggestion", "{n} suggestions", found)}>
      {found === 0 && (
        <div role="presentation" className="px-3 pt-2 pb-3 text-sm text-muted">
          {say("No results for “{name}”.", { name: text })}
        </div>
      )}
      {data.search_changes && <Changes changes={data.search_changes} option={option} />}
      {data.data.length > 0 && <Products products={data.data} option={option} />}
      {data.categories.length > 0 && <Categories categories={data.categories} option={option} />}
      {everything}
    </Panel>
  );
}

type Found = ReplyOf<"GET /product/search-suggestion">;
type Option = (
  key: string,
) => Pick<ComponentProps<typeof ShopLink>, "id" | "aria-selected" | "role" | "tabIndex" | "onClick" | "className">;

type ChangesProps = { changes: SearchChanges; option: Option };

/** A corrected or shortened search can be chosen; synonyms are named. */
const Changes = ({ changes: { text, dropped, corrected, added }, option }: ChangesProps) =>
  dropped.length + corrected.length > 0 ? (
    <ShopLink to={paths.products({ name: text })} {...option("spelling")}>
      <CornerDownRight className={icon} />
      <span>{sayWith("Showing “{found}”", { found: <strong className="font-semibold">{text}</strong> })}</span>
    </ShopLink>
  ) : (
    <div role="presentation" className="px-3 pt-2 pb-1 text-sm text-muted">
      {say("Showing results for {words}.", { words: quotedList(added) })}
    </div>
  );

const Products = ({ products, option }: { products: Found["data"]; option: Option }) => (
  <Group name={say("Products")}>
    {products.map(({ id, slug, name, thumbnail, price, max_price, price_per_measure, option_value_id: shown }) => (
      <ShopLink
        key={id}
        to={paths.details(slug, undefined, shown === null ? [] : [shown])}
        warm={[details(slug)]}
        {...option(`product-${id}`)}
      >
        <Thumbnail url={thumbnail} sizes="44px" loading="eager" className="size-11 rounded-sm" />
        <span className="min-w-0 flex-1">{name}</span>
        <span className="shrink-0 text-end">
          <Price price={price} from={max_price.amount > price.amount} />
          <UnitPrice price={price_per_measure} />
        </span>
      </ShopLink>
    ))}
  </Group>
);

const Categories = ({ categories, option }: { categories: Found["categories"]; option: Option }) => (
  <Group name={say("Categories")}>
    {categories.map(({ id, name, path }) => (
      <ShopLink key={id} to={paths.products({ category: path })} {...option(`category-${id}`)}>
        <FolderOpen className={icon} />
        {name}
      </ShopLink>
    ))}
  </Group>
);

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a listbox.
  <div role="group" aria-label={name}>
    <div aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
      {name}
    </div>
    {children}
  </div>
);

type PanelProps = { id: string; busy?: boolean; announcement?: string; children: ReactNode };

const Panel = ({ id, busy = false, announcement, children }: PanelProps) => (
  <div className={panel}>
    <div id={id} role="listbox" aria-label={say("Suggestions")} aria-busy={busy}>
      {children}
    </div>
    <p role="status" className="sr-only">
      {busy ? "" : announcement}
    </p>
  </div>
);

const SuggestionSkeleton = () => (
  <div className="grid gap-3 p-3">
    {[60, 45, 70].map((width) => (
      <div key={width} className="flex items-center gap-3">
        <Skeleton className="size-11" />
        <Skeleton className="h-4" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);

const panel =
  "absolute inset-x-0 top-full max-h-[calc(100dvh-5rem)] overflow-y-auto overscroll-contain bg-raised " +
  "p-2 text-start shadow md:mt-2 md:rounded";
const row = "flex min-h-11 items-center gap-3 rounded-sm px-3 py-1.5 text-sm hover:bg-sunken aria-selected:bg-sunken";
const icon = "size-4.5 shrink-0 text-muted";
