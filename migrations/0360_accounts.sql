-- module: accounts
-- The changes of the objects of sets, such as of imports, without those that undo them.
create view set_changes as
  select id, set_id, action, entity, entity_id, at, before, after
  from audit_log
  where set_id is not null and undoes is null;
