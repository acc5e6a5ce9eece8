import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { DaySpan } from "#server/shop/shop.ts";

/** The columns of the table `figures`, which says what each counts and when. */
const names = [
  "revenue",
  "refunds",
  "orders",
  "units",
  "customers",
  "blocked_customers",
  "carts",
  "ordered_carts",
  "pending_payment",
  "confirmed",
  "processing",
  "on_hold",
  "completed",
  "cancelled",
  "expired",
  "closed_returned",
] as const;
export type Figures = Record<(typeof names)[number], number>;

const columns = sql.join(names.map((name) => sql.ref(name)));
const sums = sql.join(names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::int8 as ${sql.ref(name)}`));

/** The start of the five minutes of an instant. */
const spanOf = (at: string) => sql`date_bin('5 minutes', ${sql.ref(at)}, 'epoch')`;

/** Figures as added up and what changed since, `at` between two instants. */
const between = (from: string, to: string) => sql`
  select ${columns}
  from figures
  where at >= ${sql.ref(from)} and at < ${sql.ref(to)}
  union all
  select ${columns}
  from figure_changes
  where ${spanOf("at")} >= ${sql.ref(from)} and ${spanOf("at")} < ${sql.ref(to)}`;

/** The figures of each day of a span, oldest first. `until` is rounded up to five minutes. */
export async function listFiguresByDay(db: Db | Tx, { from, to, until, timezone }: DaySpan) {
  const { rows } = await sql<Figures & { day: string }>`
    with days as (
      select day::date, day::timestamp at time zone ${timezone} as begins,
        case day
          when ${to}::date then (day + ${until ?? "24:00"}::interval) at time zone ${timezone}
          else (day + interval '1 day') at time zone ${timezone}
        end as ends
      from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') day
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, f.*
    from days d
    cross join lateral (select ${sums} from (${between("d.begins", "d.ends")}) f) f
    order by d.day`.execute(db);
  return rows;
}

/** The figures since the shop was opened. */
export async function sumFigures(db: Db | Tx): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select ${sums}
    from (
      select ${columns} from figures where at = '-infinity'
      union all
      select ${columns} from figure_changes
    ) f`.execute(db);
  return rows[0] as Figures;
}

/** Adds up to `limit` changes to the figures, exactly once each. Returns how many. */
export async function foldFigures(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from figure_changes
      where id in (select id from figure_changes order by id limit ${limit} for update skip locked)
      returning *
    ), spans as (
      select ${spanOf("at")} as at, ${sums} from taken group by 1
      union all
      select '-infinity', ${sums} from taken
    ), folded as (
      insert into figures as f (at, ${columns})
      select at, ${columns} from spans
      order by at
      on conflict (at) do update set ${sql.join(
        names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`f.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
      )}
    )
    select count(*)::int as folded from taken`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Adds up to `limit` changes to the daily sales of variations, exactly once each. Returns how many. */
export async function foldSales(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from variation_sale_changes
      where id in (select id from variation_sale_changes order by id limit ${limit} for update skip locked)
      returning *
    ), folded as (
      insert into variation_sales as s (day, variation_id, product_id, units, amount)
      select (at at time zone 'UTC')::date as day, variation_id, min(product_id), sum(units), sum(amount)
      from taken
      group by 1, 2
      order by 1, 2
      on conflict (day, variation_id) do update
      set units = s.units + excluded.units, amount = s.amount + excluded.amount
    )
    select count(*)::int as folded from taken`.execute(db);
  return rows[0]?.folded ?? 0;
}
