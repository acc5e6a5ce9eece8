import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";
import { chosen, type ListFilter, within } from "#server/catalogue/list/list.sql.ts";

export interface CountedValue {
  id: number;
  label: string;
  count: number;
}
export interface CountedOption extends CountedValue {
  swatch: string | null;
  group_id: number;
  group_name: string;
  display: string;
}
export interface Counts {
  total: number;
  min_price: number | null;
  max_price: number | null;
  in_stock: number;
  on_sale: number;
  /** Products with at least 4, 3, 2 and 1 stars. */
  rating: number[];
  options: CountedOption[];
  tags: CountedValue[];
  types: CountedValue[];
}

/**
 * Counts of every facet in one pass over the products that fail at most one of the filters chosen: those that fail
 * none count everywhere, those that fail one count for that filter's own facet alone.
 */
export async function facetCounts(db: Db, filter: ListFilter): Promise<Counts> {
  const filters = chosen(filter);
  const bits = new Map(filters.map(({ key }, at) => [key, 2 ** at]));
  const passes = (key: string) => passing(bits.get(key));
  const { rows } = await sql<Counts>`
    with matching as materialized (${matching(filter, filters)})
    select s.*,
      coalesce((${optionCounts(filter, bits)}), '[]') as options,
      coalesce((${valueCounts(sql`tags`, sql`select id, count(*)::int from matching, unnest(tag_ids) as id where ${passes("tag")} group by id`, filter.tags)}), '[]') as tags,
      coalesce((${valueCounts(sql`product_types`, sql`select product_type_id, count(*)::int from matching where ${passes("type")} group by 1`, filter.types)}), '[]') as types
    from (
      select count(*) filter (where ${passing(undefined)})::int as total,
        min(min_price_amount) filter (where ${passes("price")}) as min_price,
        max(max_price_amount) filter (where ${passes("price")}) as max_price,
        count(*) filter (where in_stock and ${passes("in_stock")})::int as in_stock,
        count(*) filter (where on_sale and ${passes("on_sale")})::int as on_sale,
        array[${sql.join(
          [4, 3, 2, 1].map(
            (stars) => sql`count(*) filter (where rating >= ${sql.lit(stars)} and ${passes("rating")})::int`,
          ),
        )}] as rating
      from matching
    ) s`.execute(db);
  return rows[0] as Counts;
}

const passing = (bit: number | undefined) =>
  bit === undefined ? sql`missed = 0` : sql`missed in (0, ${sql.lit(bit)})`;

function matching(filter: ListFilter, filters: { passes: RawBuilder<boolean> }[]) {
  const missed = filters.map(({ passes }, at) => sql`case when ${passes} then 0 else ${sql.lit(2 ** at)} end`);
  const one = [0, ...filters.map((_, at) => 2 ** at)].map((bits) => sql.lit(bits));
  return sql`
    select * from (
      select p.product_type_id, p.tag_ids, p.option_value_ids, p.min_price_amount, p.max_price_amount, p.in_stock,
        p.on_sale, p.rating_sum::real / nullif(p.rating_count, 0) as rating,
        ${missed.length > 0 ? sql.join(missed, sql` + `) : sql`0`} as missed
      from products p
      where ${within(filter)}
    ) p
    ${filters.length > 1 ? sql`where missed in (${sql.join(one)})` : sql``}`;
}

function optionCounts({ options }: ListFilter, bits: Map<string, number>) {
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
        g.position as group_position, coalesce(sum(c.count) filter (where ${allowed}), 0)::int as count
      from (
        select id, missed, count(*) from matching, unnest(option_value_ids) as id group by id, missed
        union all
        select id, 0, 0 from unnest(${selected}::bigint[]) as id
      ) c
      join option_values v on v.id = c.id
      join option_groups g on g.id = v.option_group_id
      group by v.id, g.id
      having sum(c.count) filter (where ${allowed}) > 0 or v.id = any(${selected}::bigint[])
    ) shown`;
}

/** The forty commonest and those chosen, commonest first. */
function valueCounts(names: RawBuilder<unknown>, counts: RawBuilder<unknown>, selected: number[]) {
  return sql`
    select json_agg(shown order by shown.count desc, shown.label)
    from (
      select n.id, n.name as label, coalesce(c.count, 0) as count
      from ${names} n
      left join (${counts}) c (id, count) on c.id = n.id
      where c.count > 0 or n.id = any(${selected}::bigint[])
      order by n.id = any(${selected}::bigint[]) desc, c.count desc
      limit 40
    ) shown`;
}
