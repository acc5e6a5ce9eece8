-- module: stock
-- Variations with fewer available units than their level are low; null is the default of the shop. Before, they were low
-- at or below it, and each had 5 unless somebody chose another.
alter table stock_levels add low_stock_level int
  constraint stock_low_level_not_negative check (low_stock_level >= 0);
update stock_levels set low_stock_level = low_at + 1 where low_at <> 5;

drop view low_stock;
drop view available_stock;
-- With the index and statistics on it.
alter table stock_levels drop low_at;

-- For the lists of low stock, one for each branch of the view.
create index stock_levels_low on stock_levels (variation_id) include (on_hand, reserved)
  where low_stock_level is not null and on_hand - reserved - greatest(low_stock_level, 1) < 0;
create index stock_levels_available on stock_levels ((on_hand - reserved)) include (variation_id)
  where low_stock_level is null;

-- For other modules: units that can be sold now, and whether they are low: fewer than `low_below`, or none.
create view available_stock as
  select *, available < low_below as is_low
  from (
    select variation_id, sum(on_hand - reserved)::int as available, sum(on_hand)::int as on_hand,
      min(low_stock_level)::int as low_stock_level,
      greatest(coalesce(min(low_stock_level), (select default_low_stock_level())), 1)::int as low_below
    from stock_levels
    group by variation_id
  ) s;

-- For other modules: the variations of which `is_low` is true, found by the indexes.
create view low_stock as
  select variation_id, on_hand - reserved as available
  from stock_levels
  where low_stock_level is null and on_hand - reserved < greatest(default_low_stock_level(), 1)
  union all
  select variation_id, on_hand - reserved
  from stock_levels
  where low_stock_level is not null and on_hand - reserved - greatest(low_stock_level, 1) < 0;
