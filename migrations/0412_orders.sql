-- module: orders
-- How much an item contained when it was ordered, for its unit price on papers; as `variations.measure`.
alter table order_lines add measure jsonb
  constraint order_lines_measure_check check (jsonb_typeof(measure) = 'object');
