-- module: catalogue
-- A reduction begins when it is announced, which may be long after the price it announces: then the price in force until
-- that day is the one before it (EU directive 98/6, article 6a).
alter table price_history add column is_reduced boolean not null default false;

update price_history h
set is_reduced = true
from variations v
where v.id = h.variation_id and h.effective_to is null and v.compare_at_amount is not null;
