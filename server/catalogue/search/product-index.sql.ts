import { sql } from "kysely";
import type { AttributeKind } from "#contract/catalogue/attributes.ts";
import { type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import type { SynonymGroup } from "#server/catalogue/search/text/language.ts";
import { type Db, findValue, getRow, listRows } from "#server/platform/database/database.ts";

/** A product on sale as the product index holds it. Amounts in minor units. */
export interface IndexEntry extends Record<ProductFlag, boolean> {
  id: number;
  type: number;
  min: number;
  max: number;
  /** Its variations on sale, where they are several: price, bits of its flags, option values. */
  variations: [price: number, flags: number, ...options: number[]][] | null;
  rating_sum: number;
  rating_count: number;
  /** Its categories and all above them. */
  categories: number[];
  tags: number[];
  options: number[];
  /** Key and value of its filterable attributes. */
  attributes: [key: string, value: string][];
  popularity: number;
  /** Whether it was sold in the last 30 days. */
  sold: boolean;
  /** Microseconds since 1970. */
  published: number;
  /** Search words of its name, brand and tags, separated by blanks. */
  primary_words: string;
  /** Search words of its type and subtitle. */
  secondary_words: string;
  /** Its name in lower case without accents. */
  name_key: string;
}
/** Labels of the facets, in the order they are listed. */
export interface FacetLabels {
  options: {
    id: number;
    label: string;
    swatch: string | null;
    group_id: number;
    group_name: string;
    display: string;
    /** Its search words. */
    words: string[];
  }[];
  tags: { id: number; label: string }[];
  types: { id: number; label: string }[];
  /** The filterable attributes of all product types; one that several have is that of the oldest type. */
  attributes: AttributeLabel[];
}
export interface AttributeLabel {
  key: string;
  label: string;
  unit: string | null;
  kind: AttributeKind;
}
/** What searches know besides products. Names are in lower case without accents. */
export interface SearchLabels {
  categories: { id: number; name: string }[];
  synonyms: SynonymGroup[];
}

const entryColumns = sql`
  p.id, p.product_type_id as type, p.min_price_amount as min, p.max_price_amount as max,
  p.rating_sum, p.rating_count, p.popularity, p.sales_30d > 0 as sold,
  ${sql.join(productFlags.map((flag) => sql.ref(`p.${flag}`)))},
  p.category_ids as categories, p.tag_ids as tags, p.option_value_ids as options,
  coalesce(extract(epoch from p.published_at) * 1000000, 0)::float8 as published,
  array_to_string(tsvector_to_array(ts_filter(p.search, '{a,b}')), ' ') as primary_words,
  array_to_string(tsvector_to_array(ts_filter(p.search, '{c}')), ' ') as secondary_words,
  plain_words(p.name) as name_key,
  p.listed_variations as variations,
  coalesce((
    select json_agg(json_build_array(a.key, p.attributes ->> a.key))
    from product_types y
    cross join jsonb_to_recordset(y.attribute_schema) as a (key text, filterable boolean)
    where y.id = p.product_type_id and a.filterable and p.attributes ->> a.key <> ''
  ), '[]') as attributes`;

/** At most `limit` products on sale with ids above `after`, in the order of their ids. */
export const listEntriesAfter = (db: Db, after: number, limit: number) =>
  listRows<IndexEntry>(db)`
    select ${entryColumns}
    from products p
    where ${isOnSale} and p.id > ${after}
    order by p.id
    limit ${limit}`;

/** Those of these products that are on sale, in the order of their ids. */
export const listEntries = (db: Db, ids: readonly number[]) =>
  listRows<IndexEntry>(db)`
    select ${entryColumns}
    from products p
    where ${isOnSale} and p.id = any(${ids}::bigint[])
    order by p.id`;

export const listLabels = (db: Db) =>
  getRow<FacetLabels & SearchLabels>(db)`
    select
      coalesce((
        select json_agg(json_build_object('id', v.id, 'label', v.label, 'swatch', v.swatch, 'group_id', g.id,
          'group_name', g.name, 'display', g.display, 'words', words_of(v.label))
          order by g.position, g.id, v.position, v.id)
        from option_values v
        join option_groups g on g.id = v.option_group_id
      ), '[]') as options,
      coalesce((select json_agg(json_build_object('id', id, 'label', name)) from tags), '[]') as tags,
      coalesce((select json_agg(json_build_object('id', id, 'label', name)) from product_types), '[]') as types,
      coalesce((
        select json_agg(json_build_object('key', key, 'label', label, 'unit', unit, 'kind', kind) order by label, key)
        from (
          select distinct on (a.key) a.key, a.label, a.unit, coalesce(a.kind, 'text') as kind
          from product_types y
          cross join jsonb_to_recordset(y.attribute_schema)
            as a (key text, label text, unit text, kind text, filterable boolean)
          where a.filterable
          order by a.key, y.id
        ) a
      ), '[]') as attributes,
      coalesce((
        select json_agg(json_build_object('id', id, 'name', plain_words(name)) order by id)
        from categories
        where deleted_at is null
      ), '[]') as categories,
      coalesce((
        select json_agg(json_build_object(
          'words', (select json_agg(plain_words(word)) from unnest(words) as word),
          'includes', coalesce((select json_agg(plain_words(word)) from unnest(includes) as word), '[]')
        ) order by id)
        from search_synonyms
      ), '[]') as synonyms
  `;

/** The search words of a text: lower case, without accents, letters and digits only. */
export const splitIntoWords = async (db: Db, text: string) =>
  (await findValue<string[]>(db)`select words_of(${text}) as words`) ?? [];
