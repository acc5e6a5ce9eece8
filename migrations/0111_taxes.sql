-- module: taxes
-- Rates charged beside the regular one, on the same price, such as a county's beside the state's. Of those with one name the
-- most specific applies; several names apply together.
alter table tax_rates
  add additional boolean not null default false,
  add constraint tax_rates_one_way check (not (additional and compound)),
  drop constraint tax_rates_apart;
create unique index tax_rates_apart on tax_rates
  (tax_class_id, country, region, postal_prefix, compound, (case when additional then name end), valid_from)
  nulls not distinct;
