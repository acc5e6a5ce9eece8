-- module: imports
-- What an import changes of each product and category is in the audit log, in the words that other changes of them have.
alter table import_jobs
  -- Products, or categories of an import of categories: those undone, and those of which some or all stays.
  add column undone int not null default 0,
  add column not_undone int not null default 0,
  -- The first of the latter, with the reason.
  add column undo_failures jsonb not null default '[]',
  -- The change in the audit log down to which it is undone.
  add column undone_down_to bigint;

-- The fields of a variation and its stock, by its id, and the ids of new images.
create function pg_temp.recorded_by_import(fields jsonb) returns jsonb
language sql as $$
  with parts as (
    select split_part(key, '.', 1) as kind, split_part(key, '.', 2) as id, split_part(key, '.', 3) as part, key, value
    from jsonb_each(fields)
  )
  select coalesce(jsonb_object_agg(key, value) filter (where kind not in ('variations', 'images')), '{}')
    || coalesce((
      select jsonb_object_agg('variation.' || id, variation)
      from (
        select id, jsonb_object_agg(part, value) as variation
        from parts
        where kind = 'variations' and part not in ('on_hand', 'position')
        group by id
      ) v
    ), '{}')
    || coalesce(jsonb_object_agg('stock.' || id, value) filter (where part = 'on_hand'), '{}')
    || case
      when bool_or(kind = 'images') then
        jsonb_build_object('added_images', jsonb_agg(id::bigint) filter (where kind = 'images'))
      else '{}'
    end
  from parts
$$;
-- A variation that an import added is compared as a whole, with what imports didn't record.
create function pg_temp.with_whole_variations(before jsonb, after jsonb) returns jsonb
language sql as $$
  select after || coalesce(jsonb_object_agg(key, jsonb_build_object(
    'is_active', v.is_active, 'max_per_order', v.max_per_order, 'measure', v.measure
  ) || value), '{}')
  from jsonb_each(after)
  join variations v on key = 'variation.' || v.id
  where key like 'variation.%' and not before ? key
$$;
create function pg_temp.with_flat_place(fields jsonb) returns jsonb
language sql as $$ select fields - 'place' || coalesce(fields -> 'place', '{}') $$;

insert into audit_log (actor_user_id, action, entity, entity_id, name, before, after, at, undone_at, set_id)
select j.created_by, 'POST /imports/:id/confirm', c.entity, c.entity_id::text, c.name, c.before, c.after, c.at,
  case when c.undo = 'undone' then j.updated_at end, j.id::text
from (
  select i.job_id, 'category' as entity, i.category_id as entity_id, n.name, null::jsonb as before,
    jsonb_build_object('name', n.name, 'version', 1) as after, i.made_at as at, null as undo
  from import_categories i
  left join category_names n on n.category_id = i.category_id
  union all
  select i.job_id, 'product', i.entity_id, n.name, r.before,
    case
      when r.before is not null then pg_temp.with_whole_variations(r.before, r.after)
      -- It was created, unless its fields were dropped a day after the import.
      when job.status = 'undoing' or job.finished_at > now() - interval '1 day' then jsonb_build_object('name', n.name)
    end,
    i.applied_at, i.undo
  from import_changes i
  join import_jobs job on job.id = i.job_id and job.kind = 'products'
  left join product_names n on n.product_id = i.entity_id
  cross join lateral (
    select pg_temp.recorded_by_import(i.before) - 'added_images' as before, pg_temp.recorded_by_import(i.after) as after
    where i.before is not null
    union all
    select null, null where i.before is null
  ) r
  union all
  select i.job_id, 'category', i.entity_id, n.name, pg_temp.with_flat_place(i.before),
    case
      when i.before is null then jsonb_build_object('name', n.name, 'version', i.version,
        'replaced_redirect', case when i.after ? 'old_slug' then i.after end)
      else pg_temp.with_flat_place(i.after) || jsonb_build_object('version', i.version)
    end,
    i.applied_at, i.undo
  from import_changes i
  join import_jobs job on job.id = i.job_id and job.kind = 'categories'
  left join category_names n on n.category_id = i.entity_id
) c
join import_jobs j on j.id = c.job_id
order by c.at, c.entity = 'product', c.entity_id;

update import_jobs j
set undone = c.undone, not_undone = c.not_undone,
  undo_failures = coalesce((
    select jsonb_agg(jsonb_build_object('id', f.entity_id, 'message', f.message) order by f.entity_id)
    from (
      select entity_id, message from import_changes where job_id = j.id and undo = 'left' order by entity_id limit 100
    ) f
  ), '[]'),
  undone_down_to = (
    select min(a.id)
    from audit_log a
    join import_changes d on d.job_id = j.id and d.entity_id = a.entity_id::bigint and d.undo is not null
    where a.set_id = j.id::text and a.entity = 'product'
  )
from (
  select job_id, count(*) filter (where undo = 'undone') as undone, count(*) filter (where undo = 'left') as not_undone
  from import_changes
  group by job_id
) c
where c.job_id = j.id;

drop table import_changes;
drop table import_categories;
