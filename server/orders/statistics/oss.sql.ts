import { type Db, getRow, type Tx } from "#server/platform/database/database.ts";

/**
 * What was sold to consumers in these countries in a year of a time zone and in the year before, in minor units without
 * tax: what is charged less what was credited. Credits of an amount have their share of the tax, as their credit notes do.
 */
export const sumSalesTo = (
  db: Db | Tx,
  about: { countries: string[]; currency: string; year: number; timezone: string },
) =>
  getRow<{ this_year: number; last_year: number }>(db)`
    with sums as (
      select o.id, date_part('year', o.placed_at at time zone ${about.timezone})::int as year,
        sum(case t.kind when 'charge' then t.amount else -t.amount end) as amount,
        -- Without the credits of amounts, which are not of a line.
        coalesce(sum(case t.kind when 'charge' then t.amount else -t.amount end)
          filter (where t.kind = 'charge' or t.order_line_id is not null), 0) as kept,
        sum(case t.kind when 'charge' then t.tax_amount else -t.tax_amount end) as tax
      from orders o
      join order_transactions t on t.order_id = o.id and t.kind in ('charge', 'credit')
      where o.shipping_address ->> 'country' = any(${about.countries}::text[])
        and o.placed_at >= make_date(${about.year - 1}, 1, 1)::timestamp at time zone ${about.timezone}
        and o.currency = ${about.currency}
        and o.reverse_charge is null
        and is_sold(o.status, o.confirmed_at)
      group by o.id
    ),
    sales as (
      select year, amount - coalesce(round(tax * amount / nullif(kept, 0)), tax) as net
      from sums
    )
    select coalesce(sum(net) filter (where year = ${about.year}), 0)::int8 as this_year,
      coalesce(sum(net) filter (where year = ${about.year - 1}), 0)::int8 as last_year
    from sales`;
