import { type RawBuilder, sql } from "kysely";
import { type ProductCard, productFlags } from "#contract/catalogue/products.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type StoredCard, toProductCard } from "#server/catalogue/products/stored-card.ts";
import { type Db, listRows, listValues } from "#server/platform/database/database.ts";
import type { FacetCounts } from "./count-facets.ts";
import type { ProductFilter } from "./filters.ts";
import type { Page } from "./list-page.ts";
import { type AttributeLabel, listEntriesAfter, listLabels } from "./product-index.sql.ts";
import { relevanceScores } from "./relevance.ts";
import { getSearchLanguage } from "./text/language.ts";
import { mainNounOf } from "./text/main-noun.ts";
import type { SearchTerm } from "./text/search-term.ts";

// The results of the product index computed by PostgreSQL, for tests to compare.

type Condition = RawBuilder<boolean>;

/**
 * The counts that `runQuery` should return, in one pass over the variations that fail at most one filter: those that fail
 * none count in every facet, those that fail one count in the facet of that filter only. Products are counted once.
 */
export async function selectFacetCounts(db: Db, filter: ProductFilter): Promise<FacetCounts> {
  const filters = listConditions(filter);
  const bits = new Map(filters.map(({ key }, at) => [key, 2 ** at]));
  const passes = (key: string) => passing(bits.get(key));
  const tagCounts = sql`
    select id, count(distinct product_id)::int
    from matching, unnest(tag_ids) as id
    where ${passes("tag")}
    group by id`;
  const typeCounts = sql`
    select product_type_id, count(distinct product_id)::int
    from matching
    where ${passes("type")}
    group by 1`;
  const labels = (await listLabels(db)).attributes;
  const rows = await listRows<Omit<FacetCounts, "attributes"> & { values: AttributeValues }>(db)`
    with matching as materialized (${matching(filter, filters)})
    select s.*,
      coalesce((${optionCounts(filter, bits)}), '[]') as options,
      coalesce((${valueCounts(sql`tags`, tagCounts, filter.tags)}), '[]') as tags,
      coalesce((${valueCounts(sql`product_types`, typeCounts, filter.types)}), '[]') as types,
      coalesce((${attributeCounts(labels, passes)}), '[]') as values
    from (
      select count(distinct product_id) filter (where ${passing(undefined)})::int as total,
        min(price_amount) filter (where ${passes("price")}) as min_price,
        max(price_amount) filter (where ${passes("price")}) as max_price,
        json_build_object(${sql.join(
          productFlags.flatMap((flag) => [
            sql.lit(flag),
            sql`count(distinct product_id) filter (where ${sql.ref(flag)} and ${passes(flag)})::int`,
          ]),
        )}) as flags,
        array[${sql.join(
          [4, 3, 2, 1].map(
            (stars) =>
              sql`count(distinct product_id) filter (where rating >= ${sql.lit(stars)} and ${passes("rating")})::int`,
          ),
        )}] as rating
      from matching
    ) s`;
  const { values, ...counts } = rows[0] as Omit<FacetCounts, "attributes"> & { values: AttributeValues };
  return { ...counts, attributes: labels.map((label) => withSelected(label, values, filter)) };
}

/** The variations on sale, with what they are filtered by. */
const variationsOnSale = sql`(
  select v.product_id, v.price_amount, v.compare_at_amount is not null as on_sale,
    v.allow_backorder or not v.track_stock or coalesce(s.available, 0) > 0 as in_stock,
    array(select option_value_id from variation_options where variation_id = v.id) as option_value_ids
  from variations v
  left join available_stock s on s.variation_id = v.id
  where v.deleted_at is null and v.is_active)`;

type AttributeValues = { key: string; value: string; count: number }[];

/** Products by the values of each filterable attribute. */
function attributeCounts(labels: AttributeLabel[], passes: (key: string) => RawBuilder<unknown>) {
  const each = labels.map(
    ({ key }) => sql`
      select ${key}::text as key, attributes ->> ${key} as value, count(distinct product_id)::int as count
      from matching
      where ${passes(`attr.${key}`)} and ${isFilterable(key, sql`product_type_id`)} and attributes ->> ${key} <> ''
      group by 2`,
  );
  return each.length === 0 ? sql`'[]'::json` : sql`select json_agg(c) from (${sql.join(each, sql` union all `)}) c`;
}

function withSelected(label: AttributeLabel, counted: AttributeValues, { attributes }: ProductFilter) {
  const values = counted.filter(({ key }) => key === label.key).map(({ value, count }) => ({ value, count }));
  const selected = attributes.find(({ key }) => key === label.key)?.values ?? [];
  const missing = selected.filter((value) => !values.some((one) => one.value === value));
  return { ...label, values: [...values, ...missing.map((value) => ({ value, count: 0 }))] };
}

const isFilterable = (key: string, type: RawBuilder<unknown>) => sql<boolean>`exists (
  select
  from product_types y
  cross join jsonb_to_recordset(y.attribute_schema) as a (key text, filterable boolean)
  where y.id = ${type} and a.key = ${key} and a.filterable)`;

const passing = (bit: number | undefined) =>
  bit === undefined ? sql`missed = 0` : sql`missed in (0, ${sql.lit(bit)})`;

function matching(filter: ProductFilter, filters: { passes: RawBuilder<boolean> }[]) {
  const missed = filters.map(({ passes }, at) => sql`case when ${passes} then 0 else ${sql.lit(2 ** at)} end`);
  const one = [0, ...filters.map((_, at) => 2 ** at)].map((bits) => sql.lit(bits));
  return sql`
    select * from (
      select p.id as product_id, p.product_type_id, p.attributes, p.tag_ids, v.on_sale, v.in_stock, v.option_value_ids,
        coalesce(v.price_amount, 0) as price_amount, p.rating_sum::real / nullif(p.rating_count, 0) as rating,
        ${missed.length > 0 ? sql.join(missed, sql` + `) : sql`0`} as missed
      from products p
      left join ${variationsOnSale} v on v.product_id = p.id
      where ${within(filter)}
    ) p
    ${filters.length > 1 ? sql`where missed in (${sql.join(one)})` : sql``}`;
}

function optionCounts({ options }: ProductFilter, bits: Map<string, number>) {
  const own = options.flatMap(({ group }) => {
    const bit = bits.get(`option.${group}`);
    return bit === undefined ? [] : [sql`when ${group} then ${sql.lit(bit)}`];
  });
  const allowed =
    own.length > 0
      ? sql`c.missed in (0, case v.option_group_id ${sql.join(own, sql` `)} else 0 end)`
      : sql`c.missed = 0`;
  const selected = options.flatMap(({ values }) => values);
  return sql`
    select json_agg(shown order by shown.group_position, shown.group_id, shown.position, shown.id)
    from (
      select v.id, v.label, v.swatch, v.position, g.id as group_id, g.name as group_name, g.display,
        g.position as group_position, count(distinct c.product_id) filter (where ${allowed})::int as count
      from (
        select id, missed, product_id from matching, unnest(option_value_ids) as id
        union all
        select id, 0, null from unnest(${selected}::bigint[]) as id
      ) c
      join option_values v on v.id = c.id
      join option_groups g on g.id = v.option_group_id
      group by v.id, g.id
      having count(c.product_id) filter (where ${allowed}) > 0 or v.id = any(${selected}::bigint[])
    ) shown`;
}

/** The 40 most frequent values and those selected, most frequent first. */
const valueCounts = (names: RawBuilder<unknown>, counts: RawBuilder<unknown>, selected: number[]) =>
  sql`
    select json_agg(shown order by shown.count desc, shown.label)
    from (
      select n.id, n.name as label, coalesce(c.count, 0) as count
      from ${names} n
      left join (${counts}) c (id, count) on c.id = n.id
      where c.count > 0 or n.id = any(${selected}::bigint[])
      order by n.id = any(${selected}::bigint[]) desc, c.count desc
      limit 40
    ) shown`;

/** The conditions that apply to all facets: on sale, category and search. */
function within({ categoryId, terms }: Pick<ProductFilter, "categoryId" | "terms">): Condition {
  const parts = [isOnSale];
  if (categoryId !== undefined) parts.push(sql`p.category_ids @> array[${categoryId}]::bigint[]`);
  for (const term of terms ?? []) parts.push(matches(term));
  return sql.join(parts, sql` and `);
}

/** Whether a product matches a term. Its phrases must be whole words in the form the products have. */
const matches = ({ phrases, prefixes, options, categories }: SearchTerm): Condition => sql`(
  p.search @@ ${tsqueryOf(phrases, prefixes, "abc")}::tsquery
  or p.option_value_ids && ${options}::bigint[]
  or p.category_ids && ${categories}::bigint[])`;

// Search words consist of letters and digits only. Weights leave out the words of categories.
const tsqueryOf = (phrases: string[][], prefixes: string[], weights: string) =>
  [
    ...phrases.map((phrase) => `(${phrase.map((word) => `'${word}':${weights}`).join(" & ")})`),
    ...prefixes.map((word) => `'${word}':*${weights}`),
  ].join(" | ");

/** The conditions of the filters by the key of their facet: of a product `p` and one of its variations `v`. */
function listConditions(filter: ProductFilter): { key: string; passes: Condition }[] {
  const { tags, types, options, rating, flags } = filter;
  const price = priceWithin(filter);
  return [
    ...(types.length > 0 ? [{ key: "type", passes: sql<boolean>`p.product_type_id = any(${types}::bigint[])` }] : []),
    ...(tags.length > 0 ? [{ key: "tag", passes: sql<boolean>`p.tag_ids && ${tags}::bigint[]` }] : []),
    ...options.map(({ group, values }) => ({
      key: `option.${group}`,
      passes: sql<boolean>`v.option_value_ids && ${values}::bigint[]`,
    })),
    ...filter.attributes.map(({ key, values }) => ({
      key: `attr.${key}`,
      passes: sql<boolean>`(p.attributes ->> ${key}::text = any(${values}::text[])
        and ${isFilterable(key, sql`p.product_type_id`)})`,
    })),
    ...(price ? [{ key: "price", passes: price }] : []),
    ...(rating
      ? [
          {
            key: "rating",
            passes: sql<boolean>`p.rating_sum >= p.rating_count * ${rating}::float8 and p.rating_count > 0`,
          },
        ]
      : []),
    ...flags.map((flag) => ({ key: flag, passes: sql<boolean>`${sql.ref(`v.${flag}`)}` })),
  ];
}

function priceWithin({ priceMin, priceMax }: ProductFilter): Condition | undefined {
  if (priceMin === undefined && priceMax === undefined) return undefined;
  return sql`coalesce(v.price_amount, 0) between ${priceMin ?? 0} and ${priceMax ?? Number.MAX_SAFE_INTEGER}`;
}

/** The products that one variation of passes all filters. */
function passesAll(filter: ProductFilter): Condition {
  const conditions = listConditions(filter).map(({ passes }) => passes);
  if (conditions.length === 0) return within(filter);
  return sql`${within(filter)} and exists (
    select
    from (select) as one
    left join ${variationsOnSale} v on v.product_id = p.id
    where ${sql.join(conditions, sql` and `)})`;
}

/** The cards of one page. Ids are selected first, so that only the cards of the page are read. */
export async function selectCards(db: Db, filter: ProductFilter, page: Page): Promise<ProductCard[]> {
  const isRanked = page.sort === "relevance" && filter.terms !== undefined;
  const rows = await listRows<{ id: number; card: StoredCard }>(db)`
    select p.id, p.card
    from products p
    where ${passesAll(filter)}
    order by ${orders(page)}
    limit ${isRanked ? null : page.limit} offset ${isRanked ? 0 : page.offset}`;
  if (!isRanked) return rows.map(({ card }) => toProductCard(card));
  const scores = await scoreEach(db, filter.terms ?? []);
  const scoreOf = ({ id }: { id: number }) => scores.get(id) ?? 0;
  const ranked = rows.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return ranked.slice(page.offset, page.offset + page.limit).map(({ card }) => toProductCard(card));
}

/** The relevance of each product, one product at a time. */
async function scoreEach(db: Db, terms: readonly SearchTerm[]): Promise<Map<number, number>> {
  const language = getSearchLanguage("en");
  const searched = new Set(terms.flatMap(({ phrases }) => phrases.flat()));
  const entries = await listEntriesAfter(db, 0, 10_000);
  const scores = entries.map(({ id, primary_words, name_key, categories, options }): [number, number] => {
    const words = primary_words.split(" ");
    const isNamed = ({ phrases, options: wanted }: SearchTerm) =>
      phrases.some((phrase) => phrase.every((word) => words.includes(word))) ||
      wanted.some((option) => options.includes(option));
    const begins = ({ prefixes }: SearchTerm) =>
      prefixes.some((prefix) => words.some((word) => word.startsWith(prefix)));
    const mainNoun = mainNounOf(name_key, language);
    const { wholeName, nameBeginning, mainNoun: isMainNoun, category, accessory } = relevanceScores;
    let score = 0;
    if (terms.every(isNamed)) score += wholeName;
    else if (terms.every((term) => isNamed(term) || begins(term))) score += nameBeginning;
    if (searched.has(mainNoun)) score += isMainNoun;
    if (terms.some(({ mainNounCategories }) => mainNounCategories.some((id) => categories.includes(id))))
      score += category;
    if (language.accessories.has(mainNoun) && !searched.has(mainNoun)) score += accessory;
    return [id, score];
  });
  return new Map(scores);
}

function orders({ sort }: Page) {
  switch (sort) {
    case "relevance":
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
      return sql`plain_words(p.name) collate "C", p.id`;
  }
}

/** What `listRelatedIds` should return. */
export const selectRelatedIds = (db: Db, productId: number, limit: number) =>
  listValues<number>(db)`
    with this as materialized (
      select p.tag_ids
      from products p
      where p.id = ${productId}
    ),
    near as (
      select distinct on (a.id) a.id, cardinality(c.ancestor_ids) - a.place as distance
      from product_categories pc
      join categories c on c.id = pc.category_id
      cross join unnest(c.ancestor_ids) with ordinality as a (id, place)
      where pc.product_id = ${productId} and (a.place > 1 or cardinality(c.ancestor_ids) = 1)
      order by a.id, distance
    ),
    in_category as (
      select p.id, min(n.distance) as distance
      from products p
      join near n on p.category_ids @> array[n.id]
      where ${isOnSale} and p.id <> ${productId}
      group by p.id
    ),
    enough as (
      select distance
      from in_category
      group by distance
      having (select count(*) from in_category nearer where nearer.distance < in_category.distance) < ${limit}::int
    ),
    candidates as (
      select id, distance from in_category where distance in (select distance from enough)
      union all
      select p.id, 0
      from products p, this
      where not exists (select from in_category) and p.tag_ids && this.tag_ids and ${isOnSale} and p.id <> ${productId}
    )
    select p.id
    from candidates c
    join products p using (id)
    cross join this
    order by p.in_stock desc, c.distance,
      cardinality(array(select unnest(p.tag_ids) intersect select unnest(this.tag_ids))) desc,
      p.popularity desc, p.id desc
    limit ${limit}`;
