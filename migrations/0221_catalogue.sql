-- module: catalogue
-- What a bulk edit changes of each product is in the audit log, in the words that other changes of products have.
alter table bulk_edits
  add column total int not null default 0,
  -- The products to change, in order; those counted as changed, unchanged or failed are done. Empty once all are.
  add column product_ids bigint[] not null default '{}',
  add column changed int not null default 0,
  add column unchanged int not null default 0,
  add column failed int not null default 0,
  add column undone int not null default 0,
  add column changed_since int not null default 0,
  -- The first products that were not changed or undone, with the reason.
  add column failures jsonb not null default '[]',
  -- The change in the audit log up to which it is undone.
  add column undone_up_to bigint not null default 0;

update bulk_edits e
set total = l.total, changed = l.changed, unchanged = l.unchanged, failed = l.failed, undone = l.undone,
  changed_since = l.changed_since, product_ids = case e.status when 'running' then l.product_ids else '{}' end,
  failures = coalesce((
    select jsonb_agg(jsonb_build_object('product_id', f.product_id, 'message', f.message) order by f.product_id)
    from (
      select product_id, message from bulk_edit_lines
      where bulk_edit_id = e.id and message is not null
      order by product_id
      limit 200
    ) f
  ), '[]')
from (
  select bulk_edit_id, count(*) as total, array_agg(product_id order by product_id) as product_ids,
    count(*) filter (where outcome = 'changed') as changed,
    count(*) filter (where outcome = 'unchanged') as unchanged,
    count(*) filter (where outcome = 'failed') as failed,
    count(*) filter (where outcome = 'undone') as undone,
    count(*) filter (where outcome = 'changed_since') as changed_since
  from bulk_edit_lines
  group by bulk_edit_id
) l
where l.bulk_edit_id = e.id;

create function pg_temp.recorded(fields jsonb) returns jsonb
language sql as $$
  select fields - array['prices', 'stock', 'low_stock_levels']
    || coalesce((
      select jsonb_object_agg('variation.' || (v ->> 'variation_id'), v - 'variation_id')
      from jsonb_array_elements(coalesce(fields -> 'prices', fields -> 'low_stock_levels')) v
    ), '{}')
    || coalesce((
      select jsonb_object_agg('stock.' || (v ->> 'variation_id'), v -> 'on_hand')
      from jsonb_array_elements(fields -> 'stock') v
    ), '{}')
$$;
insert into audit_log (actor_user_id, action, entity, entity_id, name, before, after, at, undone_at, set_id)
select e.created_by, 'POST /product/admin/bulk-edits', 'product', p.id::text, p.name, pg_temp.recorded(l.before),
  pg_temp.recorded(l.after), e.created_at, case l.outcome when 'undone' then e.updated_at end, e.id::text
from bulk_edit_lines l
join bulk_edits e on e.id = l.bulk_edit_id
join products p on p.id = l.product_id
where l.outcome in ('changed', 'undone')
order by e.created_at, p.id;
drop table bulk_edit_lines;
