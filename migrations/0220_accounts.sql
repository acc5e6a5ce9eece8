-- module: accounts
-- A change that is part of a write of many objects has the id of what the entry of that write is about, and its action.
alter table audit_log add column set_id text;
create index audit_log_of_set on audit_log (set_id, id) where set_id is not null;
-- Lists leave these changes out, as one write may have tens of thousands.
create index audit_log_listed on audit_log (at desc, id desc) where set_id is null;
create index audit_log_listed_by_actor on audit_log (actor_user_id, at desc) where set_id is null;
drop index audit_log_actor_user_id_at_idx;

-- Edits of tags keep their numbers, and none is given again: undone ones were deleted, but the log still has them. Those
-- that can still be undone become changes of their customers.
create sequence customer_tag_edit_ids;
select setval('customer_tag_edit_ids', 1 + greatest(
  coalesce(pg_sequence_last_value(pg_get_serial_sequence('customer_tag_edits', 'id')::regclass), 0),
  (select coalesce(max(entity_id::bigint), 0) from audit_log where entity = 'customer_tag_edit' and entity_id ~ '^[0-9]{1,15}$')
), false);
insert into audit_log (actor_user_id, action, entity, entity_id, before, after, at, set_id)
select e.created_by, 'POST /customers/tags', 'customer', u.id::text,
  jsonb_build_object('tags', case e.action when 'add' then '[]' else jsonb_build_array(e.name) end),
  jsonb_build_object('tags', case e.action when 'add' then jsonb_build_array(e.name) else '[]' end),
  e.created_at, e.id::text
from customer_tag_edits e
join users u on u.id = any(e.user_ids) and u.deleted_at is null
where e.created_at > now() - interval '1 day'
order by e.id, u.id;
drop table customer_tag_edits;
