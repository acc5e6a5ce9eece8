-- module: catalogue
-- A product whose categories are all hidden can't be bought, so its prices are no prior prices either.
create or replace function is_offered(p products, v variations) returns boolean
  language sql immutable parallel safe
  as $$
    select p.status = 'active' and p.deleted_at is null and not p.is_hidden
      and v.is_active and v.deleted_at is null and v.price_amount > 0
  $$;

update price_history h
  set effective_to = now()
  from variations v
  join products p on p.id = v.product_id
  where v.id = h.variation_id and h.effective_to is null and p.is_hidden;
