import { type RawBuilder, sql } from "kysely";
import { OrderStatus } from "#contract/orders/orders.ts";
import { type Db, findValue, getRow, listRows, type Tx } from "#server/platform/database/database.ts";
import type { DaySpan } from "#server/shop/shop.ts";

/** The columns of the table `figures`, which says what each counts and when. */
const names = [
  "revenue",
  "refunds",
  "orders",
  "sales",
  "units",
  "customers",
  "blocked_customers",
  "carts",
  "ordered_carts",
  // A status without a column fails each query, instead of not being counted.
  ...OrderStatus.options,
] as const;
export type Figures = Record<(typeof names)[number], number>;

const columns = sql.join(names.map((name) => sql.ref(name)));
const sums = sql.join(names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::int8 as ${sql.ref(name)}`));

/** The start of the five minutes of an instant, or of another span of minutes. */
const spanOf = (at: RawBuilder<unknown>, minutes = 5) =>
  sql`date_bin(make_interval(mins => ${minutes}), ${at}, 'epoch')`;

/** The figures of each day of a span, oldest first. `until` is rounded up to five minutes. */
export async function listFiguresByDay(db: Db | Tx, { from, to, until, timezone }: DaySpan) {
  const added = (minutes: number, begins: string, ends: string) => sql`
    select d.day, ${columns}
    from days d
    join figures on minutes = ${minutes} and at >= ${sql.raw(begins)} and at < ${sql.raw(ends)}`;
  return listRows<Figures & { day: string }>(db)`
    with bounds as (
      select day::date, day::timestamp at time zone ${timezone} as begins,
        case day
          when ${to}::date then (day + ${until ?? "24:00"}::interval) at time zone ${timezone}
          else (day + interval '1 day') at time zone ${timezone}
        end as ends
      from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') day
    ), days as (
      select *, least(${spanOf(sql`begins + interval '1 hour' - interval '1 microsecond'`, 60)}, ends) as first_hour,
        ${spanOf(sql`ends`, 60)} as last_hour
      from bounds
    ), parts as (
      ${added(60, "first_hour", "last_hour")}
      union all
      ${added(5, "begins", "first_hour")}
      union all
      ${added(5, "greatest(first_hour, last_hour)", "ends")}
      union all
      select d.day, ${columns}
      from figure_changes
      join days d on d.day = (at at time zone ${timezone})::date and ${spanOf(sql`at`)} < d.ends
    )
    select to_char(day, 'YYYY-MM-DD') as day, ${sums}
    from days
    left join parts using (day)
    group by days.day
    order by days.day`;
}

/** The figures since the shop was opened. */
export const sumFigures = (db: Db | Tx) =>
  getRow<Figures>(db)`
    select ${sums}
    from (
      select ${columns} from figures where minutes = 0
      union all
      select ${columns} from figure_changes
    ) f`;

/** Adds up to `limit` changes to the figures, exactly once each. Returns how many. */
export const rollUpFigures = async (db: Db, limit: number) =>
  (await findValue<number>(db)`
    with deleted as (
      delete from figure_changes
      where id in (select id from figure_changes order by id limit ${limit} for update skip locked)
      returning *
    ), spans as (
      select 5 as minutes, ${spanOf(sql`at`)} as at, ${sums} from deleted group by 2
      union all
      select 60, ${spanOf(sql`at`, 60)} as at, ${sums} from deleted group by 2
      union all
      select 0, '-infinity', ${sums} from deleted
    ), rolled_up as (
      insert into figures as f (minutes, at, ${columns})
      select minutes, at, ${columns} from spans
      order by minutes, at
      on conflict (minutes, at) do update set ${sql.join(
        names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`f.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
      )}
    )
    select count(*)::int as changes from deleted`) ?? 0;

/** Adds up to `limit` changes to the daily sales of variations, exactly once each. Returns how many. */
export const rollUpSales = async (db: Db, limit: number) =>
  (await findValue<number>(db)`
    with deleted as (
      delete from variation_sale_changes
      where id in (select id from variation_sale_changes order by id limit ${limit} for update skip locked)
      returning *
    ), rolled_up as (
      insert into variation_sales as s (day, variation_id, product_id, units, amount)
      select (at at time zone 'UTC')::date as day, variation_id, min(product_id), sum(units), sum(amount)
      from deleted
      group by 1, 2
      order by 1, 2
      on conflict (day, variation_id) do update
      set units = s.units + excluded.units, amount = s.amount + excluded.amount
    ), rolled_up_months as (
      insert into product_sales as s (month, product_id, amount)
      select date_trunc('month', at at time zone 'UTC')::date as month, product_id, sum(amount)
      from deleted
      group by 1, 2
      order by 1, 2
      on conflict (month, product_id) do update set amount = s.amount + excluded.amount
    )
    select count(*)::int as changes from deleted`) ?? 0;
