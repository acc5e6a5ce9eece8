-- module: shop
-- For stock: the level below which variations without one of their own count as low. The planner runs a stable function
-- to estimate how many they are, which it doesn't do with a subquery.
create function default_low_stock_level() returns int language sql stable parallel safe as $$
  select coalesce((select (value ->> 'low_stock_level')::int from settings where name = 'checkout'), 5)
$$;
