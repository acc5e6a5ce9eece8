import { type RawBuilder, sql } from "kysely";
import type { ProductCard, productSorts } from "#contract/catalogue/products.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { Term } from "#server/catalogue/search/search-dictionary.ts";

/** Which products a list shows. Values of one option group are alternatives, groups narrow each other. */
export interface ListFilter {
  categoryId?: number | undefined;
  /** What every product has to be found by. */
  terms?: Term[] | undefined;
  tags: number[];
  types: number[];
  options: { group: number; values: number[] }[];
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  rating?: number | undefined;
  inStock?: boolean | undefined;
  onSale?: boolean | undefined;
}
export type ListSort = (typeof productSorts)[number];
export type Condition = RawBuilder<boolean>;

/** What every list, search and page of the shop asks of a product `p`: published, not deleted, not hidden with its categories. */
export const isOnSale: Condition = sql`p.status = 'active' and p.deleted_at is null and not p.is_hidden`;

/** What no facet ever leaves out: on sale, in the category, found by the words. */
export function within({ categoryId, terms }: Pick<ListFilter, "categoryId" | "terms">): Condition {
  const parts = [isOnSale];
  if (categoryId !== undefined) parts.push(sql`p.category_ids @> array[${categoryId}]::bigint[]`);
  if (terms) parts.push(sql`p.search @@ ${tsqueryOf(terms)}::tsquery`);
  return sql.join(parts, sql` and `);
}

// Words as search sees them have letters and digits only.
const tsqueryOf = (terms: readonly Term[]) =>
  terms
    .map(({ words, begins }) => `(${words.map((word) => `'${word}'${begins ? ":*" : ""}`).join(" | ")})`)
    .join(" & ");

/** The filters chosen, each under the key of its facet. */
export function chosen(filter: ListFilter): { key: string; passes: Condition }[] {
  const { tags, types, options, rating, inStock, onSale } = filter;
  const price = priceWithin(filter);
  return [
    ...(types.length > 0 ? [{ key: "type", passes: sql<boolean>`p.product_type_id = any(${types}::bigint[])` }] : []),
    ...(tags.length > 0 ? [{ key: "tag", passes: sql<boolean>`p.tag_ids && ${tags}::bigint[]` }] : []),
    ...options.map(({ group, values }) => ({
      key: `option.${group}`,
      passes: sql<boolean>`p.option_value_ids && ${values}::bigint[]`,
    })),
    ...(price ? [{ key: "price", passes: price }] : []),
    ...(rating
      ? [
          {
            key: "rating",
            passes: sql<boolean>`p.rating_sum >= p.rating_count * ${rating}::real and p.rating_count > 0`,
          },
        ]
      : []),
    ...(inStock ? [{ key: "in_stock", passes: sql<boolean>`p.in_stock` }] : []),
    ...(onSale ? [{ key: "on_sale", passes: sql<boolean>`p.on_sale` }] : []),
  ];
}

/** Any price of the product lies between the two; its variations are asked only when its cheapest and dearest lie around. */
function priceWithin({ priceMin, priceMax }: ListFilter): Condition | undefined {
  if (priceMin === undefined && priceMax === undefined) return undefined;
  if (priceMax === undefined) return sql`p.max_price_amount >= ${priceMin}`;
  if (priceMin === undefined) return sql`p.min_price_amount <= ${priceMax}`;
  return sql`(p.min_price_amount between ${priceMin} and ${priceMax}
    or p.max_price_amount between ${priceMin} and ${priceMax}
    or (p.min_price_amount < ${priceMin} and p.max_price_amount > ${priceMax} and exists (
      select
      from variations v
      where v.product_id = p.id and v.deleted_at is null and v.is_active
        and v.price_amount between ${priceMin} and ${priceMax})))`;
}

export interface Page {
  sort: ListSort;
  /** Names of which the first word begins so come first by relevance. */
  begin: string;
  limit: number;
  offset: number;
}

/** The cards of one page. Ids are chosen first, so that only the cards shown are ever read. */
export async function pageOfCards(db: Db, filter: ListFilter, page: Page): Promise<ProductCard[]> {
  const conditions = [within(filter), ...chosen(filter).map(({ passes }) => passes)];
  const { rows } = await sql<{ card: ProductCard }>`
    select shown.card
    from unnest(array(
      select p.id
      from products p
      where ${sql.join(conditions, sql` and `)}
      order by ${orders(page)}
      limit ${page.limit} offset ${page.offset}
    )) with ordinality as page (id, place)
    join products shown on shown.id = page.id
    order by page.place`.execute(db);
  return rows.map(({ card }) => card);
}

/** The first word of a product's name. */
export const firstWord = sql`substring(plain_words(p.name) from '[[:alnum:]]+')`;

function orders({ sort, begin }: Page) {
  switch (sort) {
    case "relevance":
      return sql`coalesce(starts_with(${firstWord}, ${begin}), false) desc, p.popularity desc, p.id desc`;
    case "popular":
      return sql`p.popularity desc, p.id desc`;
    case "newest":
      return sql`p.published_at desc, p.id desc`;
    case "price":
      return sql`p.min_price_amount, p.id`;
    case "-price":
      return sql`p.min_price_amount desc, p.id desc`;
    case "rating":
      return sql`(p.rating_sum::real / nullif(p.rating_count, 0)) desc nulls last, p.rating_count desc, p.id desc`;
    case "name":
      return sql`p.name collate "und-x-icu", p.id`;
  }
}

/** The option groups that these values belong to. */
export async function groupsOfValues(db: Db, ids: number[]): Promise<{ id: number; option_group_id: number }[]> {
  const { rows } = await sql<{ id: number; option_group_id: number }>`
    select id, option_group_id
    from option_values
    where id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
