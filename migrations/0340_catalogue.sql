-- module: catalogue
-- How much a variation contains, for its unit price (directive 98/6/EC).
alter table variations
  add measure jsonb
    constraint variations_measure_check check (
      jsonb_typeof(measure) = 'object'
      and jsonb_typeof(measure -> 'amount') = 'number'
      and (measure ->> 'amount')::numeric between 0.001 and 1000000
      and (measure ->> 'amount')::numeric = round((measure ->> 'amount')::numeric, 3)
      and measure ->> 'unit' in ('g', 'kg', 'ml', 'l', 'm', 'm2', 'piece')
      and case coalesce(measure ->> 'base', '')
        when '' then true
        when '100g' then measure ->> 'unit' in ('g', 'kg')
        when 'kg' then measure ->> 'unit' in ('g', 'kg')
        when '100ml' then measure ->> 'unit' in ('ml', 'l')
        when 'l' then measure ->> 'unit' in ('ml', 'l')
        else measure ->> 'base' = measure ->> 'unit'
      end
    );

alter table product_types
  add requires_unit_price boolean not null default false;
