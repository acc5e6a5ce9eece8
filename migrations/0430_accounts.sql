-- module: accounts

-- A row is a change; the audit log is the list of them.
alter table audit_log rename to changes;
alter sequence audit_log_id_seq rename to changes_id_seq;
alter table changes rename constraint audit_log_pkey to changes_pkey;
alter table changes rename constraint audit_log_actor_user_id_fkey to changes_actor_user_id_fkey;
alter index audit_log_entity_entity_id_at_idx rename to changes_entity_entity_id_at_idx;
alter index audit_log_at_idx rename to changes_at_idx;
alter index audit_log_notes rename to changes_notes;
alter index audit_log_of_set rename to changes_of_set;
alter index audit_log_listed rename to changes_listed;
alter index audit_log_listed_by_actor rename to changes_listed_by_actor;
