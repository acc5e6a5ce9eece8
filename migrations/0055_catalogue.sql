-- module: catalogue
-- The price history has only what could be bought: it begins when a variation goes on sale and ends when it no longer is.
create function is_offered(p products, v variations) returns boolean
  language sql immutable parallel safe
  as $$
    select p.status = 'active' and p.deleted_at is null and v.is_active and v.deleted_at is null and v.price_amount > 0
  $$;

delete from price_history where price_amount = 0;
delete from price_history h
  using variations v, products p
  where v.id = h.variation_id and p.id = v.product_id and p.published_at is null;
update price_history h
  set effective_to = now()
  from variations v
  join products p on p.id = v.product_id
  where v.id = h.variation_id and h.effective_to is null and not is_offered(p, v);

-- The prior price of variations (EU directive 98/6, article 6a): the lowest of the 30 days before their sale began, or
-- before now. For further reductions of one sale it stays the one from before the first (paragraph 5); a sale that was
-- interrupted for less than a day, as by a mistake, is one. A variation that was deleted and created again with the
-- same options keeps its history. `began_on_sale`: it has been reduced ever since it was first offered.
create function prior_prices(ids bigint[])
  returns table (variation_id bigint, lowest bigint, began_on_sale boolean)
  language sql stable
  as $$
    with past as (
      select v.id, h.price_amount, h.is_reduced, h.effective_from as began, coalesce(h.effective_to, now()) as ended
      from variations v
      join variations w on w.product_id = v.product_id
        and (w.id = v.id or (w.option_key = v.option_key and w.deleted_at is not null))
      join price_history h on h.variation_id = w.id
      where v.id = any(ids) and h.effective_from is distinct from h.effective_to
    ),
    reduced as (
      select id, began, ended,
        max(ended) over (
          partition by id order by began, ended rows between unbounded preceding and 1 preceding
        ) as ended_before
      from past
      where is_reduced
    ),
    sales as (
      select id,
        case when max(ended) > now() - interval '1 day' then max(began) filter (
          where ended_before is null or began > ended_before + interval '1 day'
        ) end as began
      from reduced
      group by id
    )
    select p.id,
      min(p.price_amount) filter (
        where p.began < coalesce(s.began, now()) and p.ended > coalesce(s.began, now()) - interval '30 days'
      ),
      coalesce(min(p.began) = min(s.began), false)
    from past p
    left join sales s on s.id = p.id
    group by p.id
  $$;
