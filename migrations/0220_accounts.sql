-- module: accounts
-- A change that is part of a write of many objects has the id of what the entry of that write is about, and its action.
alter table audit_log add column set_id text;
create index audit_log_of_set on audit_log (set_id, action, id) where set_id is not null;
-- Lists leave these changes out, as one write may have tens of thousands.
create index audit_log_listed on audit_log (at desc, id desc) where set_id is null;
create index audit_log_listed_by_actor on audit_log (actor_user_id, at desc) where set_id is null;
drop index audit_log_actor_user_id_at_idx;

-- Edits of tags keep their numbers. Those that can still be undone become changes of their customers.
create sequence customer_tag_edit_ids;
select setval('customer_tag_edit_ids', (select coalesce(max(id), 0) + 1 from customer_tag_edits), false);
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
